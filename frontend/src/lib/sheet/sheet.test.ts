import { beforeEach, expect, test } from 'vitest';
import { FakeBackend, settle } from '@/testing/fakeBackend';
import { cells, loadMonth, startSheet } from './sheet';

const CELL = 'budget202611!to-budget';
const MONTH = 'rollover-budget-month';

let backend: FakeBackend;

const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));

/** Answers the call of that place for the month. */
function answer(place: number, value: number): void {
  const call = backend.named(MONTH)[place];
  if (call) backend.answer(call, [{ name: CELL, value }]);
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
  expect(backend.named(MONTH)).toHaveLength(1);
  answer(0, 1);
  await Promise.all(both);
  expect(cells.get(CELL)).toBe(1);
});

test('a month of the budget before is never shown in the one opened after it', async () => {
  const before = loadMonth('2026-11');
  cells.clear();
  const after = loadMonth('2026-11');
  expect(backend.named(MONTH)).toHaveLength(2);
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
