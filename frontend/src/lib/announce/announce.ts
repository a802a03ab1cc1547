import { create } from 'zustand';

/** The text of the page's live region; `turn` makes a repeated text be read again. */
export const useAnnouncement = create<{ text: string; turn: number }>(() => ({
  text: '',
  turn: 0,
}));

/** Says a short text to screen readers without moving the focus. */
export function announce(text: string): void {
  useAnnouncement.setState(({ turn }) => ({ text, turn: turn + 1 }));
}
