import { expect, test } from 'vitest';
import { movable, type Place, proposedSource } from './places';
import { TO_BUDGET } from './toBudget';

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

test.each([
  ['the first that has enough', [8420, 50000], 60_00 + 10_000, 'place-1'],
  ['what is left to budget, if it suffices', [8420, 50000], 43_17, 'place-0'],
  ['the first one, if none has enough', [20, 10], 43_17, 'place-0'],
  ['nothing, if there is no place', [], 43_17, null],
] as const)('proposes %s', (_, balances, needed, expected) => {
  const places = balances.map((balance, at) => place(`place-${at}`, balance));
  expect(proposedSource([{ id: 'sources', name: '', places }], needed)).toBe(expected);
});
