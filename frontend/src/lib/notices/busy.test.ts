import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BUSY_AFTER_MS, whileBusy } from './busy';
import { clearNotices, useNotices } from './notices';

const shown = () => useNotices.getState().shown.map(({ type, message }) => `${type}: ${message}`);

beforeEach(() => {
  vi.useFakeTimers();
  clearNotices();
});
afterEach(() => void vi.useRealTimers());

test('what takes long is said until it is done, what does not is not', async () => {
  const quick = whileBusy('Changing one', Promise.resolve(1));
  expect(await quick).toBe(1);
  await vi.advanceTimersByTimeAsync(BUSY_AFTER_MS);
  expect(shown()).toEqual([]);
  let finish = (_: number) => {};
  const long = whileBusy('Changing many', new Promise<number>((done) => (finish = done)));
  await vi.advanceTimersByTimeAsync(BUSY_AFTER_MS);
  expect(shown()).toEqual(['busy: Changing many']);
  finish(2);
  expect(await long).toBe(2);
  expect(shown()).toEqual([]);
});

test('the words go as well when the work fails', async () => {
  let fail = (_: Error) => {};
  const long = whileBusy('Changing many', new Promise((_, reject) => (fail = reject)));
  await vi.advanceTimersByTimeAsync(BUSY_AFTER_MS);
  fail(new Error('refused'));
  await expect(long).rejects.toThrow('refused');
  expect(shown()).toEqual([]);
});
