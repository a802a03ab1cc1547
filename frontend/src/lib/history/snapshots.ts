import { create } from 'zustand';
import { newId } from '@/lib/ids/newId';
import { bringBackModal, type OpenModal, returningModal } from '@/lib/modals/modals';

/** The state of the screen when a step was made, by the step's tag: undoing it returns there. */
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

/** Lets a screen report its selection; returns the function that unregisters it. */
export function tellSelection(read: () => readonly string[]): () => void {
  readSelection = read;
  return () => {
    if (readSelection === read) readSelection = () => [];
  };
}

/** Saves the current screen; returns the tag for the step that is made on it. */
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

/** The last requested screen; `turn` distinguishes two requests for the same one. */
export const useRestored = create<{ snapshot: Snapshot | null; turn: number }>(() => ({
  snapshot: null,
  turn: 0,
}));

/**
 * Requests the screen of an undone or redone step, if it was made in this tab. A redo does not
 * reopen the step's dialog, whose work is done. True when a dialog opened or closed.
 */
export function restore(tag: string | null, way: 'undo' | 'redo'): boolean {
  const snapshot = snapshotOf(tag);
  if (!snapshot) return false;
  useRestored.setState(({ turn }) => ({ snapshot, turn: turn + 1 }));
  return bringBackModal(way === 'undo' ? snapshot.modal : null);
}
