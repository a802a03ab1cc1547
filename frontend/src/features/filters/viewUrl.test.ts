import { beforeEach, expect, test } from 'vitest';
import type { KeptView } from '@/domain/transactions/view';
import type { Condition } from '@/generated/contract';
import { FakeBackend } from '@/testing/fakeBackend';
import { askFilters, knownFilters, viewOfSearch, viewSearch } from './viewUrl';

const FOOD: Condition = { field: 'category', op: 'is', value: 'food', type: 'id' };
const PLAIN: KeptView = {
  filterName: null,
  search: '',
  searchExpression: null,
  filters: [],
  savedId: null,
  parts: false,
  sort: null,
};

beforeEach(() => {
  new FakeBackend()
    .on('make-filters-from-conditions', ({ conditions }) => ({
      filters: conditions.map(({ field, value }: Condition) => ({ [field]: { $eq: value } })),
      errors: [],
    }))
    .install();
});

test('search, order and filters are in the address and come back from it', () => {
  const expressions = [{ category: { $eq: 'food' } }];
  const filter = { id: 'a', condition: FOOD, name: null, expressions };
  const sort = { column: 'payee', descending: true } as const;
  const view = { ...PLAIN, search: 'bread', sort, filters: [filter], filterName: 'Food' };
  const search = viewSearch(view, '?fake=open');
  expect(new URLSearchParams(search).get('fake')).toBe('open');
  const read = viewOfSearch(search);
  expect(read).toMatchObject({ search: 'bread', sort, filterName: 'Food', savedId: null });
  expect(knownFilters(read?.filters ?? [])).toMatchObject([{ condition: FOOD, expressions }]);
});

test('after a reload the backend makes the filters again', async () => {
  const rent: Condition = { ...FOOD, value: 'rent' };
  const f = JSON.stringify([{ c: rent }, { cs: [FOOD, rent], any: true, n: 'Either' }]);
  const filters = viewOfSearch(`?${new URLSearchParams({ f })}`)?.filters ?? [];
  expect(knownFilters(filters)).toBeNull();
  expect((await askFilters(filters)).map(({ expressions }) => expressions)).toEqual([
    [{ category: { $eq: 'rent' } }],
    [
      {
        $or: [{ $and: [{ category: { $eq: 'food' } }] }, { $and: [{ category: { $eq: 'rent' } }] }],
      },
    ],
  ]);
  expect(knownFilters(filters)).not.toBeNull();
});

test('chosen transactions are in the address unless they are many', () => {
  const chosen = (count: number) => {
    const ids = Array.from({ length: count }, (_, at) => `t${at}`);
    const expressions = [{ id: { $oneof: ids } }];
    return [{ id: 'a', condition: null, name: 'Selected', expressions }];
  };
  const few = viewOfSearch(viewSearch({ ...PLAIN, filters: chosen(2) }));
  expect(knownFilters(few?.filters ?? [])).toMatchObject([{ name: 'Selected' }]);
  expect(viewSearch({ ...PLAIN, filters: chosen(51) })).toBe('');
});

test('an address that says nothing is no view, and nonsense is left out', () => {
  expect(viewOfSearch('?m=2026-11')).toBeNull();
  expect(viewSearch(PLAIN)).toBe('');
  for (const f of ['x', '{}', '[1,null,{"n":5},{"ids":[3]},{}]']) {
    const read = viewOfSearch(`?${new URLSearchParams({ f, s: 'balance' })}`);
    expect(read).toMatchObject({ filters: [], sort: null });
  }
});

test('filters of a figure ask just what they say, and stay so in the address', () => {
  const expressions = [{ category: 'food' }, { 'account.offbudget': false }];
  const f = JSON.stringify([
    { c: FOOD, x: expressions },
    { x: [{ amount: 1 }], n: 'Money in' },
  ]);
  const read = viewOfSearch(`?${new URLSearchParams({ f, n: 'Food', parts: '1' })}`);
  const filters = knownFilters(read?.filters ?? []) ?? [];
  expect(read?.parts).toBe(true);
  expect(filters).toMatchObject([{ condition: FOOD, expressions }, { name: 'Money in' }]);
  const again = viewOfSearch(viewSearch({ ...PLAIN, filterName: 'Food', parts: true, filters }));
  expect(again).toEqual(read);
});

test('filters with neither a name nor a condition are left out', () => {
  const f = JSON.stringify([{ x: [{ amount: 1 }] }, { x: [3], n: 'Three' }]);
  expect(viewOfSearch(`?${new URLSearchParams({ f })}`)?.filters).toEqual([]);
});
