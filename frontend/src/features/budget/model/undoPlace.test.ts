import { expect, test } from 'vitest';
import { undoPlace } from './undoPlace';

const write = (dataset: string, row: string, column: string, value = 'N:0') => ({
  dataset,
  row,
  column,
  value,
});

test('a budgeted amount is at its category and month', () => {
  const messages = [write('zero_budgets', '202611-food', 'amount', 'N:5000')];
  expect(undoPlace(messages)).toEqual({ itemId: 'food', month: '2026-11', measure: 'budgeted' });
});

test('a category id may hold dashes', () => {
  const place = undoPlace([write('reflect_budgets', '202701-a-b-c', 'amount')]);
  expect(place).toEqual({ itemId: 'a-b-c', month: '2027-01', measure: 'budgeted' });
});

test('a rollover of many months is at the balance of the first of them', () => {
  const months = ['202711-food', '202612-food', '202611-food'];
  const columns = ['month', 'category', 'carryover'];
  const place = undoPlace(
    months.flatMap((row) => columns.map((column) => write('zero_budgets', row, column))),
  );
  expect(place).toEqual({ itemId: 'food', month: '2026-11', measure: 'balance' });
});

test('a moved category is told from the neighbours whose order was rewritten', () => {
  const messages = [
    write('categories', 'rent', 'sort_order'),
    write('categories', 'food', 'cat_group', 'S:home'),
    write('categories', 'food', 'sort_order'),
  ];
  expect(undoPlace(messages)).toMatchObject({ itemId: 'food', month: null });
});

test('a category that comes back is shown, not the budget moved with it', () => {
  const messages = [
    write('zero_budgets', '202611-general', 'amount'),
    write('categories', 'food', 'tombstone', 'N:0'),
  ];
  expect(undoPlace(messages)).toMatchObject({ itemId: 'food', month: null });
});

test('a row that is taken away has no place', () => {
  expect(undoPlace([write('categories', 'food', 'tombstone', 'N:1')])).toBeNull();
  expect(undoPlace(['something else', null])).toBeNull();
});
