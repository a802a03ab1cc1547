import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { prepareFar } from '@/domain/transactions/entrySource';
import { comparison } from '@/domain/transactions/sort';
import type { Entry } from '@/domain/transactions/transaction';
import { entry, FakeLedger, splitEntry, transaction } from '../testing/fakeLedger';
import { PARTS_ONLY } from './folding';
import { RegisterList } from './registerList';

/** `count` transactions, the newest first in the list; amounts 1, 2, 3... cents. */
function plain(count: number): Entry[] {
  return Array.from({ length: count }, (_, at) =>
    entry(transaction(`t${at}`, { sort_order: count - at, amount: at + 1 })),
  );
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 40; turn += 1) await Promise.resolve();
}

/** With `tells`, a write's event contains the entry, as in a list of all transactions. */
async function opened(entries: Entry[], { tells = false } = {}) {
  const ledger = new FakeLedger(entries);
  if (tells) ledger.isListed = ({ row }) => row.account === 'bank';
  const list = new RegisterList(ledger);
  await list.open();
  return { ledger, list };
}

function idAt(list: RegisterList, line: number): string | null {
  const found = list.line(line);
  if (found.kind === 'unknown') return null;
  return found.kind === 'child' ? found.row.id : found.entry.row.id;
}

test('the first page and the whole length are there after opening', async () => {
  const { ledger, list } = await opened(plain(1000));
  expect(list.lineCount).toBe(1000);
  expect(idAt(list, 0)).toBe('t0');
  expect(idAt(list, 149)).toBe('t149');
  expect(idAt(list, 150)).toBeNull();
  expect(ledger.pages).toEqual([[0, 150]]);
});

test('a jump into a million rows loads the pages in view and no others', async () => {
  const ledger = new FakeLedger([]);
  const list = new RegisterList(ledger);
  const total = 1_000_000;
  ledger.count = async () => total;
  ledger.page = async (offset, limit) => {
    ledger.pages.push([offset, limit]);
    return Array.from({ length: limit }, (_, at) =>
      entry(transaction(`t${offset + at}`, { sort_order: total - offset - at })),
    );
  };
  await list.open();
  list.show(900_000, 900_030);
  await settle();
  expect(idAt(list, 900_010)).toBe('t900010');
  expect(ledger.pages).toEqual([
    [0, 150],
    [900_000, 150],
  ]);
  for (let line = 0; line < 300_000; line += 3_000) {
    list.show(line, line + 30);
    await settle();
  }
  expect([...list.loaded()].length).toBeLessThanOrEqual(41 * 150);
  expect(list.lineCount).toBe(total);
});

test('a changed row is fetched by its id; nothing that is loaded is read again', async () => {
  const { ledger, list } = await opened(plain(400));
  const others = idAt(list, 4);
  const untouched = list.entry('t5');
  ledger.put(entry(transaction('t3', { sort_order: 397, notes: 'changed' })));
  list.patch(['t3']);
  await settle();
  expect(list.row('t3')?.notes).toBe('changed');
  expect(list.entry('t5')).toBe(untouched);
  expect(idAt(list, 4)).toBe(others);
  expect(ledger.pages).toHaveLength(1);
  expect(ledger.asked).toEqual([['t3']]);
});

test('a new row at the top moves all others down and counts', async () => {
  const { ledger, list } = await opened(plain(400));
  ledger.put(entry(transaction('new', { sort_order: 9_999 })));
  list.patch(['new']);
  await settle();
  expect(idAt(list, 0)).toBe('new');
  expect(idAt(list, 1)).toBe('t0');
  expect(list.lineCount).toBe(401);
});

test('a row that leaves the view goes, and one that moves is found at its new place', async () => {
  const { ledger, list } = await opened(plain(400));
  ledger.remove('t2');
  ledger.put(entry(transaction('t0', { sort_order: 300.5, amount: 1 })));
  list.patch(['t2', 't0']);
  await settle();
  expect(list.entry('t2')).toBeUndefined();
  expect(idAt(list, 0)).toBe('t1');
  expect(list.lineOf('t0')).toBe(98);
  expect(list.lineCount).toBe(399);
});

