/**
 * The transactions of one view. Chunks are fetched around the visible part and dropped far from it,
 * so a million rows cost no more than a screenful. Changed rows arrive with their event or are
 * fetched by id, and only they are updated.
 */

import type { EntrySource } from '@/domain/transactions/entrySource';
import { PAGE_ROWS } from '@/domain/transactions/query';
import {
  type Entry,
  type RowChanges,
  rowsOf,
  sameEntry,
  type Transaction,
} from '@/domain/transactions/transaction';
import type { Expression } from '@/domain/transactions/view';
import {
  type Chunk,
  fillGap,
  lastNotBeyond,
  longUnseen,
  measureChunks,
  type Starts,
  unloaded,
  unloadedChunks,
} from './chunks';
import { EntryIndex } from './entryIndex';
import { ALL_EXPANDED, type Folding } from './folding';
import { countExtra, type Line, lineAt, lineWithin } from './lines';
import { type Patched, removeEntry, type Seen, upsertEntry } from './patching';
import { PendingEdits } from './pendingEdits';

/** Chunks kept in memory; those not looked at for longest are dropped. */
const KEPT_CHUNKS = 40;
/** Parallel page requests while scrolling. */
const PARALLEL_LOADS = 2;

/** A row as it is now; undefined when it is not in the list. */
export type RowOf = (rowId: string) => Transaction | undefined;
/** Receives the ids of the updated rows, or null when everything was read again. */
export type OnSettled = (rowIds: ReadonlySet<string> | null, rowOf: RowOf) => void;

export class RegisterList {
  status: 'loading' | 'ready' | 'failed' = 'loading';
  error: unknown = null;
  /** Grows whenever lines came, went or moved. */
  version = 0;
  private chunks: Chunk[] = [];
  private starts: Starts | null = null;
  private readonly index = new EntryIndex();
  private readonly listeners = new Set<() => void>();
  private readonly settledListeners = new Set<OnSettled>();
  readonly source: EntrySource;
  private folding: Folding;
  private inView = { from: 0, to: 0 };
  private clock = 0;
  /** Bumped when offsets change; responses to older requests are discarded. */
  private shape = 0;
  private loads = 0;
  private isClosed = false;
  private readonly edits = new PendingEdits();
  private queue = new Set<string>();
  private isPatching = false;
  private refetches = 0;
  /** The last count from the source. */
  private counted = 0;

  constructor(source: EntrySource, folding: Folding = ALL_EXPANDED) {
    this.source = source;
    this.folding = folding;
  }

  listen = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Calls `listener` whenever rows were put in their places; returns the way to stop. */
  listenSettled(listener: OnSettled): () => void {
    this.settledListeners.add(listener);
    return () => void this.settledListeners.delete(listener);
  }

  /** Ignores responses until it is opened again. */
  close(): void {
    this.isClosed = true;
  }

  get filters(): readonly Expression[] {
    return this.source.filters;
  }

  get entryCount(): number {
    return this.measured().entryCount;
  }

  get lineCount(): number {
    return this.measured().lineCount;
  }

  get isComplete(): boolean {
    return this.chunks.every(({ entries }) => entries !== null);
  }

  /** All loaded entries, in order. */
  *loaded(): Generator<Entry> {
    for (const { entries } of this.chunks) if (entries) yield* entries;
  }

  line(index: number): Line {
    return lineAt(this.chunks, this.measured(), this.folding, index);
  }

  /** The line of a row; null when it is not loaded or folded away. */
  lineOf(rowId: string): number | null {
    const entryId = this.index.entryIdOf(rowId);
    const chunk = this.index.chunkOf(entryId);
    if (!chunk) return null;
    const within = lineWithin(chunk, this.folding, { entryId, rowId });
    const start = this.measured().lines[this.chunks.indexOf(chunk)] ?? 0;
    return within === null ? null : start + within;
  }

  /** The loaded entry that is this row or has it as a child. */
  entry(rowId: string): Entry | undefined {
    return this.index.entry(rowId);
  }

  row(rowId: string): Transaction | undefined {
    return this.index.row(rowId);
  }

  /** The running balance at an entry. */
  balance(entryId: string): number | null {
    const balance = this.entry(entryId)?.balance ?? null;
    return balance === null ? null : balance + (this.index.chunkOf(entryId)?.shift ?? 0);
  }

