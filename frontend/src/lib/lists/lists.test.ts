import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lists, reloadLists } from './lists';

let reads: number;
let leave = () => {};

/** A costly list in view. */
async function show(options: { enabled?: boolean; meta?: Record<string, string[]> } = {}) {
  const asked = {
    queryKey: ['schedules', 'all'],
    queryFn: () => {
      reads += 1;
      return Promise.resolve(reads);
    },
    meta: { tables: ['rules'], restedTables: ['transactions'] },
    ...options,
  };
  leave = new QueryObserver(lists, asked).subscribe(() => {});
  await vi.advanceTimersByTimeAsync(1_000);
}

beforeEach(() => {
  vi.useFakeTimers();
  lists.clear();
  reads = 0;
});
afterEach(() => {
  leave();
  vi.useRealTimers();
});

test('a costly list loads at once for one change, and once more for a burst', async () => {
  await show();
  expect(reads).toBe(1);
  reloadLists(['transactions']);
  await vi.advanceTimersByTimeAsync(0);
  expect(reads).toBe(2);
  for (let edit = 0; edit < 5; edit += 1) {
    await vi.advanceTimersByTimeAsync(100);
    reloadLists(['transactions']);
  }
  await vi.advanceTimersByTimeAsync(0);
  expect(reads).toBe(2);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reads).toBe(3);
});

test('a change of its own tables is read at once, and stands for those of the burst', async () => {
  await show();
  for (const tables of [['transactions'], ['transactions'], ['schedules', 'transactions']])
    reloadLists(tables);
  await vi.advanceTimersByTimeAsync(0);
  const before = reads;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reads).toBe(before);
});

test('a list that is not in view loads when it is shown next', async () => {
  await show();
  leave();
  for (let edit = 0; edit < 5; edit += 1) reloadLists(['transactions']);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reads).toBe(1);
  await show();
  expect(reads).toBe(2);
});

test('a quiet list loads once nothing has changed for a while, and the page is seen', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(false);
  await show({ meta: { idleTables: ['transactions'] } });
  for (let edit = 0; edit < 3; edit += 1) {
    reloadLists(['transactions']);
    await vi.advanceTimersByTimeAsync(1_500);
  }
  expect(reads).toBe(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reads).toBe(2);
  hidden.mockReturnValue(true);
  reloadLists(['transactions']);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reads).toBe(2);
  hidden.mockReturnValue(false);
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(reads).toBe(3);
});
