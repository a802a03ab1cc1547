import { beforeEach, expect, test } from 'vitest';
import {
  addFilter,
  clearFilters,
  isNarrowed,
  narrowing,
  openView,
  removeFilter,
  setSearch,
  startReconcile,
  useRegisterView,
} from './view';

const FOOD = { condition: null, name: 'Food', expressions: [{ category: 'food' }] };

beforeEach(() => openView('all'));

test('filters, search and reconciliation narrow the list together', () => {
  addFilter(FOOD);
  setSearch('bakery', { notes: { $like: '%bakery%' } });
  startReconcile(0);
  expect(narrowing(useRegisterView.getState())).toEqual([
    { category: 'food' },
    { notes: { $like: '%bakery%' } },
    { cleared: false },
  ]);
  expect(isNarrowed(useRegisterView.getState())).toBe(true);
});

test('a filter is removed by its id', () => {
  const id = addFilter(FOOD);
  addFilter({ ...FOOD, name: 'Other' });
  removeFilter(id);
  expect(useRegisterView.getState().filters.map(({ name }) => name)).toEqual(['Other']);
  clearFilters();
  expect(isNarrowed(useRegisterView.getState())).toBe(false);
});

test('another view starts without the words and filters of the last one', () => {
  addFilter(FOOD);
  setSearch('bakery', { notes: 'bakery' });
  openView('account-1');
  expect(useRegisterView.getState()).toMatchObject({
    viewId: 'account-1',
    search: '',
    filters: [],
  });
});
