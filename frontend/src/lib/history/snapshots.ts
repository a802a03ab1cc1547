import { create } from 'zustand';

/**
 * What the screen looked like when a step was made, by the tag the step carries: undoing it
 * brings the same place back (spec/5 section 10, ui-brief 17).
 */
export interface Snapshot {
  /** Path and query of the page. */
  url: string;
  /** The transactions that were selected. */
  selection: readonly string[];
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
  const tag = crypto.randomUUID();
  kept.set(tag, { url: location.pathname + location.search, selection: [...readSelection()] });
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
export const restored = create<{ snapshot: Snapshot | null; turn: number }>(() => ({
  snapshot: null,
  turn: 0,
}));

/** Asks for the screen of an undone or redone step, if it was made in this tab. */
export function restore(tag: string | null): void {
  const snapshot = snapshotOf(tag);
  if (snapshot) restored.setState(({ turn }) => ({ snapshot, turn: turn + 1 }));
}
