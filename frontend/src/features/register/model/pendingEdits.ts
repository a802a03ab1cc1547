/**
 * Pending edits of this tab. A typed value is shown until it is written; events for the same rows
 * are deferred until then.
 */
import {
  type Entry,
  type RowChanges,
  rowsOf,
  withChanges,
} from '@/domain/transactions/transaction';

/** A no-op write emits no event, so its rows are refetched after this delay. */
export const EVENT_TIMEOUT_MS = 300;

export class PendingEdits {
  private readonly pending = new Set<RowChanges>();
  /** Entries received by event while one of their rows was pending, by id. */
  private readonly deferred = new Map<string, Entry>();
  /** Pending rows whose event has already arrived. */
  private readonly received = new Set<string>();
  /** Written rows whose event has not arrived yet. */
  private readonly awaited = new Set<string>();

  isPending(rowId: string): boolean {
    return [...this.pending].some((changes) => changes.has(rowId));
  }

  start(changes: RowChanges): void {
    this.pending.add(changes);
  }

  /** Ends a write; returns the entries that were deferred for it. */
  end(changes: RowChanges): Entry[] {
    this.pending.delete(changes);
    const released = [...this.deferred.values()].filter((entry) => !this.isPendingIn(entry));
    for (const entry of released) this.deferred.delete(entry.row.id);
    return released;
  }

  /** Calls back with the written rows for which no event arrives in time. */
  expect(rowIds: Iterable<string>, missed: (rowIds: string[]) => void): void {
    const awaited = [...rowIds].filter((id) => !this.received.delete(id));
    for (const id of awaited) this.awaited.add(id);
    if (awaited.length === 0) return;
    setTimeout(() => {
      const still = awaited.filter((id) => this.awaited.delete(id));
      if (still.length > 0) missed(still);
    }, EVENT_TIMEOUT_MS);
  }

  /** Marks these rows as received or read; versions deferred earlier are stale. */
  markReceived(rowIds: Iterable<string>): void {
    for (const id of rowIds) {
      this.deferred.delete(id);
      if (this.isPending(id)) this.received.add(id);
      else this.awaited.delete(id);
    }
  }

  /** An entry as it is to be shown. */
  shown(entry: Entry): Entry {
    return [...this.pending].reduce((shown, changes) => withChanges(shown, changes), entry);
  }

  /** As `shown`; the entry itself comes back when its write has ended. */
  shownOrDeferred(entry: Entry): Entry {
    if (this.isPendingIn(entry)) this.deferred.set(entry.row.id, entry);
    return this.shown(entry);
  }

  private isPendingIn(entry: Entry): boolean {
    return rowsOf(entry).some(({ id }) => this.isPending(id));
  }
}
