import { beforeEach, expect, test, vi } from 'vitest';
import { useAnnouncement } from '@/lib/announce/announce';
import { send } from '@/lib/connection/backend';
import { CallError } from '@/lib/connection/callError';
import { confirmStep } from '@/lib/history/confirmStep';
import { clearHistory, startHistory } from '@/lib/history/history';
import { step } from '@/lib/history/steps';
import { clearNotices, useNotices } from '@/lib/notices/notices';
import { FakeBackend, settle } from '@/testing/fakeBackend';
import { redo, undo } from './undo';

const BUDGETED = step('budgeted', { amount: 5000, category: 'Food', month: '2026-11' });

let backend: FakeBackend;
let now = 0;

beforeEach(async () => {
  sessionStorage.clear();
  now += 10_000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  clearNotices();
  clearHistory();
  backend = new FakeBackend().install();
  backend.on('undo', () => ({
    number: 1,
    name: BUDGETED,
    undoTag: null,
    tables: [],
  }));
  backend.on('redo', () => ({
    number: 1,
    name: BUDGETED,
    undoTag: null,
    tables: [],
  }));
  const stop = startHistory();
  await settle();
  return stop;
});

const stepOf = (session: string) => ({
  number: Number(session.slice(4)[0]),
  name: BUDGETED,
  session,
});
const messages = () => useNotices.getState().shown.map(({ message }) => message);

test('undo says what it took back and offers to redo it', async () => {
  backend.push('history', { undo: stepOf('tab-1'), redo: null });
  undo();
  await settle();
  expect(messages()).toEqual(['Undid: Budgeted 50.00 to Food in November 2026']);
  expect(useNotices.getState().shown[0]?.button?.title).toBe('Redo');
});

test('the notice of a step goes when it is undone', async () => {
  backend.push('history', { undo: stepOf('tab-1'), redo: null });
  confirmStep(BUDGETED);
  expect(useNotices.getState().shown[0]?.button?.title).toBe('Undo');
  undo();
  await settle();
  expect(messages()).toEqual(['Undid: Budgeted 50.00 to Food in November 2026']);
});

test('presses within a tenth of a second count once', async () => {
  backend.push('history', { undo: stepOf('tab-1'), redo: null });
  undo();
  now += 99;
  undo();
  await settle();
  expect(backend.named('undo')).toHaveLength(1);
  now += 1;
  undo();
  await settle();
  expect(backend.named('undo')).toHaveLength(2);
});

test('a second press at once leaves the notice of the first', async () => {
  backend.push('history', { undo: stepOf('tab-1'), redo: null });
  undo();
  await settle();
  undo();
  expect(messages()).toEqual(['Undid: Budgeted 50.00 to Food in November 2026']);
});

test('a step of another tab is named and undone only after consent', async () => {
  backend.push('history', { undo: stepOf('tab-2'), redo: null });
  undo();
  await settle();
  expect(backend.named('undo')).toHaveLength(0);
  expect(messages()).toEqual([
    'Made in another tab: Budgeted 50.00 to Food in November 2026. Undo it?',
  ]);
  useNotices.getState().shown[0]?.button?.action();
  await settle();
  expect(backend.named('undo')).toHaveLength(1);
});

test('with nothing to undo or redo nothing is sent and that is said', () => {
  undo();
  expect(useAnnouncement.getState().text).toBe('Nothing to undo');
  redo();
  expect(useAnnouncement.getState().text).toBe('Nothing to redo');
  expect(backend.calls).toEqual([]);
});

test('steps from before a reconnect in the same tab are still its own', async () => {
  backend.session = 'tab-1b';
  backend.push('hello', { session: 'tab-1b', version: '0.1.0', today: '2026-11-20' });
  backend.push('history', { undo: stepOf('tab-1'), redo: null });
  undo();
  await settle();
  expect(backend.named('undo')).toHaveLength(1);
});

test('what was just sent is undone before the backend has told of it', async () => {
  backend.on('category-group-create', () => 'fun');
  const write = send(
    'category-group-create',
    { name: 'Fun' },
    { step: step('addedGroup', { name: 'Fun' }) },
  );
  undo();
  await write;
  await settle();
  expect(backend.calls.map(({ name }) => name)).toEqual(['category-group-create', 'undo']);
});

