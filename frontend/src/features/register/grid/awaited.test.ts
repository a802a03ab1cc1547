import { beforeEach, expect, test, vi } from 'vitest';
import { RegisterList } from '../model/registerList';
import { entry, FakeLedger, transaction } from '../testing/fakeLedger';
import { Awaited } from './Awaited';

const [then, never] = [vi.fn(), vi.fn()];
let ledger: FakeLedger;
let list: RegisterList;
let awaited: Awaited;

beforeEach(async () => {
  vi.clearAllMocks();
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => draw());
  ledger = new FakeLedger([entry(transaction('old'))]);
  list = new RegisterList(ledger);
  await list.open();
  awaited = new Awaited();
  awaited.add('new', list, { then, never });
});

/** Tells the list of rows, and draws it. */
async function tell(...ids: string[]): Promise<void> {
  const before = ledger.asked.length;
  list.patch(ids);
  await vi.waitFor(() => expect(ledger.asked.length > before && !list.isFetching).toBe(true));
  awaited.drawn(list);
}

test('what follows a row is done once it is drawn', async () => {
  await tell('old');
  expect([then, never].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  ledger.put(entry(transaction('new')));
  await tell('new');
  awaited.drawn(list);
  expect([then, never].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
});

test.each([
  ['the list was told of it and has it not', () => tell('new')],
  ['everything was read anew without it', () => list.refetch()],
  ['another list is shown', () => awaited.drawn(new RegisterList(ledger))],
  ['no list is shown any more', () => awaited.end()],
])('a row is waited for no longer once %s', async (_, happens) => {
  await happens();
  ledger.put(entry(transaction('new')));
  await tell('new');
  awaited.end();
  expect([then, never].map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
});
