/**
 * Pending edits of this tab. A typed value is shown until it is written; events for the same rows
 * are held back until then.
 */
import {
  type Entry,
  type RowChanges,
  rowsOf,
  withChanges,
} from '@/domain/transactions/transaction';

/** A no-op write emits no event, so its rows are refetched after this delay. */
export const TOLD_WITHIN_MS = 300;

export class OwnEdits {
  private readonly pending = new Set<RowChanges>();
  /** Entries received by event while one of their rows was pending, by id. */
  private readonly held = new Map<string, Entry>();
  /** Pending rows whose event has already arrived. */
  private readonly early = new Set<string>();
  /** Written rows whose event has not arrived yet. */
  private readonly untold = new Set<string>();

  isPending(rowId: string): boolean {
    return [...this.pending].some((changes) => changes.has(rowId));
  }

  start(changes: RowChanges): void {
    this.pending.add(changes);
  }

  /** Ends a write; returns the entries that were held back for it. */
  end(changes: RowChanges): Entry[] {
    this.pending.delete(changes);
    const free = [...this.held.values()].filter((entry) => !this.holds(entry));
    for (const entry of free) this.held.delete(entry.row.id);
    return free;
  }

  /** Calls back with the written rows for which no event arrives in time. */
  expect(rowIds: Iterable<string>, missed: (rowIds: string[]) => void): void {
    const awaited = [...rowIds].filter((id) => !this.early.delete(id));
    for (const id of awaited) this.untold.add(id);
    if (awaited.length === 0) return;
    setTimeout(() => {
      const still = awaited.filter((id) => this.untold.delete(id));
      if (still.length > 0) missed(still);
    }, TOLD_WITHIN_MS);
  }

  /** Marks these rows as received or read; versions held back earlier are stale. */
  told(rowIds: Iterable<string>): void {
    for (const id of rowIds) {
      this.held.delete(id);
      if (this.isPending(id)) this.early.add(id);
      else this.untold.delete(id);
    }
  }

  /** An entry as it is to be shown. */
  shown(entry: Entry): Entry {
    return [...this.pending].reduce((shown, changes) => withChanges(shown, changes), entry);
  }

  /** As `shown`; the entry itself comes back when its write has ended. */
  shownOfTold(entry: Entry): Entry {
    if (this.holds(entry)) this.held.set(entry.row.id, entry);
    return this.shown(entry);
  }

  private holds(entry: Entry): boolean {
    return rowsOf(entry).some(({ id }) => this.isPending(id));
  }
}
