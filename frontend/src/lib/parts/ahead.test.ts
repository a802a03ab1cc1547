import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FakeBackend } from '@/testing/fakeBackend';
import { AHEAD_AFTER_MS, AHEAD_EVERY_MS, startLoadingAhead, wantAhead } from './ahead';

let backend: FakeBackend;
let stop = () => {};

beforeEach(async () => {
  backend = new FakeBackend().install();
  await vi.waitFor(() => expect(backend.connection.state.getState().status).toBe('open'));
  vi.useFakeTimers();
  stop = startLoadingAhead();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it('loads part after part once the first screen is there, and none without a connection', async () => {
  const parts = [vi.fn(async () => {}), vi.fn(async () => {}), vi.fn(async () => {})];
  const calls = () => parts.map((part) => part.mock.calls.length);
  for (const part of parts) wantAhead(part);
  await pass(AHEAD_AFTER_MS - 1);
  expect(calls()).toEqual([0, 0, 0]);
  await pass(1);
  expect(calls()).toEqual([1, 0, 0]);
  await pass(AHEAD_EVERY_MS);
  expect(calls()).toEqual([1, 1, 0]);
  backend.reachable = false;
  backend.drop();
  await pass(10 * AHEAD_EVERY_MS);
  expect(calls()).toEqual([1, 1, 0]);
});

it('what is wanted soon comes before the others, and what it needs itself right after it', async () => {
  const order: string[] = [];
  const part = (name: string) => async () => void order.push(name);
  wantAhead(part('dialog'));
  wantAhead(async () => {
    order.push('screen');
    wantAhead(part('card'), true);
  }, true);
  // One for the part that the previous test left.
  await pass(AHEAD_AFTER_MS + 3 * AHEAD_EVERY_MS);
  expect(order).toEqual(['screen', 'card', 'dialog']);
});

it('ends with a part that does not load', async () => {
  const lost = vi.fn(() => Promise.reject(new Error('gone')));
  const other = vi.fn(async () => {});
  wantAhead(lost);
  wantAhead(other);
  await pass(2 * AHEAD_AFTER_MS);
  expect(lost).toHaveBeenCalledTimes(1);
  expect(other).not.toHaveBeenCalled();
});
