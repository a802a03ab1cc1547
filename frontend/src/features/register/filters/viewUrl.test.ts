import { afterEach, expect, test } from 'vitest';
import {
  addFilter,
  openView,
  registerView,
  setSearch,
  sortBy,
  startReconcile,
} from '../model/view';
import { keepView, keptView } from './keptView';

afterEach(() => history.replaceState(null, ''));

const FILTER = { condition: null, name: 'Food', expressions: [{ category: 'food' }] };

test('search, filters and order are kept with the entry of the history they were made in', () => {
  history.replaceState({ idx: 3, key: 'here', usr: { goBack: true } }, '');
  openView('bank');
  const stop = keepView('here');
  addFilter(FILTER);
  setSearch('bread', { notes: 'bread' });
  sortBy('payee');
  startReconcile(100);
  const shown = registerView.getState();
  expect(history.state).toMatchObject({ idx: 3, key: 'here', usr: { goBack: true } });
  history.pushState({ idx: 4, key: 'there' }, '');
  sortBy('notes');
  expect(keptView('there')).toBeNull();
  stop();
  history.replaceState({ ...history.state, key: 'other' }, '');
  expect(keptView('here')).toBeNull();
  const { viewId: _, reconcile: __, ...kept } = shown;
  history.replaceState({ idx: 3, key: 'here', register: kept }, '');
  openView('bank', keptView('here') ?? {});
  expect(registerView.getState()).toEqual({ ...shown, reconcile: null });
});

test('without a router, and where it is too much, nothing is kept', () => {
  openView('bank');
  const stop = keepView('default');
  sortBy('payee');
  expect(history.state).toBeNull();
  history.replaceState({ idx: 0 }, '');
  addFilter({ ...FILTER, expressions: [{ id: { $oneof: Array(50_000).fill('12345') } }] });
  expect(keptView('default')).toBeNull();
  stop();
});
