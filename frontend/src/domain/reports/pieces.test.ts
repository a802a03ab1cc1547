import { expect, test } from 'vitest';
import type { FigureRows, Recipe } from '@/generated/contract';
import { adjustedPieces } from './figure';
import { figurePlace } from './figurePlace';
import { datePieces, piecesOf } from './pieces';

const NONE: Recipe = {
  from: null,
  to: null,
  conditions: [],
  conditionsOp: 'and',
  rows: 'all',
  onBudget: null,
  side: null,
  part: null,
  shown: null,
  withoutIncome: false,
};
const ALIVE = { 'account.tombstone': false };
const FOOD = { field: 'category', op: 'is', value: 'food', type: 'id' };
const PLAIN = { field: 'transfer', op: 'is', value: false, type: 'boolean' };

const read = (recipe: Partial<Recipe>, filters: FigureRows['filters']) =>
  piecesOf({ recipe: { ...NONE, ...recipe }, filters: [ALIVE, ...filters] }, (id) =>
    id === 'home' ? 'Home' : undefined,
  );

test('whole months, years and days are one condition, others a first and a last day', () => {
  const values = (from: string, to: string) =>
    datePieces({ from, to }).map(({ condition }) => [condition?.op, condition?.value]);
  expect(values('2028-02-01', '2028-02-29')).toEqual([['is', '2028-02']]);
  expect(values('2026-01-01', '2026-12-31')).toEqual([['is', '2026']]);
  expect(values('2026-05-07', '2026-05-07')).toEqual([['is', '2026-05-07']]);
  expect(values('2026-02-01', '2026-02-27')).toEqual([
    ['gte', '2026-02-01'],
    ['lte', '2026-02-27'],
  ]);
  expect(datePieces({ from: null, to: '2026-02-27' })).toHaveLength(1);
});

test('each filter of a recipe is in one piece, in its order', () => {
  const filters = [
    { date: { $gte: '2026-05-01' } },
    { date: { $lte: '2026-05-31' } },
    { $and: [{ category: 'food' }, { transfer_id: null }] },
    { 'payee.transfer_acct': null },
    { 'account.offbudget': false },
    { amount: { $lt: 0 } },
    { 'category.group': 'home' },
    { amount: { $ne: 0 } },
    { $or: [{ 'category.hidden': false }] },
    { $or: [{ 'category.is_income': false }] },
  ];
  const recipe: Partial<Recipe> = {
    from: '2026-05-01',
    to: '2026-05-31',
    conditions: [FOOD, PLAIN],
    rows: 'plain',
    onBudget: true,
    side: 'out',
    part: { group: 'home' },
    shown: { hidden: false, offBudget: true, uncategorized: true },
    withoutIncome: true,
  };
  const pieces = read(recipe, filters);
  const [, , both, ...rest] = filters;
  expect(pieces.flatMap(({ expressions }) => expressions)).toEqual([
    ...filters.slice(0, 2),
    ...(both?.$and ?? []),
    ...rest,
  ]);
  expect(pieces.map(({ condition, name }) => name ?? condition?.field)).toEqual([
    'date',
    'category',
    'No transfers',
    'No transfers',
    'Budget accounts',
    'Money out',
    'Category group Home',
    'No amounts of 0',
    'No hidden categories',
    'No income categories',
  ]);
});

test('conditions that cannot be read have no filter', () => {
  const pieces = read({ conditions: [{ field: 'nothing' }], rows: 'transfers' }, [{ x: 1 }]);
  expect(pieces).toMatchObject([{ kind: 'rows', name: 'Only transfers', expressions: [{ x: 1 }] }]);
});

test('another figure of the same transactions has other days, and not all of the pieces', () => {
  const pieces = read({ to: '2026-05-31', side: 'in' }, [
    { date: { $lte: '2026-05-31' } },
    { amount: { $gt: 0 } },
  ]);
  const source = { card: { type: 'cash-flow-card' }, part: {} };
  const dates = { from: '2026-05-03', to: '2026-05-03' };
  const other = adjustedPieces(pieces, {
    ...source,
    adjusts: [{ dates }, { without: ['side'] }, { accounts: ['bank'] }],
  });
  expect(other.map(({ kind, condition }) => [kind, condition?.value])).toEqual([
    ['dates', '2026-05-03'],
    ['part', ['bank']],
  ]);
});

test('the address asks just what the pieces say', () => {
  const pieces = read({ part: 'noPayee' }, [{ payee: null }]);
  const { search, pathname } = new URL(figurePlace(pieces, 'Food, May 2026'), 'http://app');
  const params = new URLSearchParams(search);
  expect(pathname).toBe('/accounts/all');
  expect(JSON.parse(params.get('f') ?? '')).toEqual([
    { n: 'Without a payee', x: [{ payee: null }] },
  ]);
  expect([params.get('n'), params.get('parts')]).toEqual(['Food, May 2026', '1']);
});
