/** Finds loaded entries and their rows by id. */

import { type Entry, rowsOf, type Transaction } from '@/domain/transactions/transaction';
import type { Chunk } from './chunks';

export class EntryIndex {
  private readonly chunkById = new Map<string, Chunk>();
  private readonly entryOfChild = new Map<string, string>();

  /** The entry that a row is or belongs to; the row itself where that is not known. */
  entryIdOf(rowId: string): string {
    return this.entryOfChild.get(rowId) ?? rowId;
  }

  /** The chunk that holds an entry. */
  chunkOf(entryId: string): Chunk | undefined {
    return this.chunkById.get(entryId);
  }

  /** The loaded entry that is this row or has it as a child. */
  entry(rowId: string): Entry | undefined {
    const entryId = this.entryIdOf(rowId);
    return this.chunkById.get(entryId)?.entries?.find(({ row }) => row.id === entryId);
  }

  row(rowId: string): Transaction | undefined {
    const entry = this.entry(rowId);
    return entry && rowsOf(entry).find(({ id }) => id === rowId);
  }

  remember(chunk: Chunk): void {
    for (const { row, children } of chunk.entries ?? []) {
      this.chunkById.set(row.id, chunk);
      for (const child of children) this.entryOfChild.set(child.id, row.id);
    }
  }

  forget({ row, children }: Entry): void {
    this.chunkById.delete(row.id);
    for (const child of children) this.entryOfChild.delete(child.id);
  }

  clear(): void {
    this.chunkById.clear();
    this.entryOfChild.clear();
  }
}
