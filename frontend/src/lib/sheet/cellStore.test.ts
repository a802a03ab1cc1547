import { beforeEach, expect, test, vi } from 'vitest';
import { CellStore, IDLE_CELLS } from './cellStore';

let store: CellStore;
beforeEach(() => {
  store = new CellStore();
});

test('only the listeners of a changed cell are called', () => {
  const [food, rent] = [vi.fn(), vi.fn()];
  store.listen('s!food', food);
  store.listen('s!rent', rent);
  store.setCells([['s!food', 5]], false);
  store.setCells([['s!food', 5]], false);
  expect(food).toHaveBeenCalledOnce();
  expect(rent).not.toHaveBeenCalled();
});

test('a change says whether this tab made it, and a first value never counts as foreign', () => {
  const changes: boolean[] = [];
  store.listen('s!food', ({ own }) => changes.push(own));
  store.setCells([['s!food', 1]], false);
  store.setCells([['s!food', 2]], false);
  store.setCells([['s!food', 3]], true);
  expect(changes).toEqual([true, false, true]);
});

test('pushed cells of a month that nobody looks at are not kept', () => {
  store.listen('budget202611!food', () => {});
  store.setCells(
    [
      ['budget202611!new', 1],
      ['budget203001!food', 1],
    ],
    false,
  );
  expect(store.get('budget202611!new')).toBe(1);
  expect(store.get('budget203001!food')).toBeUndefined();
});

test('a value loaded before a push does not overwrite the pushed one', () => {
  const asked = store.now();
  const done = store.expect('s');
  store.setCells([['s!food', 2]], false);
  done();
  store.load([['s!food', 1]], asked);
  expect(store.get('s!food')).toBe(2);
});

test('idle cells are evicted oldest first and cells with listeners never', () => {
  store.listen('s!kept', () => {});
  store.setCells([['s!kept', 1]], false);
  for (let index = 0; index < IDLE_CELLS + 10; index += 1) {
    store.setCells([[`s!c${index}`, index]], false);
  }
  expect(store.get('s!kept')).toBe(1);
  expect(store.get('s!c0')).toBeUndefined();
  expect(store.get(`s!c${IDLE_CELLS + 9}`)).toBe(IDLE_CELLS + 9);
  expect(store.size).toBe(IDLE_CELLS + 1);
});

test('eight months of a large budget stay warm', () => {
  for (let month = 1; month <= 8; month += 1) {
    store.load(Array.from({ length: 620 }, (_, index) => [`m${month}!c${index}`, index]));
  }
  expect(store.get('m1!c0')).toBe(0);
});

test('an optimistic value shows at once and returns to the old one on failure', async () => {
  store.load([['s!food', 1]]);
  const write = Promise.reject(new Error('refused'));
  const done = store.optimistic('s!food', 9, write);
  expect(store.get('s!food')).toBe(9);
  await expect(done).rejects.toThrow('refused');
  expect(store.get('s!food')).toBe(1);
});

test('an optimistic value stays over older events and yields to its own', async () => {
  store.load([['s!food', 1]]);
  let finish = () => {};
  const done = store.optimistic(
    's!food',
    9,
    new Promise<void>((resolve) => {
      finish = resolve;
    }),
  );
  store.setCells([['s!food', 5]], true);
  expect(store.get('s!food')).toBe(9);
  store.setCells([['s!food', 9]], true);
  store.setCells([['s!food', 12]], false);
  expect(store.get('s!food')).toBe(12);
  finish();
  await done;
  expect(store.get('s!food')).toBe(12);
});

test('an overlay whose write changed nothing gives way after the reply', async () => {
  vi.useFakeTimers();
  store.load([['s!food', 1]]);
  await store.optimistic('s!food', 9, Promise.resolve());
  vi.advanceTimersByTime(2_000);
  expect(store.get('s!food')).toBe(1);
  vi.useRealTimers();
});

test('cells that are listened to but unknown are asked for in one batch', async () => {
  const loader = vi.fn();
  store.setLoader(loader);
  store.listen('s!a', () => {});
  store.listen('s!b', () => {});
  await new Promise((resolve) => requestAnimationFrame(resolve));
  expect(loader).toHaveBeenCalledExactlyOnceWith(['s!a', 's!b']);
});