test('a row that came to where nothing is loaded makes the list longer there', async () => {
  const { ledger, list } = await opened(plain(400));
  ledger.put(entry(transaction('old', { date: '2020-01-01' })));
  list.patch(['old']);
  await settle();
  expect(list.lineCount).toBe(401);
  list.show(380, 400);
  await settle();
  expect(idAt(list, 400)).toBe('old');
});

test('running balances follow a change of an older row by the difference', async () => {
  const { ledger, list } = await opened(plain(100));
  expect(list.balance('t99')).toBe(100);
  expect(list.balance('t0')).toBe(5050);
  ledger.put(entry(transaction('t50', { sort_order: 50, amount: 1_051 })));
  list.patch(['t50']);
  await settle();
  expect(list.balance('t51')).toBe(3724);
  expect(list.balance('t50')).toBe(3724 + 1051);
  expect(list.balance('t0')).toBe(6050);
});

test('an edit shows at once and is read again when it is written', async () => {
  const { ledger, list } = await opened(plain(10));
  let written = () => {};
  const write = new Promise<void>((resolve) => {
    written = resolve;
  });
  const done = list.optimistic(new Map([['t4', { notes: 'typed' }]]), write);
  expect(list.row('t4')?.notes).toBe('typed');
  list.patch(['t4']);
  await settle();
  expect(list.row('t4')?.notes).toBe('typed');
  ledger.put(entry(transaction('t4', { sort_order: 6, notes: 'kept' })));
  written();
  await done;
  await settle();
  expect(list.row('t4')?.notes).toBe('kept');
});

test('an edit that is refused gives the old value back', async () => {
  const { list } = await opened(plain(10));
  const done = list.optimistic(new Map([['t4', { notes: 'typed' }]]), Promise.reject(new Error()));
  await expect(done).rejects.toThrow();
  await settle();
  expect(list.row('t4')?.notes).toBeNull();
});

test('children are lines of their own only while their split is unfolded', async () => {
  const { list } = await opened([splitEntry('s', [-600, -400]), ...plain(3)]);
  const line = list.lineOf('s') ?? 0;
  expect(list.lineCount).toBe(6);
  expect(idAt(list, line + 2)).toBe('s-2');
  list.setFolding({ expanded: false, except: new Set() });
  expect(list.lineCount).toBe(4);
  expect(list.lineOf('s-2')).toBeNull();
  list.setFolding({ expanded: false, except: new Set(['s']) });
  expect(list.lineOf('s-2')).toBe(line + 2);
});

test('a changed child is patched with its whole split', async () => {
  const { ledger, list } = await opened([splitEntry('s', [-600, -400]), ...plain(3)]);
  ledger.put(splitEntry('s', [-600, -300, -100]));
  list.patch(['s-2', 's-3']);
  await settle();
  expect(list.entry('s')?.children.map(({ amount }) => amount)).toEqual([-600, -300, -100]);
  expect(ledger.asked[0]?.sort()).toEqual(['s', 's-1', 's-2', 's-3']);
});

test('a row that is told is put in its place and nothing is asked', async () => {
  const { ledger, list } = await opened(plain(100), { tells: true });
  const untouched = list.entry('t80');
  const told = [
    entry(transaction('t3', { sort_order: 97, amount: 1_004 })),
    entry(transaction('new', { sort_order: 50.5, amount: 10 })),
    entry(transaction('t60', { sort_order: 40, account: 'cash', amount: 61 })),
  ];
  list.patch(['t3', 'new', 't60', 't70'], told);
  expect(list.row('t3')?.amount).toBe(1_004);
  expect(list.entry('t80')).toBe(untouched);
  expect(idAt(list, 50)).toBe('new');
  // One went to another account and one is gone.
  expect([list.entry('t60'), list.entry('t70'), list.lineCount]).toEqual([
    undefined,
    undefined,
    99,
  ]);
  expect(list.balance('t0')).toBe(5050 + 1_000 + 10 - 61 - 71);
  await settle();
  expect([ledger.asked, ledger.counts]).toEqual([[], 1]);
});

test('a split of which a part is gone is asked for when only the part is told', async () => {
  const { ledger, list } = await opened([splitEntry('s', [-600, 0]), ...plain(3)], { tells: true });
  const whole = ledger.holding(['s'])[0] as Entry;
  ledger.put({ ...whole, children: whole.children.slice(0, 1) });
  list.patch(['s-2'], []);
  await settle();
  expect(list.entry('s')?.children).toHaveLength(1);
  expect(ledger.asked).toHaveLength(1);
});

