import { beforeEach, expect, test } from 'vitest';
import { budgetCells } from '@/testing/budgetCells';
import { FakeBackend, settle } from '@/testing/fakeBackend';
import { cells, loadMonth, prewarm, startSheet } from './sheet';

const CELL = 'budget202611!to-budget';
const MONTHS = 'get-budget-cells';

let backend: FakeBackend;

const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));

/** Answers the call of that place about the month. */
function answer(place: number, value: number): void {
  const call = backend.named(MONTHS)[place];
  if (call) backend.answer(call, budgetCells(['2026-11'], new Map([[CELL, value]])));
}

beforeEach(async () => {
  cells.clear();
  backend = new FakeBackend().install();
  const stop = startSheet();
  await settle();
  return stop;
});

test('calls at the same time share one request', async () => {
  const both = [loadMonth('2026-11'), loadMonth('2026-11')];
  await settle();
  expect(backend.named(MONTHS)).toHaveLength(1);
  answer(0, 1);
  await Promise.all(both);
  expect(cells.get(CELL)).toBe(1);
});

test('months wanted together travel together, and none twice', async () => {
  const wanted = ['2026-11', '2026-12', '2026-11'].map(prewarm);
  await settle();
  wanted.push(prewarm('2026-12'), prewarm('2027-01'));
  await settle();
  const asked = backend.named(MONTHS).map(({ args }) => args);
  expect(asked).toEqual([{ months: ['2026-11', '2026-12'] }, { months: ['2027-01'] }]);
  const known = new Map([
    [CELL, 1],
    ['budget202612!to-budget', 2],
  ]);
  const [first, second] = backend.named(MONTHS);
  if (first) backend.answer(first, budgetCells(['2026-11', '2026-12'], known));
  if (second) backend.answer(second, budgetCells(['2027-01'], known));
  await Promise.all(wanted);
  expect([cells.get(CELL), cells.get('budget202612!to-budget')]).toEqual([1, 2]);
  await prewarm('2026-12');
  expect(backend.named(MONTHS)).toHaveLength(2);
});

test('a name is put together from its block', async () => {
  const loaded = loadMonth('2026-11');
  await settle();
  const blocks = [
    { beginnings: ['to-budget', 'buffered'], ids: [''] },
    { beginnings: ['budget-', 'carryover-'], ids: ['food', 'rent'] },
  ];
  const months = [{ month: '2026-11', values: [1, 2, 3, true, null, false] }];
  const [call] = backend.named(MONTHS);
  if (call) backend.answer(call, { blocks, months });
  expect([...(await loaded)]).toHaveLength(6);
  const read = (name: string) => cells.get(`budget202611!${name}`);
  expect([read('buffered'), read('budget-food'), read('carryover-food')]).toEqual([2, 3, true]);
  expect([read('budget-rent'), read('carryover-rent')]).toEqual([null, false]);
});

test('a month of the budget before is never shown in the one opened after it', async () => {
  const before = loadMonth('2026-11');
  await settle();
  cells.clear();
  const after = loadMonth('2026-11');
  await settle();
  expect(backend.named(MONTHS)).toHaveLength(2);
  answer(1, 2);
  await after;
  answer(0, 1);
  await before;
  expect(cells.get(CELL)).toBe(2);
});

test('a cell whose loading failed is asked for again after a reconnect', async () => {
  const stop = cells.listen(CELL, () => {});
  await frame();
  const [call] = backend.calls.slice(-1);
  if (call) backend.refuse(call, 'network-failure');
  await settle();
  backend.push('hello', { session: 'tab-2', version: '0.1.0', today: '2026-11-20' });
  backend.on('getCell', ({ name }) => ({ name, value: 5 }));
  await frame();
  await settle();
  answer(1, 5);
  await settle();
  expect(cells.get(CELL)).toBe(5);
  stop();
});
