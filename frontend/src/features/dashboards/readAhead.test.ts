import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { figuresQuery } from '@/domain/reports/api';
import { CallError } from '@/lib/connection/callError';
import { useOpenFile } from '@/lib/files/openFile';
import { lists } from '@/lib/lists/lists';
import { AHEAD_AFTER_MS, startLoadingAhead } from '@/lib/parts/ahead';
import { getToday } from '@/lib/prefs/useToday';
import { FakeBackend } from '@/testing/fakeBackend';
import { pagesQuery } from './api';
import { startReadingAhead } from './readAhead';
import { card } from './testing/cards';

let backend: FakeBackend;
let stops: (() => void)[] = [];

beforeEach(async () => {
  lists.clear();
  useOpenFile.setState({ stage: 'closed', id: null });
  const cards = [
    card({ id: 'c-2', type: 'net-worth-card' }),
    card({ id: 'c-3', type: 'markdown-card' }),
  ];
  backend = new FakeBackend()
    .on('dashboards-get', () => [
      { id: 'p-1', name: 'Main', cards: [...cards, card({ id: 'c-1', type: 'cash-flow-card' })] },
      { id: 'p-2', name: 'Second', cards: [card({ id: 'c-4', type: 'summary-card' })] },
    ])
    .on('report/get', () => [])
    .on('report/figures', () => ({ revision: 1, cards: [] }))
    .install();
  await vi.waitFor(() => expect(backend.connection.state.getState().status).toBe('open'));
  vi.useFakeTimers();
  stops = [startLoadingAhead(), startReadingAhead()];
});
afterEach(() => {
  for (const stop of stops) stop();
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const called = () => backend.calls.map(({ name }) => name);

test('the first page and its figures are read while the budget rests, as the page asks for them', async () => {
  useOpenFile.setState({ stage: 'open', id: 'budget' });
  await pass(AHEAD_AFTER_MS);
  expect(called()).toEqual(['dashboards-get', 'report/get', 'report/figures']);
  expect(lists.getQueryData(pagesQuery.queryKey)).toHaveLength(2);
  const asked = [
    { type: 'cash-flow-card', meta: null },
    { type: 'net-worth-card', meta: null },
  ];
  expect(lists.getQueryData(figuresQuery(asked, getToday()).queryKey)).toBeDefined();
});

test('nothing is read without a budget, and each that opens is read ahead anew', async () => {
  await pass(2 * AHEAD_AFTER_MS);
  expect(called()).toEqual([]);
  useOpenFile.setState({ stage: 'open', id: 'one' });
  await pass(2 * AHEAD_AFTER_MS);
  expect(called()).toHaveLength(3);
  lists.clear();
  useOpenFile.setState({ stage: 'open', id: 'two' });
  await pass(2 * AHEAD_AFTER_MS);
  expect(called()).toHaveLength(6);
});

test('a page that cannot be read ahead keeps nothing else from loading', async () => {
  backend.on('report/figures', () => {
    throw new CallError('busy', 'busy');
  });
  useOpenFile.setState({ stage: 'open', id: 'one' });
  await pass(2 * AHEAD_AFTER_MS);
  useOpenFile.setState({ stage: 'open', id: 'two' });
  await pass(2 * AHEAD_AFTER_MS);
  expect(called().filter((name) => name === 'report/figures')).toHaveLength(2);
});
