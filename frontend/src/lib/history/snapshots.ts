import { create } from 'zustand';
import { newId } from '@/lib/ids/newId';
import { bringBackModal, type OpenModal, returningModal } from '@/lib/modals/modals';

/**
 * What the screen looked like when a step was made, by the tag the step carries: undoing it
 * brings the same place back.
 */
export interface Snapshot {
  /** Path and query of the page. */
  url: string;
  /** The transactions that were selected. */
  selection: readonly string[];
  /** The dialog the step was made in. */
  modal: OpenModal | null;
}

/** As many as there are steps of undo. */
const KEPT = 40;

const kept = new Map<string, Snapshot>();
let readSelection: () => readonly string[] = () => [];

/** Lets a screen say what is selected on it; answers the way to take that back. */
export function tellSelection(read: () => readonly string[]): () => void {
  readSelection = read;
  return () => {
    if (readSelection === read) readSelection = () => [];
  };
}

/** Remembers the screen as it is now; answers the tag for the step that is made on it. */
export function takeSnapshot(): string {
  const tag = newId();
  kept.set(tag, {
    url: location.pathname + location.search,
    selection: [...readSelection()],
    modal: returningModal(),
  });
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT) break;
    kept.delete(oldest);
  }
  return tag;
}

/** The screen a step of this tab was made on; null for steps made elsewhere or long ago. */
export function snapshotOf(tag: string | null): Snapshot | null {
  return tag === null ? null : (kept.get(tag) ?? null);
}

/** The screen that was asked for last; `turn` tells two requests for the same one apart. */
export const useRestored = create<{ snapshot: Snapshot | null; turn: number }>(() => ({
  snapshot: null,
  turn: 0,
}));

/**
 * Asks for the screen of an undone or redone step, if it was made in this tab. What is redone is
 * done, as is the dialog that did it. True when a dialog opened or closed for it.
 */
export function restore(tag: string | null, way: 'undo' | 'redo'): boolean {
  const snapshot = snapshotOf(tag);
  if (!snapshot) return false;
  useRestored.setState(({ turn }) => ({ snapshot, turn: turn + 1 }));
  return bringBackModal(way === 'undo' ? snapshot.modal : null);
}
