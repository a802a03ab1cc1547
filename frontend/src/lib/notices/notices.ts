import { create } from 'zustand';

/** How long a notice stays. */
export const NOTICE_MS = 6_500;
/** Notices shown at once; the others wait behind a count. */
export const VISIBLE_NOTICES = 3;

export interface Notice {
  /** A notice with the id of one that is shown takes its place. */
  id: string;
  /** `busy` is work under way: it cannot be dismissed. */
  type: 'message' | 'warning' | 'error' | 'busy';
  title?: string;
  /** May hold links, as in `[reset it](#reset)`. */
  message: string;
  /** The actions of the links, by their name after the #. */
  messageActions?: Record<string, () => void>;
  /** Stays until dismissed. */
  sticky?: boolean;
  button?: { title: string; action: () => void };
  onClose?: () => void;
}

export const useNotices = create<{ shown: Notice[] }>(() => ({ shown: [] }));

let nextId = 1;

/** Shows a notice at the bottom right; returns its id. */
export function notify(notice: Omit<Notice, 'id'> & { id?: string }): string {
  const id = notice.id ?? `notice-${nextId++}`;
  useNotices.setState(({ shown }) => ({
    shown: [...shown.filter((other) => other.id !== id), { ...notice, id }],
  }));
  return id;
}

export function dismissNotice(id: string): void {
  const notice = useNotices.getState().shown.find((other) => other.id === id);
  useNotices.setState(({ shown }) => ({ shown: shown.filter((other) => other.id !== id) }));
  notice?.onClose?.();
}

export function clearNotices(): void {
  useNotices.setState({ shown: [] });
}
