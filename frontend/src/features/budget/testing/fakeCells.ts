/**
 * The budget arithmetic of the fake backend: every cell of every month, computed afresh.
 * Slow and plain on purpose; it serves tests and the in-browser demonstration only.
 */
import type { BudgetType, CategoryGroup, CellValue, Month } from '@/generated/contract';
import { addMonths } from '@/lib/format/dates';
import { monthSheet } from '@/lib/sheet/names';
import { carryoverCell, categoryCell, groupCell } from '../model/cells';

export interface BudgetState {
  type: BudgetType;
  months: Month[];
  groups: CategoryGroup[];
  /** Amounts and flags by "yyyy-MM category". */
  budgeted: Record<string, number>;
  spent: Record<string, number>;
  carryover: Record<string, boolean>;
  buffered: Record<Month, number>;
  notes: Record<string, string>;
}

export type CellMap = Map<string, CellValue>;

export function computeCells(state: BudgetState): CellMap {
  const cells: CellMap = new Map();
  for (const month of state.months) {
    const write = (name: string, value: CellValue) =>
      cells.set(`${monthSheet(month)}!${name}`, value);
    const before = monthSheet(addMonths(month, -1));
    const previous = (name: string) => cells.get(`${before}!${name}`) ?? 0;
    const read = (name: string) => Number(cells.get(`${monthSheet(month)}!${name}`) ?? 0);
    writeCategories(state, month, { write, previous, read });
    if (state.type === 'rollover') writeRollover(state, month, { write, previous, read });
    else writeReport(state, { write, previous, read });
  }
  return cells;
}

interface MonthCells {
  write(name: string, value: CellValue): void;
  previous(name: string): CellValue;
  read(name: string): number;
}

function writeCategories(state: BudgetState, month: Month, cells: MonthCells): void {
  for (const group of state.groups) {
    const sums = { budgeted: 0, spent: 0, balance: 0 };
    for (const { id, is_income: income } of group.categories) {
      const key = `${month} ${id}`;
      const budgeted = state.budgeted[key] ?? 0;
      const spent = state.spent[key] ?? 0;
      const rolls = cells.previous(carryoverCell(id)) === true;
      const last = Number(cells.previous(categoryCell('balance', id)));
      const report = state.type === 'report';
      const carried = rolls ? last : report ? 0 : Math.max(0, last);
      const balance = (report && income ? budgeted - spent : budgeted + spent) + carried;
      cells.write(categoryCell('budgeted', id), budgeted);
      cells.write(categoryCell('spent', id), spent);
      cells.write(categoryCell('balance', id), balance);
      cells.write(carryoverCell(id), state.carryover[key] ?? false);
      sums.budgeted += budgeted;
      sums.spent += spent;
      sums.balance += balance;
    }
    cells.write(groupCell('budgeted', group.id), sums.budgeted);
    cells.write(groupCell('spent', group.id), sums.spent);
    cells.write(groupCell('balance', group.id), sums.balance);
  }
}

function sumGroups(
  groups: readonly CategoryGroup[],
  measure: Parameters<typeof groupCell>[0],
  cells: MonthCells,
): number {
  return groups.reduce((sum, group) => sum + cells.read(groupCell(measure, group.id)), 0);
}

function writeRollover(state: BudgetState, month: Month, cells: MonthCells): void {
  const expense = state.groups.filter((group) => !group.is_income);
  const income = state.groups.filter((group) => group.is_income);
  const overspent = expense
    .flatMap((group) => group.categories)
    .filter(({ id }) => cells.previous(carryoverCell(id)) !== true)
    .reduce((sum, { id }) => sum + Math.min(0, Number(cells.previous(`leftover-${id}`))), 0);
  const totalIncome = sumGroups(income.slice(0, 1), 'spent', cells);
  const fromLast =
    Number(cells.previous('to-budget')) + Number(cells.previous('buffered-selected'));
  const budgeted = -sumGroups(expense, 'budgeted', cells);
  const buffered = state.buffered[month] ?? 0;
  cells.write('total-income', totalIncome);
  cells.write('from-last-month', fromLast);
  cells.write('available-funds', totalIncome + fromLast);
  cells.write('last-month-overspent', overspent);
  cells.write('total-budgeted', budgeted);
  cells.write('buffered', buffered);
  cells.write('buffered-selected', buffered);
  cells.write('to-budget', totalIncome + fromLast + overspent + budgeted - buffered);
  cells.write('total-spent', sumGroups(expense, 'spent', cells));
  cells.write('total-leftover', sumGroups(expense, 'balance', cells));
}

function writeReport(state: BudgetState, cells: MonthCells): void {
  const expense = state.groups.filter((group) => !group.is_income && !group.hidden);
  const income = state.groups.filter((group) => group.is_income).slice(0, 1);
  const totals = {
    'total-income': sumGroups(income, 'spent', cells),
    'total-budget-income': sumGroups(income, 'budgeted', cells),
    'total-budgeted': sumGroups(expense, 'budgeted', cells),
    'total-spent': sumGroups(expense, 'spent', cells),
    'total-leftover': sumGroups(expense, 'balance', cells),
  };
  for (const [name, value] of Object.entries(totals)) cells.write(name, value);
  cells.write('total-saved', totals['total-budget-income'] - totals['total-budgeted']);
  cells.write('real-saved', totals['total-income'] + totals['total-spent']);
}