  /** Shows other splits folded out. */
  setFolding(folding: Folding): void {
    if (folding === this.folding) return;
    this.folding = folding;
    for (const chunk of this.chunks) countExtra(chunk, this.folding);
    this.changed(true);
  }

  /** Loads the list for the first time or after a failure. */
  async open(): Promise<void> {
    this.status = 'loading';
    this.isClosed = false;
    const shape = ++this.shape;
    const asked = this.source.count();
    asked.catch(() => {});
    try {
      const first = await this.source.page(0, PAGE_ROWS);
      if (shape !== this.shape || this.isClosed) return;
      this.status = 'ready';
      this.replaceAll([this.filled(first)]);
      this.counted = first.length;
      if (first.length < PAGE_ROWS) return;
      const total = await asked;
      this.counted = total;
      if (this.isClosed || this.chunks.length > 1) return;
      const rest = total - (this.chunks[0]?.count ?? 0);
      // The count may be a little short; what lies behind it shows when the end is reached.
      this.chunks.push(...unloadedChunks(Math.max(rest, 1), PAGE_ROWS));
      this.changed(true);
    } catch (error) {
      this.fail(error);
    } finally {
      // These responses may miss rows that were written in the meantime.
      void this.pump();
    }
  }

  /** Reads what is in view again, and forgets the rest; what is shown stays until then. */
  async refetch(): Promise<void> {
    if (this.status !== 'ready') return this.open();
    const starts = this.measured();
    const entryAt = (line: number) =>
      starts.entries[lastNotBeyond(starts.lines, Math.max(0, line))] ?? 0;
    const offset = entryAt(this.inView.from);
    const end = entryAt(this.inView.to);
    const limit = end - offset + PAGE_ROWS;
    const shape = ++this.shape;
    this.refetches += 1;
    try {
      const asked = [this.source.page(offset, limit), this.source.count()] as const;
      const [entries, total] = await Promise.all(asked);
      if (shape !== this.shape || this.isClosed) return;
      this.counted = total;
      if (entries.length === 0 && offset > 0) return this.open();
      const known = entries.map((entry) => this.keepIdentity(entry));
      const left = entries.length < limit ? 0 : Math.max(total - offset - entries.length, 0);
      this.replaceAll([
        ...unloadedChunks(offset, PAGE_ROWS),
        this.filled(known),
        ...unloadedChunks(left, PAGE_ROWS),
      ]);
      this.tellSettled(null);
    } catch (error) {
      this.fail(error);
    } finally {
      this.refetches -= 1;
      void this.pump();
    }
  }

  /** Says which lines are in view, so that they are loaded and kept. */
  show(from: number, to: number): void {
    this.inView = { from, to };
    this.load();
  }

  /** Whether rows that were changed are still being fetched. */
  get isFetching(): boolean {
    return this.isPatching || this.queue.size > 0;
  }

  /**
   * Puts these rows where they belong now. `entries` are the event's entries that contain them,
   * without deleted ones; if they are missing or incomplete, the rows are fetched.
   */
  patch(ids: Iterable<string>, entries: readonly Entry[] | null = null): void {
    const rows = new Set(ids);
    this.edits.markReceived(rows);
    if (entries && this.applyEntries(rows, entries)) return;
    for (const id of rows) this.queue.add(id);
    void this.pump();
  }

  /**
   * Shows changes at once, new lines of a split too, while `write` is under way; after it, what
   * became of them.
   */
  async optimistic<T>(changes: RowChanges, write: Promise<T>): Promise<T> {
    this.edits.start(changes);
    const holders = [...changes].map(
      ([id, row]) => this.entry(id) ?? this.entry(row?.parent_id ?? ''),
    );
    const entries = new Set(holders);
    for (const entry of entries) if (entry) this.upsert(this.edits.shown(entry));
    this.changed(false);
    try {
      const result = await write;
      this.free(changes);
      this.edits.expect(changes.keys(), (missed) => this.patch(missed));
      return result;
    } catch (error) {
      this.free(changes);
      this.patch(changes.keys());
      throw error;
    }
  }

  private free(changes: RowChanges): void {
    const deferred = this.edits.end(changes);
    if (deferred.length > 0)
      this.patch(new Set(deferred.flatMap(rowsOf).map(({ id }) => id)), deferred);
    void this.pump();
  }

