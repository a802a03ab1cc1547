import { beforeEach, expect, test, vi } from 'vitest';
import { CallError } from '@/lib/connection/callError';
import { FakeBackend, settle } from '@/testing/fakeBackend';
import { clearNotices, useNotices } from './notices';
import { offerAgain, saving } from './saving';

const told = () => useNotices.getState().shown.map(({ title, message }) => `${title}: ${message}`);
const run = (write: Promise<unknown>) => saving('a-write', write);

beforeEach(clearNotices);

test('what went well is not told of', async () => {
  expect(await run(Promise.resolve())).toBe(true);
  expect(told()).toEqual([]);
});

test('an amount that pushes a total out of range is told of without names of cells', async () => {
  const message = 'the amount is too large: budget202611!leftover-5a39 would leave the range';
  expect(await run(Promise.reject(new CallError('amount-too-large', message)))).toBe(false);
  expect(told()).toEqual(["Not saved: That's more than Sobre can hold. Check the zeros."]);
});

test('any other refusal is told in its own words, the latest one alone', async () => {
  await run(Promise.reject(new Error('a bug')));
  expect(told()).toEqual(['Not saved: Something bad happened, sorry!']);
  await run(Promise.reject(new CallError('group-exists', 'from the backend', { name: 'Fun' })));
  expect(told()).toEqual(['Not saved: There already is a group called Fun.']);
});

test('of a write that was on its way nobody says that it was not saved', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const backend = new FakeBackend().install();
  await settle();
  const sent = run(backend.connection.send('undo', {}));
  backend.reachable = false;
  backend.drop();
  await sent;
  expect(told()[0]).toMatch(/^May not be saved: /);
  const unsent = run(backend.connection.send('undo', {}));
  await vi.advanceTimersByTimeAsync(10_000);
  await unsent;
  expect(told()).toEqual(['Not saved: The connection was lost. Try again once it is back.']);
  vi.useRealTimers();
});

test('of several that fail at once each may be gone on with', async () => {
  const lost = () => Promise.reject(new CallError('too-slow', 'Too slow.'));
  await Promise.all([run(lost()), run(lost())]);
  for (const words of ['first', 'second']) {
    offerAgain('a-write', { id: words, words, again: () => true });
  }
  expect(told()).toEqual(['Not saved: “first”: Too slow.', 'Not saved: “second”: Too slow.']);
  useNotices.getState().shown[0]?.button?.action();
  expect(told()).toEqual(['Not saved: “second”: Too slow.']);
});
