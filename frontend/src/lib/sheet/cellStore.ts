import type { Cell, CellValue } from '@/generated/contract';

/** Cells kept without a listener; grows with the largest month so that prewarming pays off. */
export const IDLE_CELLS = 1_200;
/** Months that stay warm: the preload range and the twelve of a category's history. */
const WARM_MONTHS = 20;
/** How long an acknowledged overlay waits for the event that confirms it. */
const CONFIRM_MS = 2_000;

/** 'budget202611' of 'budget202611!leftover-food'. */
function sheetOf(name: string): string {
  return name.slice(0, name.indexOf('!'));
}

export interface CellChange {
  value: CellValue | undefined;
  /** True when this tab caused the change: nothing needs to draw attention to it. */
  own: boolean;
}
type Listener = (change: CellChange) => void;

interface Slot {
  value: CellValue | undefined;
  known: boolean;
  /** Count of pushed events; a load never overwrites what was pushed while it was under way. */
  pushedAt: number;
  listeners: Set<Listener>;
  overlay: Overlay | null;
}

interface Overlay {
  value: CellValue;
  timer?: ReturnType<typeof setTimeout>;
}

/** Asks for the values of cells that are listened to but not cached. */
export type Loader = (names: string[]) => void;

/**
 * The values of cells by full name, one subscription each. It never computes a cell: values
 * come from loads and pushed events, and a single optimistic value may lie over an edited one.
 */
export class CellStore {
  private readonly slots = new Map<string, Slot>();
  private readonly wanted = new Set<string>();
  /** Cached cells per sheet, and one more for each load of it that is under way. */
  private readonly sheets = new Map<string, number>();
  private loader: Loader = () => {};
  private flushQueued = false;
  private clock = 0;
  /** When the store was cleared; responses to earlier requests belong to another budget. */
  private clearedAt = 0;
  private idle = 0;
  private idleLimit = IDLE_CELLS;

  setLoader(loader: Loader): void {
    this.loader = loader;
  }

  /** The value to show: the optimistic one if there is one; undefined while unknown. */
  get(name: string): CellValue | undefined {
    const slot = this.slots.get(name);
    return slot?.overlay ? slot.overlay.value : slot?.value;
  }

  has(name: string): boolean {
    return this.slots.get(name)?.known ?? false;
  }

  /** Names with at least one listener. */
  listened(): string[] {
    return [...this.slots].filter(([, slot]) => slot.listeners.size > 0).map(([name]) => name);
  }

  listen(name: string, listener: Listener): () => void {
    const slot = this.slot(name);
    if (slot.listeners.size === 0) this.idle -= 1;
    slot.listeners.add(listener);
    if (!slot.known) this.want(name);
    return () => {
      if (!slot.listeners.delete(listener) || slot.listeners.size > 0) return;
      this.idle += 1;
      this.touch(name, slot);
      this.evict();
    };
  }

  /**
   * Says that the cells of a sheet are being loaded, so that pushed ones are kept; returns the
   * function that says it has ended.
   */
  expect(sheet: string): () => void {
    this.count(sheet, 1);
    return () => this.count(sheet, -1);
  }

  /** A marker of now; pass it to `load` with the values requested at this moment. */
  now(): number {
    return this.clock;
  }

  /** Whether values requested then belong to the budget that is open now. */
  isCurrent(asked: number): boolean {
    return asked >= this.clearedAt;
  }

  /** Stores loaded values, except where an event has brought a value since `asked`. */
  load(cells: Iterable<Cell>, asked = this.clock): void {
    if (!this.isCurrent(asked)) return;
    let count = 0;
    for (const [name, value] of cells) {
      count += 1;
      const slot = this.slot(name);
      if (slot.known && slot.pushedAt > asked) continue;
      this.write(name, slot, value, true);
    }
    this.idleLimit = Math.max(this.idleLimit, count * WARM_MONTHS);
    this.evict();
  }

  /**
   * Stores pushed values and wakes the listeners of those that changed. Cells of sheets that
   * nobody has looked at are left out: an edit may change as many months as the budget has.
   */
  setCells(cells: readonly Cell[], own: boolean): void {
    this.clock += 1;
    for (const [name, value] of cells) {
      if (!this.slots.has(name) && !this.sheets.has(sheetOf(name))) continue;
      const slot = this.slot(name);
      slot.pushedAt = this.clock;
      const overlay = slot.overlay;
      if (overlay && own && overlay.value === value) this.dropOverlay(slot);
      this.write(name, slot, value, own);
    }
    this.evict();
  }

