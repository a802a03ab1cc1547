import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineAtPlace, placeOfLine, Stretch, spanOf } from './stretch';

const LINE_PX = 32;
const VIEW_PX = 740;

/** A list on a screen as a browser would scroll it. */
class Screen {
  readonly stretch = new Stretch();
  top = 0;
  lines: number;

  constructor(lines: number) {
    this.lines = lines;
    this.resize(lines);
  }

  /** Pixels from the start of all lines to the upper edge of the view. */
  get position(): number {
    return this.stretch.base * LINE_PX + this.top;
  }

  get last(): number {
    return Math.max(0, this.lines * LINE_PX - VIEW_PX);
  }

  get lowest(): number {
    return spanOf(this.lines, LINE_PX).places * LINE_PX - VIEW_PX;
  }

  wheel(pixels: number): void {
    this.scrollTo(this.top + pixels, true);
  }

  drag(share: number): void {
    this.scrollTo(this.lowest * share, false);
  }

  reach(line: number): void {
    const place = this.stretch.reach(line);
    const [highest, lowest] = [(place + 1) * LINE_PX - VIEW_PX, place * LINE_PX];
    if (this.top < highest || this.top > lowest) {
      this.top = Math.max(0, Math.min(this.top < highest ? highest : lowest, this.lowest));
    }
    this.stretch.put(this.top);
  }

  resize(lines: number): void {
    this.lines = lines;
    this.put(this.stretch.resize(spanOf(lines, LINE_PX), LINE_PX));
    this.top = Math.max(0, Math.min(this.top, this.lowest));
  }

  private scrollTo(top: number, isWheel: boolean): void {
    this.top = Math.max(0, Math.min(this.lowest, top));
    this.put(this.stretch.scrolled(this.top, VIEW_PX, isWheel));
  }

  private put(top: number | null): void {
    if (top === null) return;
    this.top = top;
    this.stretch.put(top);
  }
}

const aCount = fc.integer({ min: 100_000, max: 20_000_000 });
const someWheel = fc.array(fc.integer({ min: -9000, max: 9000 }), { maxLength: 60 });

test('a list that is not too high is left as it is', () => {
  const screen = new Screen(90_000);
  screen.drag(0.5);
  screen.reach(89_999);
  expect(screen.stretch.base).toBe(0);
  expect(screen.position).toBe(screen.last);
});

test('dragging reaches every part of the list in order, and both ends exactly', () => {
  fc.assert(
    fc.property(aCount, fc.float({ min: 0, max: 1, noNaN: true }), (lines, share) => {
      const span = spanOf(lines, LINE_PX);
      expect(span.places * LINE_PX).toBeLessThanOrEqual(3_000_000);
      expect(lineAtPlace(span, 0)).toBe(0);
      expect(lineAtPlace(span, span.places - 1)).toBe(lines - 1);
      const place = Math.floor(share * (span.places - 2));
      expect(lineAtPlace(span, place + 1)).toBeGreaterThan(lineAtPlace(span, place));
      expect(placeOfLine(span, lineAtPlace(span, place))).toBe(place);
    }),
  );
});

test('the wheel moves by its pixels wherever the list is, up to the ends', () => {
  fc.assert(
    fc.property(
      aCount,
      fc.double({ min: 0, max: 1, noNaN: true }),
      someWheel,
      (lines, at, wheel) => {
        const screen = new Screen(lines);
        screen.drag(at);
        for (const pixels of wheel) {
          const wanted = Math.max(0, Math.min(screen.last, screen.position + pixels));
          screen.wheel(pixels);
          expect(screen.position).toBeCloseTo(wanted, 6);
        }
      },
    ),
  );
});

test('whoever goes on wheeling gets to the end, from wherever', () => {
  const screen = new Screen(1_000_000);
  screen.reach(40_000);
  for (let turn = 0; turn < 2_000; turn += 1) screen.wheel(-1_000);
  expect(screen.position).toBe(0);
  screen.reach(960_000);
  for (let turn = 0; turn < 2_000; turn += 1) screen.wheel(1_000);
  expect(screen.position).toBe(screen.last);
});

test('a line that is gone to is in view, from wherever, and near ones move the least', () => {
  fc.assert(
    fc.property(aCount, fc.array(fc.nat(), { minLength: 1, maxLength: 20 }), (lines, goals) => {
      const screen = new Screen(lines);
      for (const goal of goals) {
        const line = goal % lines;
        screen.reach(line);
        expect(screen.position).toBeLessThanOrEqual(line * LINE_PX);
        expect(screen.position + VIEW_PX).toBeGreaterThanOrEqual((line + 1) * LINE_PX);
        const before = screen.position;
        screen.reach(line);
        expect(screen.position).toBe(before);
        if (line + 1 < lines) screen.reach(line + 1);
        expect(screen.position - before).toBeLessThanOrEqual(LINE_PX);
      }
    }),
  );
});

test('lines that come or go at the end move nothing in view, and can be scrolled to', () => {
  const screen = new Screen(1_000_000);
  screen.reach(999_999);
  const before = screen.position;
  screen.resize(1_000_300);
  expect(screen.position).toBe(before);
  for (let turn = 0; turn < 10; turn += 1) screen.wheel(1_000);
  expect(screen.position).toBe(screen.last);
  screen.reach(500_000);
  const middle = screen.position;
  screen.resize(999_000);
  expect(screen.position).toBe(middle);
});

test('a list that gets too high, or is so no more, stays where it was read', () => {
  const screen = new Screen(93_000);
  screen.reach(92_999);
  const before = screen.position;
  screen.resize(94_000);
  expect(screen.position).toBe(before);
  screen.resize(93_000);
  expect(screen.position).toBe(before);
});
