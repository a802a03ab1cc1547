/** What is typed for a field that is still being made, such as the amount of a new part. */
import type { CommitHow } from '@/components/pickers/field';
import { isMac } from '@/lib/keys/keys';
import type { CellPlace } from './registerStore';

export interface Key {
  key: string;
  alt: boolean;
  shift: boolean;
  /** Ctrl, or Cmd on a Mac. */
  command: boolean;
}

export function keyOf({ key, altKey, shiftKey, ctrlKey, metaKey }: KeyboardEvent): Key {
  return { key, alt: altKey, shift: shiftKey, command: isMac ? metaKey : ctrlKey };
}

/** What the keys come to that were pressed meanwhile. */
export interface Typed {
  text: string;
  /** How the field is left again, if it is. */
  how: CommitHow | null;
  /** What was pressed after that. */
  rest: readonly Key[];
}

/** Keys that go elsewhere in the grid. */
const MOVES = /^(Arrow.*|Home|End|PageUp|PageDown)$/;
/** Keys that mean something to a cell, which is not the one they are for. */
const OF_CELLS = new Set(['F2', 'Delete', 'ContextMenu']);

export class Waiting {
  private keys: Key[] | null = null;
  private place: CellPlace | null = null;

  get isOn(): boolean {
    return this.keys !== null;
  }

  /** Waits at a cell; what was typed at the one before it is for the same field. */
  begin(place: CellPlace): void {
    this.keys ??= [];
    this.place = place;
  }

  /** Waits no longer; answers what was typed, null if nobody waited. */
  end(): Typed | null {
    const { keys } = this;
    this.keys = null;
    this.place = null;
    return keys && typedBy(keys);
  }

  /** Somebody who goes to another cell waits no longer. */
  leave({ rowId, column }: CellPlace): void {
    if (this.place?.rowId !== rowId || this.place.column !== column) this.end();
  }

  /** True when the key was for the field. */
  press(key: Key): boolean {
    const { keys } = this;
    if (!keys || key.command) return false;
    // Another part is not begun before this one is there.
    if (key.alt) return true;
    const isAway = MOVES.test(key.key) || (key.key === 'Tab' && keys.at(-1)?.key === 'Tab');
    if (isAway || key.key === 'Escape') this.end();
    if (isAway) return false;
    const isTyped = key.key.length === 1 || key.key === 'Backspace' || leavingBy(key) !== null;
    if (isTyped) keys.push(key);
    return isTyped || key.key === 'Escape' || OF_CELLS.has(key.key);
  }
}

/** What some keys come to in a field. */
export function typedBy(keys: readonly Key[]): Typed {
  let text = '';
  for (const [at, key] of keys.entries()) {
    const how = leavingBy(key);
    if (how) return { text, how, rest: keys.slice(at + 1) };
    text = key.key === 'Backspace' ? text.slice(0, -1) : text + key.key;
  }
  return { text, how: null, rest: [] };
}

function leavingBy({ key, shift }: Key): CommitHow | null {
  if (key === 'Enter') return shift ? 'shift-enter' : 'enter';
  if (key === 'Tab') return shift ? 'shift-tab' : 'tab';
  return null;
}
