/** What is typed for a field that is still being made, such as the amount of a new part. */
import type { CommitHow } from '@/components/pickers/field';
import type { Key } from '../model/keyboard';
import type { CellPlace } from './gridStore';

export interface Held {
  text: string;
  /** The key that already left the field; what is typed after it is for nothing. */
  how: CommitHow | null;
}

/** Keys that say nothing by themselves. */
const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'Dead']);

export class Waiting {
  private held: Held | null = null;
  private place: CellPlace | null = null;

  get isOn(): boolean {
    return this.held !== null;
  }

  /** Waits at a cell; what was typed at the one before it is for the same field. */
  begin(place: CellPlace): void {
    this.held ??= { text: '', how: null };
    this.place = place;
  }

  /** Waits no longer; answers what was typed, null if nobody waited. */
  end(): Held | null {
    const { held } = this;
    this.held = null;
    this.place = null;
    return held;
  }

  /** Somebody who goes to another cell waits no longer. */
  leave({ rowId, column }: CellPlace): void {
    if (this.place?.rowId !== rowId || this.place.column !== column) this.end();
  }

  /** True when the key was for the field. */
  press(key: Key): boolean {
    const { held } = this;
    if (!held || key.command || MODIFIERS.has(key.key)) return false;
    const how = leavingKey(key);
    if (how) held.how ??= how;
    else if (key.key === 'Escape') this.end();
    else if (held.how === null && key.key === 'Backspace') held.text = held.text.slice(0, -1);
    else if (held.how === null && key.key.length === 1) held.text += key.key;
    else if (key.key.length > 1 && key.key !== 'Backspace') {
      // An arrow goes elsewhere.
      this.end();
      return false;
    }
    return true;
  }
}

function leavingKey({ key, shift }: Key): CommitHow | null {
  if (key === 'Enter') return shift ? 'shift-enter' : 'enter';
  if (key === 'Tab') return shift ? 'shift-tab' : 'tab';
  return null;
}
