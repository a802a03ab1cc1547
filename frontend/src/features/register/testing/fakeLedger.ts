/** Transactions held in memory in the register's order, as a source for its list; for tests. */
import type { EntrySource } from '@/domain/transactions/entrySource';
import {
  blankTransaction,
  compareRows,
  type Entry,
  rowsOf,
  type Transaction,
} from '@/domain/transactions/transaction';

export function transaction(id: string, fields: Partial<Transaction> = {}): Transaction {
  return { ...blankTransaction(id, '2026-11-20', 'bank'), ...fields };
}

export function entry(row: Transaction, children: readonly Transaction[] = []): Entry {
  return { row, children, balance: null, keys: [] };
}

/** A split: the parent and its children, which take over what they share. */
export function splitEntry(
  id: string,
  amounts: readonly number[],
  fields: Partial<Transaction> = {},
) {
  const amount = amounts.reduce((sum, part) => sum + part, 0);
  const parent = transaction(id, { amount, is_parent: true, ...fields });
  const children = amounts.map((part, at) =>
    transaction(`${id}-${at + 1}`, {
      date: parent.date,
      account: parent.account,
      amount: part,
      is_child: true,
      parent_id: id,
      sort_order: -1 - at,
    }),
  );
  return entry(parent, children);
}

export class FakeLedger implements EntrySource {
  entries: Entry[];
  countIsExact = true;
  hasBalances = true;
  isListed: EntrySource['isListed'] = null;
  readonly readsThrough = [];
  compare: EntrySource['compare'] = (a, b) => compareRows(a.row, b.row);
  readonly filters = [];
  /** Requested pages, as [offset, limit]. */
  readonly pages: [number, number][] = [];
  readonly asked: string[][] = [];
  counts = 0;
  /** While set, responses wait for it. */
  gate: Promise<void> | null = null;

  constructor(entries: Entry[]) {
    this.entries = entries;
    this.sort();
  }

  async page(offset: number, limit: number): Promise<Entry[]> {
    this.pages.push([offset, limit]);
    const answer = this.withBalances().slice(offset, offset + limit);
    await this.gate;
    return answer;
  }

  async byIds(ids: readonly string[]): Promise<Entry[]> {
    this.asked.push([...ids]);
    const answer = this.holding(ids);
    await this.gate;
    return answer;
  }

  /** The entries that contain these rows, as in an event. */
  holding(ids: readonly string[]): Entry[] {
    const wanted = new Set(ids);
    const holds = (entry: Entry) => rowsOf(entry).some(({ id }) => wanted.has(id));
    return structuredClone(this.entries.filter(holds));
  }

  async count(): Promise<number> {
    this.counts += 1;
    return this.entries.length;
  }

  put(entry: Entry): void {
    this.remove(entry.row.id);
    this.entries.push(entry);
    this.sort();
  }

  remove(id: string): void {
    this.entries = this.entries.filter(({ row }) => row.id !== id);
  }

  private sort(): void {
    this.entries.sort(this.compare);
  }

  private withBalances(): Entry[] {
    if (!this.hasBalances) return structuredClone(this.entries);
    let balance = 0;
    const summed = [...this.entries].reverse().map((entry) => {
      balance += entry.row.amount;
      return { ...structuredClone(entry), balance };
    });
    return summed.reverse();
  }
}