test('what is told of a row while it is written shows when that is done', async () => {
  const { ledger, list } = await opened(plain(10), { tells: true });
  let written = () => {};
  const write = new Promise<void>((resolve) => {
    written = resolve;
  });
  const done = list.optimistic(new Map([['t4', { notes: 'typed' }]]), write);
  list.patch(['t4'], [entry(transaction('t4', { sort_order: 6, notes: 'kept', amount: 9 }))]);
  expect(list.row('t4')).toMatchObject({ notes: 'typed', amount: 9 });
  written();
  await done;
  expect(list.row('t4')?.notes).toBe('kept');
  await settle();
  expect(ledger.asked).toEqual([]);
});

test('a written row of which nobody tells is asked for', async () => {
  vi.useFakeTimers();
  const { ledger, list } = await opened(plain(10), { tells: true });
  await list.optimistic(new Map([['t4', { notes: ' same ' }]]), Promise.resolve());
  await list.optimistic(new Map([['t5', { notes: 'told' }]]), Promise.resolve());
  list.patch(['t5'], ledger.holding(['t5']));
  await settle();
  expect([list.row('t4')?.notes, ledger.asked]).toEqual([' same ', []]);
  await vi.runAllTimersAsync();
  vi.useRealTimers();
  expect([list.row('t4')?.notes, ledger.asked]).toEqual([null, [['t4']]]);
});

test('what is told while older answers are on their way is asked for after them', async () => {
  const { ledger, list } = await opened(plain(10), { tells: true });
  let open = () => {};
  ledger.gate = new Promise((resolve) => {
    open = resolve;
  });
  list.patch(['t4']);
  ledger.put(entry(transaction('t4', { sort_order: 6, notes: 'newer', amount: 5 })));
  list.patch(['t4'], ledger.holding(['t4']));
  open();
  await settle();
  expect([list.row('t4')?.notes, ledger.asked]).toEqual(['newer', [['t4'], ['t4']]]);
});

test('a list read anew keeps what stands in view', async () => {
  const { ledger, list } = await opened(plain(1000));
  list.show(600, 630);
  await settle();
  ledger.put(entry(transaction('t610', { sort_order: 390, notes: 'changed', amount: 611 })));
  await list.refetch();
  await settle();
  expect(list.row('t610')?.notes).toBe('changed');
  expect(idAt(list, 600)).toBe('t600');
  expect(list.lineCount).toBe(1000);
});

test('the end of a filtered list is asked for once, that of all transactions never', async () => {
  for (const [tells, asked] of [
    [true, [[0, 150]]],
    [
      false,
      [
        [0, 150],
        [999, 1],
      ],
    ],
  ] as const) {
    const { ledger, list } = await opened(plain(1000), { tells });
    await prepareFar(ledger, list);
    expect(ledger.pages).toEqual(asked);
    expect([list.lineCount, idAt(list, 999)]).toEqual([1000, null]);
  }
});

test('what is written while the list is opened is asked for as soon as it is open', async () => {
  const ledger = new FakeLedger(plain(400));
  let open = () => {};
  ledger.gate = new Promise((resolve) => {
    open = resolve;
  });
  const list = new RegisterList(ledger);
  const opening = list.open();
  ledger.put(entry(transaction('t3', { sort_order: 397, notes: 'changed' })));
  ledger.put(entry(transaction('new', { sort_order: 9_999 })));
  list.patch(['t3', 'new']);
  open();
  await opening;
  await settle();
  expect([list.row('t3')?.notes, idAt(list, 0), list.lineCount]).toEqual(['changed', 'new', 401]);
});

test('what is written while the list is read anew is not put back by the older answer', async () => {
  const { ledger, list } = await opened(plain(400));
  let open = () => {};
  ledger.gate = new Promise((resolve) => {
    open = resolve;
  });
  const reading = list.refetch();
  ledger.gate = null;
  ledger.put(entry(transaction('t3', { sort_order: 397, notes: 'changed' })));
  list.patch(['t3']);
  await settle();
  open();
  await reading;
  await settle();
  expect(list.row('t3')?.notes).toBe('changed');
});