test('after a write that changed nothing, a step of another tab is still asked about', async () => {
  backend.push('history', { undo: stepOf('tab-2'), redo: null });
  backend.on('undo', ({ onlyOwn }) =>
    onlyOwn ? null : { number: 1, name: step('named', { name: 'x' }), undoTag: null, tables: [] },
  );
  backend.on('category-update', () => null);
  await send(
    'category-update',
    { id: 'a', name: 'Same' },
    { step: step('renamed', { from: 'Some', to: 'Same' }) },
  );
  undo();
  await settle();
  expect(backend.named('undo').map(({ args }) => args)).toEqual([{ onlyOwn: true }]);
  expect(messages()).toEqual([
    'Made in another tab: Budgeted 50.00 to Food in November 2026. Undo it?',
  ]);
  now += 10_000;
  useNotices.getState().shown[0]?.button?.action();
  await settle();
  expect(backend.named('undo')).toHaveLength(2);
});

test('after a write that changed nothing, an own step from before it is undone', async () => {
  backend.push('history', { undo: stepOf('tab-1'), redo: null });
  backend.on('undo', ({ onlyOwn }) =>
    onlyOwn ? null : { number: 1, name: step('named', { name: 'x' }), undoTag: null, tables: [] },
  );
  backend.on('category-update', () => null);
  await send(
    'category-update',
    { id: 'a', name: 'Same' },
    { step: step('renamed', { from: 'Some', to: 'Same' }) },
  );
  undo();
  await vi.waitFor(() => expect(messages()).toEqual(['Undid: x']));
});

test('a write that was refused leaves nothing to undo', async () => {
  const write = send(
    'category-group-create',
    { name: '' },
    { step: step('addedGroup', { name: '' }) },
  );
  await settle();
  for (const call of backend.named('category-group-create')) backend.refuse(call, 'name-required');
  await expect(write).rejects.toThrow();
  undo();
  await settle();
  expect(backend.named('undo')).toEqual([]);
});

test('a press while another is on its way takes the own step below', async () => {
  const below = { ...stepOf('tab-1'), number: 4 };
  backend.push('history', { undo: { ...below, number: 5 }, redo: null });
  let top = 5;
  backend.on('undo', ({ step }) => {
    if (step !== top) throw new CallError('another-step', 'Another step', { step: below });
    top -= 1;
    return { number: step, name: BUDGETED, undoTag: null, tables: [] };
  });
  undo();
  now += 200;
  undo();
  await settle();
  await settle();
  expect(backend.named('undo').map(({ args }) => args)).toEqual([
    { step: 5 },
    { step: 5 },
    { step: 4 },
  ]);
  expect(messages()).toEqual(['Undid: Budgeted 50.00 to Food in November 2026']);
});

test('a step another tab has made unnoticed is named instead of taken back', async () => {
  backend.push('history', { undo: stepOf('tab-1'), redo: null });
  const theirs = { number: 2, name: step('named', { name: 'Renamed Food' }), session: 'tab-2' };
  backend.on('undo', ({ step }) => {
    if (step === theirs.number) return { ...theirs, undoTag: null, tables: [] };
    throw new CallError('another-step', 'Another step', { step: theirs });
  });
  undo();
  await settle();
  const question = ['Made in another tab: Renamed Food. Undo it?'];
  expect(messages()).toEqual(question);
  backend.push('history', { undo: theirs, redo: null });
  expect(messages()).toEqual(question);
  now += 10_000;
  useNotices.getState().shown[0]?.button?.action();
  await settle();
  expect(backend.named('undo').map(({ args }) => args)).toEqual([{ step: 1 }, { step: 2 }]);
  expect(messages()).toEqual(['Undid: Renamed Food']);
});

test('a question about a step goes away when something else would be undone', async () => {
  backend.push('history', { undo: stepOf('tab-2'), redo: null });
  undo();
  expect(messages()).toHaveLength(1);
  backend.push('history', { undo: stepOf('tab-3'), redo: null });
  expect(messages()).toEqual([]);
});

test('the notice of what was undone after consent stays', async () => {
  backend.push('history', { undo: stepOf('tab-2'), redo: null });
  undo();
  useNotices.getState().shown[0]?.button?.action();
  await settle();
  backend.push('history', { undo: null, redo: stepOf('tab-2') });
  expect(messages()).toEqual(['Undid: Budgeted 50.00 to Food in November 2026']);
});
