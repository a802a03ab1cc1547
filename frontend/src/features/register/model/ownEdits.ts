/**
 * Edits of this tab on their way. What was typed is shown until it is written; what is told of the
 * same rows meanwhile is held back until then.
 */
import {
  type Entry,
  type RowChanges,
  rowsOf,
  withChanges,
} from '@/domain/transactions/transaction';

/** A write that changed nothing is told by nobody: after this long its rows are asked for. */
export const TOLD_WITHIN_MS = 300;

export class OwnEdits {
  private readonly pending = new Set<RowChanges>();
  /** Entries that were told while one of their rows was pending, by id. */
  private readonly held = new Map<string, Entry>();
  /** Pending rows that were told already. */
  private readonly early = new Set<string>();
  /** Written rows that were not told yet. */
  private readonly untold = new Set<string>();

  isPending(rowId: string): boolean {
    return [...this.pending].some((changes) => changes.has(rowId));
  }

  start(changes: RowChanges): void {
    this.pending.add(changes);
  }

  /** The write has ended; answers the entries that were held back for it. */
  end(changes: RowChanges): Entry[] {
    this.pending.delete(changes);
    const free = [...this.held.values()].filter((entry) => !this.holds(entry));
    for (const entry of free) this.held.delete(entry.row.id);
    return free;
  }

  /** Calls back with those of the written rows that nobody tells of. */
  expect(rowIds: Iterable<string>, missed: (rowIds: string[]) => void): void {
    const awaited = [...rowIds].filter((id) => !this.early.delete(id));
    for (const id of awaited) this.untold.add(id);
    if (awaited.length === 0) return;
    setTimeout(() => {
      const still = awaited.filter((id) => this.untold.delete(id));
      if (still.length > 0) missed(still);
    }, TOLD_WITHIN_MS);
  }

  /** Notes that these rows are told or read now, and that what was told before is old. */
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