  /** Applies the entries of an event, unless some may be missing or older reads are pending. */
  private applyEntries(ids: ReadonlySet<string>, entries: readonly Entry[]): boolean {
    const { isListed } = this.source;
    const isBusy = this.isFetching || this.refetches > 0 || this.status !== 'ready';
    if (!isListed || isBusy || this.isClosed) return false;
    const asked = this.withSiblings([...ids]);
    const known = new Set([...ids, ...entries.map(({ row }) => row.id)]);
    // A part that is gone does not bring its split along.
    const isWhole = [...asked].every((id) => known.has(this.entry(id)?.row.id ?? id));
    if (!isWhole) return false;
    this.settle(asked, entries.filter(isListed)).catch((error) => this.fail(error));
    return true;
  }

  private async pump(): Promise<void> {
    const isReading = this.isPatching || this.refetches > 0;
    if (isReading || this.isClosed || this.status !== 'ready') return;
    const waiting = [...this.queue].filter((id) => !this.edits.isPending(id));
    if (waiting.length === 0) return;
    this.isPatching = true;
    this.queue = new Set([...this.queue].filter((id) => this.edits.isPending(id)));
    const shape = this.shape;
    try {
      const asked = this.withSiblings(waiting);
      const found = await this.source.byIds([...asked]);
      if (this.isClosed) return;
      // Rows may have moved since this request was sent, so read them again.
      if (shape === this.shape) await this.settle(asked, found);
      else for (const id of waiting) this.queue.add(id);
    } catch (error) {
      for (const id of waiting) this.queue.add(id);
      this.fail(error);
      return;
    } finally {
      this.isPatching = false;
    }
    void this.pump();
  }

  private async settle(asked: ReadonlySet<string>, found: readonly Entry[]): Promise<void> {
    const before = new Map([...asked].map((id) => [id, this.entry(id)]));
    const foundIds = new Set(found.map(({ row }) => row.id));
    this.edits.markReceived(asked);
    const seen: Seen = { came: 0, went: 0, unknown: false };
    for (const [id, entry] of before) {
      if (!entry)
        seen.unknown ||= !found.some((other) => rowsOf(other).some((row) => row.id === id));
      else if (!foundIds.has(entry.row.id)) seen.went += this.remove(entry.row.id);
    }
    for (const entry of found.map((read) => this.edits.shownOrDeferred(read))) {
      const old = this.entry(entry.row.id);
      if (old && sameEntry(old, entry)) continue;
      this.upsert(entry);
      if (!old) seen.came += 1;
    }
    this.changed(false);
    // A row may have gone to where nothing is loaded.
    const rows = new Map(found.flatMap(rowsOf).map((row) => [row.id, row]));
    this.tellSettled(asked, (id) => this.row(id) ?? rows.get(id));
    if (seen.came > 0 || seen.unknown) await this.recount(seen);
    else this.counted -= seen.went;
  }

  /**
   * Rows came from or went to where nothing is loaded: does the number still agree? When it grew
   * by as many as came, they were new and everything is right; else the rest is put right.
   */
  private async recount({ came, went }: Seen): Promise<void> {
    if (this.isComplete) {
      this.counted = this.entryCount;
      return;
    }
    const shape = this.shape;
    const total = await this.source.count();
    if (this.isClosed || shape !== this.shape) return;
    const grown = total - this.counted;
    this.counted = total;
    if (grown === came - went) return;
    // By how much the balances above a change out of sight differ is not known.
    const hasBalances = this.chunks.some(({ entries }) => entries?.[0]?.balance != null);
    const isCertain = this.source.countIsExact && !hasBalances;
    if (isCertain && fillGap(this.chunks, total - this.entryCount)) this.changed(true);
    else await this.refetch();
  }

  /** A split is always read whole, or its other rows would seem not to match. */
  private withSiblings(ids: readonly string[]): Set<string> {
    const all = new Set(ids);
    for (const id of ids) {
      const entry = this.entry(id);
      if (entry) for (const row of rowsOf(entry)) all.add(row.id);
    }
    return all;
  }

  private upsert(entry: Entry): void {
    const holder = this.index.chunkOf(entry.row.id) ?? null;
    this.take(upsertEntry(this.chunks, holder, entry, this.source.compare));
  }

  /** Removes an entry; returns how many were removed. */
  private remove(entryId: string): 0 | 1 {
    const chunk = this.index.chunkOf(entryId);
    if (!chunk) return 0;
    this.take(removeEntry(this.chunks, chunk, entryId));
    return 1;
  }