test('in another order a changed row moves to its place in that order', async () => {
  const keyed = (id: string, key: string | null) => ({ ...entry(transaction(id)), keys: [key] });
  const ledger = new FakeLedger([]);
  ledger.compare = comparison({ column: 'amount', descending: false });
  for (const key of ['b', 'd', 'f', 'h']) ledger.put(keyed(`t-${key}`, key));
  const list = new RegisterList(ledger);
  await list.open();
  ledger.put(keyed('t-b', 'g'));
  ledger.put(keyed('t-new', 'c'));
  list.patch(['t-b', 't-new']);
  await settle();
  expect([0, 1, 2, 3, 4].map((line) => idAt(list, line))).toEqual([
    't-new',
    't-d',
    't-f',
    't-b',
    't-h',
  ]);
});

/** One change: what is put or removed, by number. */
const change = fc.record({
  remove: fc.boolean(),
  id: fc.nat(420),
  place: fc.nat(4000),
  amount: fc.integer({ min: -500, max: 500 }),
  lookAt: fc.nat(400),
  told: fc.boolean(),
});

test('after any changes the list says what the ledger says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 20 }), async (changes) => {
      const { ledger, list } = await opened(plain(400), { tells: true });
      for (const { remove, id, place, amount, lookAt, told } of changes) {
        list.show(lookAt, lookAt + 20);
        if (remove) ledger.remove(`t${id}`);
        else ledger.put(entry(transaction(`t${id}`, { sort_order: place / 10, amount })));
        list.patch([`t${id}`], told ? ledger.holding([`t${id}`]) : null);
        await settle();
      }
      for (let line = 0; line < list.lineCount; line += 20) {
        list.show(line, line + 20);
        await settle();
      }
      const shown = Array.from({ length: list.lineCount }, (_, line) => idAt(list, line));
      expect(shown).toEqual(ledger.entries.map(({ row }) => row.id));
      const truth = await ledger.page(0, 500);
      expect(truth.map(({ row }) => list.balance(row.id))).toEqual(
        truth.map(({ balance }) => balance),
      );
    }),
    { numRuns: 60 },
  );
});

test('after any changes a list in another order says what the ledger says', async () => {
  const keyed = (found: Entry): Entry => ({ ...found, keys: [found.row.amount] });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 20 }), async (changes) => {
      const ledger = new FakeLedger([]);
      ledger.compare = comparison({ column: 'amount', descending: true });
      ledger.hasBalances = false;
      for (const each of plain(400)) ledger.put(keyed(each));
      const list = new RegisterList(ledger);
      await list.open();
      for (const { remove, id, place, amount, lookAt } of changes) {
        list.show(lookAt, lookAt + 20);
        if (remove) ledger.remove(`t${id}`);
        else ledger.put(keyed(entry(transaction(`t${id}`, { sort_order: place / 10, amount }))));
        list.patch([`t${id}`]);
        await settle();
      }
      for (let line = 0; line < list.lineCount; line += 20) {
        list.show(line, line + 20);
        await settle();
      }
      const shown = Array.from({ length: list.lineCount }, (_, line) => idAt(list, line));
      expect(shown).toEqual(ledger.entries.map(({ row }) => row.id));
    }),
    { numRuns: 60 },
  );
});

test('behind a figure each part that matches has a line, and its split has none', async () => {
  const { row, children } = splitEntry('s', [1, 2, 3], { sort_order: 1 });
  const marked = children.map((part) => (part.amount === 2 ? { ...part, _unmatched: true } : part));
  const split = entry({ ...row, _unmatched: true }, marked);
  const ledger = new FakeLedger([
    entry(transaction('a', { sort_order: 2 })),
    split,
    entry(transaction('z', { sort_order: 0 })),
  ]);
  const list = new RegisterList(ledger, PARTS_ONLY);
  await list.open();
  const lines = Array.from({ length: list.lineCount }, (_, at) => idAt(list, at));
  expect(lines).toEqual(['a', 's-1', 's-3', 'z']);
  expect(lines.map((id) => list.lineOf(id ?? ''))).toEqual([0, 1, 2, 3]);
  expect([list.lineOf('s'), list.lineOf('s-2')]).toEqual([null, null]);
});