  /**
   * Shows `value` at once while `write` is under way. When it fails the old value returns;
   * when it succeeds the value stays until the backend's own value arrives.
   */
  async optimistic<T>(name: string, value: CellValue, write: Promise<T>): Promise<T> {
    const slot = this.slot(name);
    this.dropOverlay(slot);
    const overlay: Overlay = { value };
    const before = this.get(name);
    slot.overlay = overlay;
    if (before !== value) this.wake(slot, { value, own: true });
    const release = () => {
      if (slot.overlay !== overlay) return;
      this.dropOverlay(slot);
      if (slot.value !== value) this.wake(slot, { value: slot.value, own: true });
    };
    try {
      const result = await write;
      if (slot.overlay === overlay) overlay.timer = setTimeout(release, CONFIRM_MS);
      return result;
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Forgets idle cells and asks again for those in view. */
  reload(): void {
    this.clock += 1;
    for (const [name, slot] of [...this.slots]) {
      if (slot.listeners.size > 0) this.want(name);
      else this.forget(name, slot);
    }
  }

  /** Asks again for what is in view and still unknown. */
  askUnknown(): void {
    for (const [name, slot] of this.slots) {
      if (slot.listeners.size > 0 && !slot.known) this.want(name);
    }
  }

  /** Forgets everything; listeners stay and see unknown values. */
  clear(): void {
    this.clock += 1;
    this.clearedAt = this.clock;
    this.idleLimit = IDLE_CELLS;
    for (const [name, slot] of [...this.slots]) {
      this.dropOverlay(slot);
      slot.known = false;
      slot.value = undefined;
      if (slot.listeners.size === 0) this.forget(name, slot);
      else this.wake(slot, { value: undefined, own: true });
    }
  }

  get size(): number {
    return this.slots.size;
  }

  private slot(name: string): Slot {
    const found = this.slots.get(name);
    if (found) return found;
    const slot: Slot = {
      value: undefined,
      known: false,
      pushedAt: 0,
      listeners: new Set(),
      overlay: null,
    };
    this.slots.set(name, slot);
    this.count(sheetOf(name), 1);
    this.idle += 1;
    return slot;
  }

  private count(sheet: string, step: 1 | -1): void {
    const count = (this.sheets.get(sheet) ?? 0) + step;
    if (count > 0) this.sheets.set(sheet, count);
    else this.sheets.delete(sheet);
  }

  private write(name: string, slot: Slot, value: CellValue, own: boolean): void {
    const changed = !slot.known || slot.value !== value;
    const first = !slot.known;
    slot.known = true;
    slot.value = value;
    this.wanted.delete(name);
    if (slot.listeners.size === 0) this.touch(name, slot);
    // A first value is no change worth a flash.
    if (changed && !slot.overlay) this.wake(slot, { value, own: own || first });
  }

  private wake(slot: Slot, change: CellChange): void {
    for (const listener of [...slot.listeners]) listener(change);
  }

  private want(name: string): void {
    this.wanted.add(name);
    if (this.flushQueued) return;
    this.flushQueued = true;
    requestAnimationFrame(() => {
      this.flushQueued = false;
      const names = [...this.wanted].filter((wanted) => this.slots.get(wanted)?.listeners.size);
      this.wanted.clear();
      if (names.length > 0) this.loader(names);
    });
  }

  private dropOverlay(slot: Slot): void {
    clearTimeout(slot.overlay?.timer);
    slot.overlay = null;
  }

  /** Moves a cell to the recent end of the order in which idle cells are evicted. */
  private touch(name: string, slot: Slot): void {
    this.slots.delete(name);
    this.slots.set(name, slot);
  }

  private forget(name: string, slot: Slot): void {
    if (slot.listeners.size > 0 || !this.slots.delete(name)) return;
    this.count(sheetOf(name), -1);
    this.idle -= 1;
  }

  private evict(): void {
    if (this.idle <= this.idleLimit) return;
    for (const [name, slot] of this.slots) {
      if (this.idle <= this.idleLimit) return;
      if (slot.listeners.size === 0 && !slot.overlay) this.forget(name, slot);
    }
  }
}
