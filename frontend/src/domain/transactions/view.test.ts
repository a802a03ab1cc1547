import { beforeEach, expect, test } from 'vitest';
import {
  addFilter,
  clearFilters,
  createView,
  isNarrowed,
  narrowing,
  openView,
  removeFilter,
  setSearch,
  startReconcile,
  type ViewStore,
} from './view';

const FOOD = { condition: null, name: 'Food', expressions: [{ category: 'food' }] };

let view: ViewStore;
beforeEach(() => {
  view = createView();
});

test('filters, search and reconciliation narrow the list together', () => {
  addFilter(view, FOOD);
  setSearch(view, 'bakery', { notes: { $like: '%bakery%' } });
  startReconcile(view, 0);
  expect(narrowing(view.getState())).toEqual([
    { category: 'food' },
    { notes: { $like: '%bakery%' } },
    { cleared: false },
  ]);
  expect(isNarrowed(view.getState())).toBe(true);
});

test('a filter is removed by its id', () => {
  const id = addFilter(view, FOOD);
  addFilter(view, { ...FOOD, name: 'Other' });
  removeFilter(view, id);
  expect(view.getState().filters.map(({ name }) => name)).toEqual(['Other']);
  clearFilters(view);
  expect(isNarrowed(view.getState())).toBe(false);
});

test('opening starts without the words and filters of before', () => {
  addFilter(view, FOOD);
  setSearch(view, 'bakery', { notes: 'bakery' });
  openView(view);
  expect(view.getState()).toMatchObject({ search: '', filters: [] });
});

test('each register has a view of its own', () => {
  const other = createView();
  addFilter(view, FOOD);
  expect(isNarrowed(other.getState())).toBe(false);
});

test('behind a figure parts are tested by themselves, and its name goes with its filters', () => {
  const filters = [
    { ...FOOD, id: 'food' },
    { ...FOOD, id: 'other' },
  ];
  openView(view, { filters, parts: true, filterName: 'Food in May' });
  expect(narrowing(view.getState())).toContainEqual({ is_parent: false });
  removeFilter(view, 'food');
  expect(view.getState()).toMatchObject({ filterName: null, parts: true });
  removeFilter(view, 'other');
  expect(narrowing(view.getState())).toEqual([]);
});
