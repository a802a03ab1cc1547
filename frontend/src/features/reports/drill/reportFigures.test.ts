import { expect, test } from 'vitest';
import type { CustomReport, ReportRow } from '@/generated/contract';
import { averageFigure, cellFigure, reportBehind } from './reportFigures';

const write = (cents: number) => String(cents);

const row = (id: string | null, value: number, more: Partial<ReportRow> = {}): ReportRow => ({
  id,
  special: id === null ? 'other' : null,
  name: id ?? 'Uncategorized',
  cells: [value, 0],
  trend: null,
  categories: [],
  deposits: 0,
  payments: value,
  net: value,
  value,
  ...more,
});

const sums = (value: number) => ({ deposits: 0, payments: value, net: value, value });
const month = (key: string, value: number) => ({
  ...sums(value),
  key,
  from: `${key}-01`,
  to: `${key}-28`,
});

const report = (more: Partial<CustomReport> = {}): CustomReport => ({
  start: '2026-10-01',
  end: '2026-11-30',
  interval: 'Monthly',
  split: 'Category',
  balanceType: 'Payment',
  graphType: 'BarGraph',
  overTime: false,
  intervals: [month('2026-10', -500), month('2026-11', 0)],
  total: sums(-500),
  average: -250,
  notShown: { hidden: null, offBudget: null, uncategorised: null },
  rows: [row('food', -300), row(null, -200)],
  slices: [],
  ...more,
});

test('bars open their row, and the total opens all rows', () => {
  const behind = reportBehind(report(), write);
  expect(behind('value', 0)).toMatchObject({ name: 'food', part: { row: 'food' } });
  expect(behind('value', 1)).toMatchObject({ part: { special: 'other' } });
  expect(behind('value', null)).toEqual({ part: {} });
});

test('the sides of a net report open deposits or payments', () => {
  const behind = reportBehind(report({ balanceType: 'Net' }), write);
  expect(behind('deposits', 0)?.adjusts).toEqual([{ side: 'in' }]);
  expect(behind('payments', null)?.adjusts).toEqual([{ side: 'out' }]);
});

test('over time, a figure belongs to a row and a period; combined rows are listed one by one', () => {
  const rows = Array.from({ length: 16 }, (_, at) => row(`r${at}`, -100 - at));
  const behind = reportBehind(report({ overTime: true, rows }), write);
  expect(behind('r15', 0)).toMatchObject({ part: { row: 'r15', point: '2026-10' } });
  expect(behind('total', 1)).toEqual({ part: { point: '2026-11' } });
  const others = behind('others', 0)?.terms?.map(({ of }) => [of.name, of.value, of.part]);
  expect(others).toEqual([
    ['r0', '100', { row: 'r0', point: '2026-10' }],
    ['r1', '101', { row: 'r1', point: '2026-10' }],
    ['r2', '102', { row: 'r2', point: '2026-10' }],
  ]);
});

test('slices open their row, and the remainder lists its rows', () => {
  const slices = [
    { id: 'food', name: 'food', value: -300, share: 60 },
    { id: null, name: null, value: -200, share: 40 },
  ];
  const behind = reportBehind(report({ graphType: 'DonutGraph', slices }), write);
  expect(behind('share', 0)).toMatchObject({ part: { row: 'food' } });
  expect(behind('value', 1)?.terms?.map(({ of }) => of.part)).toEqual([{ special: 'other' }]);
});

test('categories within groups open on their own', () => {
  const group = row('living', -300, { categories: [row('food', -300), row('fun', 0)] });
  const behind = reportBehind(report({ split: 'CategoryGroup', rows: [group] }), write);
  expect(behind('value', 0)).toMatchObject({ name: 'food', part: { row: 'food' } });
});

test('a budgeted amount opens the budget of its month', () => {
  const budgeted = report({ balanceType: 'Budgeted', split: 'Interval' });
  expect(reportBehind(budgeted, write)('value', 1)).toEqual({ place: '/budget?m=2026-11' });
  expect(cellFigure(budgeted, {})).toEqual({ place: '/budget' });
});

test('an average is the total divided by the number of periods', () => {
  const terms = averageFigure(report(), write).terms?.map(({ sign, of }) => [sign, of.value]);
  expect(terms).toEqual([
    ['', '500'],
    ['÷', '2'],
  ]);
});
