import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  collectGuesses,
  explainDifference,
  type Found,
  findSets,
  type Guess,
  isSwapped,
} from './explain';

const row = (id: string, amount: number, date = '2026-11-20') => ({ id, amount, date, payee: id });
const guesses = (...args: Parameters<typeof explainDifference>): Guess[] =>
  [...explainDifference(...args)].filter((guess) => guess !== null);
const ids = (guess: Guess | undefined) => guess?.rows.map(({ id }) => id);

test('uncleared transactions that add up are found, few before many', () => {
  const open = [row('a', -500), row('b', -300), row('c', -200), row('d', 100)];
  const found = guesses({ open, cleared: [] }, -500);
  expect(found.map(ids)).toEqual([['a'], ['b', 'c']]);
  expect(found.every(({ kind }) => kind === 'clear')).toBe(true);
});

test('guesses that read the same are one, with their count', () => {
  const queue: (() => void)[] = [];
  const coffee = (id: string) => ({ ...row(id, -500), payee: 'Coffee' });
  const open = [coffee('a'), coffee('b'), row('c', -500)];
  let found: Found[] = [];
  collectGuesses(
    explainDifference({ open, cleared: [] }, -500),
    { later: (work) => queue.push(work), now: () => 0 },
    (result) => {
      found = result;
    },
  );
  queue.shift()?.();
  expect(found.map((guess) => [ids(guess), guess.alike])).toEqual([
    [['a'], 2],
    [['c'], 1],
  ]);
});

test('whatever set is found adds up to the difference', () => {
  const amounts = fc.array(fc.integer({ min: -9_999, max: 9_999 }), { maxLength: 12 });
  fc.assert(
    fc.property(amounts, fc.integer({ min: -9_999, max: 9_999 }), (list, target) => {
      const open = list.map((amount, index) => row(String(index), amount));
      for (const set of findSets(open, target)) {
        expect(set === null || set.reduce((total, { amount }) => total + amount, 0)).toBe(
          set === null || target,
        );
      }
    }),
  );
});

test('a sum entered twice is named with its twin', () => {
  const cleared = [row('a', -1200), row('b', 40), row('c', -1200, '2026-11-18')];
  expect(guesses({ open: [], cleared }, 1200).map(({ kind }) => kind)).toEqual(['twice']);
  const apart = [row('a', -1200), row('c', -1200, '2026-01-18')];
  expect(guesses({ open: [], cleared: apart }, 1200).map(({ kind }) => kind)).toEqual([
    'unclear',
    'unclear',
  ]);
});

test('a swapped sign and swapped digits are named', () => {
  expect(guesses({ open: [], cleared: [row('a', 700)] }, -1400)).toMatchObject([{ kind: 'sign' }]);
  // -12.54 was entered, the bank has -15.24.
  expect(guesses({ open: [], cleared: [row('a', -1254)] }, -270)).toMatchObject([
    { kind: 'digits', meant: -1524 },
  ]);
});

test('digits are swapped only when two neighbours changed places', () => {
  expect(isSwapped(1254, 1524)).toBe(true);
  expect(isSwapped(90, 9)).toBe(true);
  expect(isSwapped(1254, 4251)).toBe(false);
  expect(isSwapped(1254, -1524)).toBe(false);
  expect(isSwapped(1254, 1254)).toBe(false);
});

test('no difference needs no guess', () => {
  expect(guesses({ open: [row('a', 0)], cleared: [] }, 0)).toEqual([]);
});

test('the work is cut into slices and ends after fifty milliseconds', () => {
  const open = Array.from({ length: 30 }, (_, index) => row(String(index), 1 + index * 1000));
  let clock = 0;
  const queue: (() => void)[] = [];
  const idle = {
    now: () => {
      clock += 1;
      return clock;
    },
    later: (work: () => void) => void queue.push(work),
  };
  let found: Guess[] | undefined;
  let slices = 0;
  collectGuesses(explainDifference({ open, cleared: [] }, -77), idle, (result) => {
    found = result;
  });
  for (let work = queue.shift(); work; work = queue.shift()) {
    const before = clock;
    work();
    slices += 1;
    expect(clock - before).toBeLessThan(15);
  }
  expect(found).toEqual([]);
  expect(slices).toBeGreaterThan(3);
  expect(clock).toBeLessThan(80);
});
