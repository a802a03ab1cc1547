import { expect, test } from 'vitest';
import { movable, type Place, TO_BUDGET } from './places';

const place = (id: string, balance: number | undefined): Place => ({ id, name: id, balance });

test.each([
  ['a cover gives at most what there is', 'cover', 4317, place('coffee', 3595), 3595],
  ['an overspent place covers nothing', 'cover', 4317, place('coffee', -1), 0],
  ['a full place covers it all', 'cover', 4317, place('coffee', 5000), 4317],
  ['an envelope may give more than it has', 'move', 4317, place('coffee', 3595), 4317],
  ['what is left to budget may not', 'move', 4317, place(TO_BUDGET, 100), 100],
  ['nothing is known of an unknown place', 'cover', 4317, undefined, 0],
] as const)('%s', (_, kind, cents, from, expected) => {
  expect(movable(kind, cents, from)).toBe(expected);
});
