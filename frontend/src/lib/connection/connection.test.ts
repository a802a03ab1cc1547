import { beforeEach, expect, test, vi } from 'vitest';
import { ARGUMENT_BYTES } from '@/generated/contract';
import { FakeBackend, settle } from '@/testing/fakeBackend';
import type { CallError } from './callError';
import { PROBE_MS, SILENCE_MS } from './connection';

let backend: FakeBackend;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  backend = new FakeBackend();
  backend.connection.start();
  await settle();
  return () => vi.useRealTimers();
});

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'answered',
    (error: CallError) => error.code,
  );

test('a call is answered by the frame with its id', async () => {
  backend.on('get-budgets', () => []);
  await expect(backend.connection.send('get-budgets', {})).resolves.toEqual([]);
});

test('an error answer rejects with its code and words', async () => {
  const call = backend.connection.send('delete-budget', { id: 'x' });
  const sent = backend.calls[0];
  if (sent) backend.refuse(sent, 'budget-not-found', 'gone');
  await expect(call).rejects.toMatchObject({ code: 'budget-not-found', message: 'gone' });
});

test('the name of a step travels with its write', () => {
  const step = { key: 'addedGroup', params: { name: 'Fun' } };
  void backend.connection.send(
    'budget/budget-amount',
    { month: '2026-11', category: 'food', amount: 5000 },
    { step },
  );
  expect(backend.calls[0]?.undo).toEqual({ name: step });
});

test('a read under way survives one reconnect but not two', async () => {
  const outcome = codeOf(backend.connection.send('accounts-get', {}));
  backend.drop();
  await vi.advanceTimersByTimeAsync(250);
  expect(backend.named('accounts-get')).toHaveLength(2);
  backend.drop();
  expect(await outcome).toBe('network-failure');
});

test.each([
  ['payees-get', {}],
  ['make-filters-from-conditions', { conditions: [] }],
  ['transactions-export-query', { query: {} }],
] as const)('%s is asked again after a reconnect, as it changes nothing', async (name, args) => {
  void codeOf(backend.connection.send(name, args));
  backend.drop();
  await vi.advanceTimersByTimeAsync(250);
  expect(backend.named(name)).toHaveLength(2);
});

test('a write under way when the connection is lost fails, since its fate is unknown', async () => {
  const outcome = codeOf(backend.connection.send('undo', {}));
  backend.drop();
  expect(await outcome).toBe('network-failure');
});

test('a write made while disconnected is sent after a reconnect within ten seconds', async () => {
  backend.drop();
  backend.on('redo', () => null);
  const outcome = codeOf(backend.connection.send('redo', {}));
  await vi.advanceTimersByTimeAsync(300);
  expect(await outcome).toBe('answered');
});

test('a write that waits for ten seconds fails with network-failure', async () => {
  backend.reachable = false;
  backend.drop();
  const outcome = codeOf(backend.connection.send('redo', {}));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await outcome).toBe('network-failure');
  backend.reachable = true;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(backend.named('redo')).toHaveLength(0);
});

test('a connection that went silent is asked for a sign of life and then made anew', async () => {
  const lost = codeOf(backend.connection.send('undo', {}));
  await vi.advanceTimersByTimeAsync(SILENCE_MS);
  expect(backend.named('load-global-prefs')).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(PROBE_MS);
  expect(await lost).toBe('network-failure');
  expect(backend.connection.state.getState().status).toBe('lost');
  await vi.advanceTimersByTimeAsync(250);
  expect(backend.connection.state.getState().status).toBe('open');
});

test('a call that takes long is waited for while the backend gives signs of life', async () => {
  backend.on('load-global-prefs', () => ({}));
  const long = codeOf(backend.connection.send('redo', {}));
  await vi.advanceTimersByTimeAsync(10 * SILENCE_MS);
  expect(backend.named('load-global-prefs').length).toBeGreaterThan(5);
  const [call] = backend.named('redo');
  if (call) backend.answer(call, null);
  expect(await long).toBe('answered');
  expect(vi.getTimerCount()).toBe(0);
});

test('the day is told anew when another one begins', () => {
  backend.push('today-changed', { today: '2026-11-21' });
  expect(backend.connection.state.getState().today).toBe('2026-11-21');
});

test('tries come after 0.25, 0.5, 1, 2, 5 and 5 seconds', async () => {
  backend.reachable = false;
  backend.drop();
  const waits: number[] = [];
  for (const wait of [250, 500, 1000, 2000, 5000, 5000]) {
    const before = vi.getTimerCount();
    await vi.advanceTimersByTimeAsync(wait - 1);
    expect(vi.getTimerCount()).toBe(before);
    await vi.advanceTimersByTimeAsync(1);
    waits.push(wait);
  }
  backend.reachable = true;
  await vi.advanceTimersByTimeAsync(5000);
  expect(backend.connection.state.getState().status).toBe('open');
});

test('after a reconnect the budget is resumed from the last revision before anything else', async () => {
  backend.on('load-budget', () => ({ id: 'b', revision: 3, session: 'tab-1' }));
  await backend.connection.send('load-budget', { id: 'b' });
  const told = { tables: ['notes'], rows: null, origin: null };
  backend.push('sync-event', { ...told, type: 'applied', revision: 7 });
  // The rows of these cells are still to come, and this sync is no commit.
  backend.push('cells-changed', { revision: 8, origin: null, cells: [] });
  backend.push('sync-event', { ...told, type: 'success', revision: 9 });
  backend.drop();
  void backend.connection.send('accounts-get', {}).catch(() => {});
  await vi.advanceTimersByTimeAsync(250);
  const resumed = backend.calls.at(-1);
  expect(resumed).toMatchObject({ name: 'resume-budget', args: { id: 'b', revision: 7 } });
  if (resumed) backend.answer(resumed, { caughtUp: true, revision: 9 });
  await settle();
  expect(backend.calls.at(-1)?.name).toBe('accounts-get');
});

test('when missed changes cannot be replayed, everything shown is loaded again', async () => {
  const reload = vi.fn();
  backend.connection.listen('reload', reload);
  backend.on('load-budget', () => ({ id: 'b', revision: 3, session: 'tab-1' }));
  backend.on('resume-budget', () => ({ caughtUp: false, revision: 40 }));
  await backend.connection.send('load-budget', { id: 'b' });
  backend.drop();
  await vi.advanceTimersByTimeAsync(250);
  expect(reload).toHaveBeenCalledOnce();
});

test('a budget that is gone after the reconnect is reported as closed', async () => {
  const closed = vi.fn();
  backend.connection.listen('budget-closed', closed);
  backend.on('load-budget', () => ({ id: 'b', revision: 3, session: 'tab-1' }));
  await backend.connection.send('load-budget', { id: 'b' });
  backend.drop();
  await vi.advanceTimersByTimeAsync(250);
  const resumed = backend.named('resume-budget')[0];
  if (resumed) backend.refuse(resumed, 'budget-not-found');
  await settle();
  expect(closed).toHaveBeenCalledOnce();
});

test('what the backend would not take is refused in words, and the connection stays', async () => {
  const notes = 'n'.repeat(ARGUMENT_BYTES);
  const write = backend.connection.send('notes-save', { id: 'a', note: notes });
  await expect(write).rejects.toMatchObject({ code: 'too-many-rows' });
  expect(backend.named('notes-save')).toEqual([]);
  expect(backend.connection.state.getState().status).toBe('open');
});
