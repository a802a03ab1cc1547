/**
 * A list of any number of lines in an element of limited height. Browsers cut off what is too high
 * (Chromium at 33.5 million pixels of the screen, Firefox at 17.9 million), so beyond a safe height
 * the element holds a stretch of the lines that moves along. The wheel and the keys move line by
 * line as in any list; dragging the bar goes through all lines in proportion.
 *
 * A "place" is a position in the element, `base + place` the line that stands there.
 */

/** Height of the element in px at most; right up to ten pixels of the screen for each. */
const MAX_HEIGHT_PX = 3_000_000;
/** The share of the places at each end that always stand for the outermost lines, one to one. */
const END_SHARE = 0.1;
/** The stretch moves on when fewer places than this are left to scroll on to. */
const SPARE_PLACES = 500;
/** Going to a line farther away than this counts as a jump. */
const NEAR_LINES = 1000;

export interface Span {
  /** All lines. */
  lines: number;
  /** Lines the element has places for. */
  places: number;
}

export function spanOf(lines: number, lineHeight: number): Span {
  return { lines, places: Math.min(lines, Math.floor(MAX_HEIGHT_PX / lineHeight)) };
}

/** The line that stands in a place when the bar is dragged there. */
export function lineAtPlace({ lines, places }: Span, place: number): number {
  const end = Math.floor(places * END_SHARE);
  const hidden = lines - places;
  if (place <= end) return place;
  if (place >= places - end) return place + hidden;
  return place + Math.round((hidden * (place - end)) / (places - 2 * end));
}

/** The place at which a line is put when it is jumped to. */
export function placeOfLine({ lines, places }: Span, line: number): number {
  const end = Math.floor(places * END_SHARE);
  if (line <= end) return line;
  if (line >= lines - end) return line - (lines - places);
  return end + Math.round(((line - end) * (places - 2 * end)) / (lines - 2 * end));
}

/** Which lines the element holds, and where it is scrolled to as far as that is known. */
export class Stretch {
  base = 0;
  private span: Span = { lines: 0, places: 0 };
  private lineHeight = 1;
  private top = 0;

  /** Sets the number or height of lines; returns the same as `scrolled`. */
  resize(span: Span, lineHeight: number): number | null {
    this.span = span;
    this.lineHeight = lineHeight;
    const before = this.base;
    this.base = this.within(before);
    const top = this.top + (before - this.base) * lineHeight;
    if (this.isRunningOut(top)) return this.moveOn(top);
    return top === this.top ? null : top;
  }

  /** Takes note of where the element was put by the program: that is no dragging. */
  put(top: number): void {
    this.top = top;
  }

  /**
   * The element was scrolled, by wheel for certain or in another way. Answers where it is to be put
   * instead, with the same lines in view, when the stretch had to move on.
   */
  scrolled(top: number, viewHeight: number, isWheel: boolean): number | null {
    const moved = Math.abs(top - this.top);
    this.top = top;
    if (this.isWhole) return null;
    if (!isWheel && moved > this.draggedPx(viewHeight)) {
      const place = Math.floor(top / this.lineHeight);
      this.base = lineAtPlace(this.span, place) - place;
      return null;
    }
    return this.isRunningOut(top) ? this.moveOn(top) : null;
  }

  /** The place to scroll to for a line to be seen. */
  reach(line: number): number {
    const first = this.base + Math.floor(this.top / this.lineHeight);
    const place = line - this.base;
    const isDrawn = place >= 0 && place < this.span.places;
    if (isDrawn && Math.abs(line - first) <= NEAR_LINES) return place;
    this.base = this.within(line - placeOfLine(this.span, line));
    return line - this.base;
  }

  /** Moves the same lines to where dragging would have put them; returns that position. */
  private moveOn(top: number): number {
    const place = Math.floor(top / this.lineHeight);
    const line = this.base + place;
    const other = placeOfLine(this.span, line);
    this.base = this.within(line - other);
    return top + (line - this.base - place) * this.lineHeight;
  }

  /** One pixel of the bar is many of the list: whoever moves that far at once is dragging. */
  private draggedPx(viewHeight: number): number {
    const height = this.span.places * this.lineHeight;
    return Math.max(viewHeight, height / Math.max(viewHeight, 1) / 2);
  }

  private isRunningOut(top: number): boolean {
    const place = Math.floor(top / this.lineHeight);
    const { lines, places } = this.span;
    const isAbove = place < SPARE_PLACES && this.base > 0;
    return isAbove || (place > places - SPARE_PLACES && this.base < lines - places);
  }

  private within(base: number): number {
    return Math.max(0, Math.min(base, this.span.lines - this.span.places));
  }

  private get isWhole(): boolean {
    return this.span.places >= this.span.lines;
  }
}
