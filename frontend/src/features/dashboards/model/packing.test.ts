import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { COLUMNS, grown, moved, type Place, pack, resized, stepped } from './packing';

const LEAST = { width: 3, height: 2 };

const card = (id: string, x: number, y: number, width: number, height: number): Place => ({
  id,
  x,
  y,
  width,
  height,
});

/** Places as other programs may have stored them. */
const stored = fc
  .array(
    fc.record({
      x: fc.integer({ min: -3, max: 20 }),
      y: fc.integer({ min: -3, max: 30 }),
      width: fc.integer({ min: -1, max: 20 }),
      height: fc.integer({ min: -1, max: 6 }),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((places) => places.map((place, at) => ({ id: `card-${at}`, ...place })));

const sharesColumns = (one: Place, other: Place) =>
  one.x < other.x + other.width && other.x < one.x + one.width;

const overlaps = (one: Place, other: Place) =>
  sharesColumns(one, other) && one.y < other.y + other.height && other.y < one.y + one.height;

function expectWellPacked(places: readonly Place[]): void {
  for (const place of places) {
    expect(place.x).toBeGreaterThanOrEqual(0);
    expect(place.x + place.width).toBeLessThanOrEqual(COLUMNS);
    expect(place.width).toBeGreaterThan(0);
    expect(place.height).toBeGreaterThan(0);
    const others = places.filter((other) => other !== place);
    expect(others.filter((other) => overlaps(place, other))).toEqual([]);
    const rests = others.some(
      (other) => sharesColumns(place, other) && other.y + other.height === place.y,
    );
    expect(place.y === 0 || rests).toBe(true);
  }
}

const at = (places: readonly Place[] | null, id: string) =>
  places?.find((place) => place.id === id);

describe('packing', () => {
  test('no card lies on another one, and each touches the top or the card above it', () => {
    fc.assert(fc.property(stored, (places) => expectWellPacked(pack(places))));
  });

  test('all cards are kept, and those of the same columns keep their order', () => {
    fc.assert(
      fc.property(stored, (places) => {
        const packed = pack(places);
        expect(packed.map(({ id }) => id).sort()).toEqual(places.map(({ id }) => id).sort());
        const row = new Map(places.map(({ id, y }) => [id, Math.max(0, y)]));
        for (const one of packed) {
          for (const other of packed) {
            if (!sharesColumns(one, other)) continue;
            const [first = 0, second = 0] = [row.get(one.id), row.get(other.id)];
            if (first < second) expect(one.y).toBeLessThan(other.y);
          }
        }
      }),
    );
  });

  test('packed cards stay where they are', () => {
    fc.assert(
      fc.property(stored, (places) => {
        const packed = pack(places);
        expect(pack(packed)).toEqual(packed);
      }),
    );
  });

  test('gaps of the stored rows are closed', () => {
    const packed = pack([card('a', 0, 0, 6, 2), card('b', 0, 5, 6, 2), card('c', 6, 8, 6, 2)]);
    expect(at(packed, 'b')?.y).toBe(2);
    expect(at(packed, 'c')?.y).toBe(0);
  });
});

describe('moving', () => {
  const two = [card('a', 0, 0, 6, 2), card('b', 0, 2, 6, 3)];

  test('down goes past the next card, and up comes back', () => {
    const down = stepped(two, 'a', { x: 0, y: 1 });
    expect(at(down, 'a')?.y).toBe(3);
    expect(at(down, 'b')?.y).toBe(0);
    expect(stepped(down ?? [], 'a', { x: 0, y: -1 })).toEqual(two);
  });

  test('beyond the edges it does not go', () => {
    expect(stepped(two, 'a', { x: -1, y: 0 })).toBeNull();
    expect(stepped(two, 'a', { x: 0, y: -1 })).toBeNull();
    expect(stepped(two, 'b', { x: 0, y: 1 })).toBeNull();
    expect(stepped([card('a', 6, 0, 6, 2)], 'a', { x: 1, y: 0 })).toBeNull();
  });

  test('to the side pushes down what is in the way', () => {
    const beside = [card('a', 0, 0, 6, 2), card('b', 6, 0, 6, 2)];
    const right = stepped(beside, 'a', { x: 1, y: 0 });
    expect(at(right, 'a')).toMatchObject({ x: 1, y: 0 });
    expect(at(right, 'b')).toMatchObject({ x: 6, y: 2 });
  });

  test('any move leaves the cards well packed', () => {
    const anywhere = fc.record({ x: fc.integer(), y: fc.integer({ min: -5, max: 40 }) });
    fc.assert(
      fc.property(stored, anywhere, (places, to) => {
        expectWellPacked(moved(pack(places), 'card-0', to));
      }),
    );
  });
});

describe('resizing', () => {
  test('stops at the smallest size and at the edge', () => {
    const only = [card('a', 8, 0, 4, 2)];
    expect(grown(only, 'a', { width: 1, height: 0 }, LEAST)).toBeNull();
    expect(grown(only, 'a', { width: 0, height: -1 }, LEAST)).toBeNull();
    expect(at(grown(only, 'a', { width: -1, height: 0 }, LEAST), 'a')?.width).toBe(3);
    expect(at(grown(only, 'a', { width: 0, height: 1 }, LEAST), 'a')?.height).toBe(3);
  });

  test('a card that is stored smaller can grow', () => {
    const small = [card('a', 0, 0, 1, 1)];
    expect(at(grown(small, 'a', { width: 1, height: 0 }, LEAST), 'a')?.width).toBe(2);
    expect(grown(small, 'a', { width: -1, height: 0 }, LEAST)).toBeNull();
  });

  test('any size leaves the cards well packed', () => {
    const size = fc.record({ width: fc.integer(), height: fc.integer({ max: 50 }) });
    fc.assert(
      fc.property(stored, size, (places, wanted) => {
        expectWellPacked(resized(pack(places), 'card-0', wanted, LEAST));
      }),
    );
  });
});