  private take({ moved, old, touched }: Patched): void {
    if (old) this.index.forget(old);
    let resized = false;
    for (const chunk of touched) {
      this.index.remember(chunk);
      resized = countExtra(chunk, this.folding) || resized;
    }
    if (moved || resized) {
      this.chunks = this.chunks.filter(({ count }) => count > 0);
      this.starts = null;
      this.version += 1;
    }
    if (moved) this.shape += 1;
  }

  private load(): void {
    if (this.isClosed || this.chunks.length === 0) return;
    const { lines } = this.measured();
    const first = lastNotBeyond(lines, this.inView.from);
    const last = lastNotBeyond(lines, this.inView.to);
    for (let at = first; at <= last; at += 1) {
      const chunk = this.chunks[at];
      if (!chunk) continue;
      chunk.seen = ++this.clock;
      if (chunk.entries || chunk.isLoading || this.loads >= PARALLEL_LOADS) continue;
      void this.loadChunk(chunk, at);
    }
    this.dropFar();
  }

  private async loadChunk(chunk: Chunk, at: number): Promise<void> {
    chunk.isLoading = true;
    this.loads += 1;
    const shape = this.shape;
    try {
      const offset = this.measured().entries[at] ?? 0;
      const entries = await this.source.page(offset, chunk.count);
      if (!this.isClosed && shape === this.shape) this.fill(chunk, entries);
    } catch (error) {
      this.fail(error);
      return;
    } finally {
      chunk.isLoading = false;
      this.loads -= 1;
    }
    this.load();
  }

  private fill(chunk: Chunk, entries: Entry[]): void {
    const at = this.chunks.indexOf(chunk);
    if (at < 0) return;
    const isShort = entries.length < chunk.count;
    const isLast = at === this.chunks.length - 1;
    const full = this.filled(entries.filter(({ row }) => !this.index.chunkOf(row.id)));
    full.seen = chunk.seen;
    const after = isShort ? [] : this.chunks.slice(at + 1);
    // Behind a count that is only near there may be more.
    if (isLast && !isShort && !this.source.countIsExact) after.push(unloaded(1));
    this.replaceAll([...this.chunks.slice(0, at), full, ...after]);
  }

  private filled(entries: Entry[]): Chunk {
    const held = entries.map((entry) => this.edits.shown(entry));
    return { ...unloaded(held.length), entries: held, seen: ++this.clock };
  }

  private replaceAll(chunks: Chunk[]): void {
    this.chunks = chunks.filter(({ count }) => count > 0);
    this.index.clear();
    for (const chunk of this.chunks) {
      this.index.remember(chunk);
      countExtra(chunk, this.folding);
    }
    this.changed(true);
  }

  private dropFar(): void {
    for (const chunk of longUnseen(this.chunks, KEPT_CHUNKS)) {
      for (const entry of chunk.entries ?? []) this.index.forget(entry);
      // The lines keep their places: what is in view must not move.
      chunk.entries = null;
      chunk.shift = 0;
    }
  }

  private keepIdentity(entry: Entry): Entry {
    const old = this.entry(entry.row.id);
    const isSame = old && sameEntry(old, entry) && this.balance(entry.row.id) === entry.balance;
    return isSame && old.balance === entry.balance ? old : entry;
  }

  private measured(): Starts {
    this.starts ??= measureChunks(this.chunks);
    return this.starts;
  }

  /** Tries again what a lost connection has left undone. */
  resume(): void {
    this.load();
    void this.pump();
  }

  private fail(error: unknown): void {
    // Lost connections are reported elsewhere; loaded rows stay, and `resume` continues.
    const isLost = (error as { code?: unknown } | null)?.code === 'network-failure';
    if (this.isClosed || (isLost && this.status === 'ready')) return;
    this.error = error;
    this.status = 'failed';
    this.changed(true);
  }

  private tellSettled(rowIds: ReadonlySet<string> | null, rowOf: RowOf = (id) => this.row(id)) {
    for (const listener of [...this.settledListeners]) listener(rowIds, rowOf);
  }

  private changed(moved: boolean): void {
    if (moved) {
      this.starts = null;
      this.version += 1;
    }
    for (const listener of [...this.listeners]) listener();
  }
}
