import type { Account, Category, CategoryGroup, CellValue, Month } from '@/generated/contract';
import { addMonths, monthRange } from '@/lib/format/dates';
import { monthSheet } from '@/lib/sheet/names';

/**
 * A small made-up budget for development without a backend. It imitates the rollover cells
 * closely enough to look at screens; it is no statement about the arithmetic.
 */
const GROUPS: readonly [name: string, categories: readonly [string, number, number][]][] = [
  [
    'Everyday',
    [
      ['Groceries', 52000, -41235],
      ['Eating out', 14000, -16380],
      ['Household', 8000, -3120],
      ['Transport', 9000, -6450],
    ],
  ],
  [
    'Home',
    [
      ['Rent', 128000, -128000],
      ['Electricity', 7500, -6890],
      ['Internet', 3990, -3990],
      ['Insurance', 6200, 0],
    ],
  ],
  [
    'Fun',
    [
      ['Books', 3000, -1899],
      ['Clothing', 6000, -12126],
      ['Gifts', 4000, 0],
    ],
  ],
  [
    'Savings',
    [
      ['Rainy day', 25000, 0],
      ['Holiday', 20000, 0],
      ['New laptop', 10000, 0],
    ],
  ],
];

const ACCOUNTS: readonly [name: string, balance: number, offbudget: boolean, closed: boolean][] = [
  ['Checking', 348261, false, false],
  ['Savings', 1250000, false, false],
  ['Credit card', -48713, false, false],
  ['Cash', 8540, false, false],
  ['Pension fund', 4821377, true, false],
  ['Mortgage', -18240000, true, false],
  ['Old student account', 0, false, true],
];

export interface BudgetRow {
  amount: number;
  carryover: boolean;
}

export class DemoBudget {
  readonly start: Month;
  readonly end: Month;
  groups: CategoryGroup[] = [];
  accounts: Account[] = [];
  notes: Record<string, string> = {};
  prefs: Record<string, unknown>;
  readonly rows = new Map<string, BudgetRow>();
  private readonly spent = new Map<string, number>();
  private readonly balances = new Map<string, number>();

  constructor(id: string, name: string, today: Month, filled: boolean) {
    this.start = addMonths(today, -6);
    this.end = addMonths(today, 12);
    this.prefs = { id, budgetName: name, budgetType: 'rollover' };
    this.addGroups(filled);
    if (filled) this.addAccounts();
  }

  get categories(): Category[] {
    return this.groups.flatMap(({ categories }) => categories);
  }

  row(month: Month, category: string): BudgetRow {
    return this.rows.get(`${month} ${category}`) ?? { amount: 0, carryover: false };
  }

  setRow(month: Month, category: string, row: BudgetRow): void {
    this.rows.set(`${month} ${category}`, row);
  }

  /** Every cell of every month and of the global sheet, by full name. */
  cells(): Map<string, CellValue> {
    const cells = new Map<string, CellValue>();
    const leftovers = new Map<string, number>();
    let [carried, buffered] = [0, 0];
    for (const month of monthRange(this.start, 19)) {
      const put = (name: string, value: CellValue) =>
        cells.set(`${monthSheet(month)}!${name}`, value);
      const overspent = this.lastOverspent(month, leftovers);
      const totals = this.putGroups(month, leftovers, put);
      const available = carried + buffered + totals.income;
      const toBudget = available + overspent - totals.budgeted;
      put('available-funds', available);
      put('from-last-month', carried + buffered);
      put('last-month-overspent', overspent);
      put('buffered', 0);
      put('buffered-selected', 0);
      put('total-budgeted', -totals.budgeted);
      put('total-income', totals.income);
      put('total-spent', totals.spent);
      put('total-leftover', totals.leftover);
      put('to-budget', toBudget);
      [carried, buffered] = [toBudget, 0];
    }
    this.putAccounts(cells);
    return cells;
  }

  private lastOverspent(month: Month, leftovers: Map<string, number>): number {
    let sum = 0;
    for (const [category, leftover] of leftovers) {
      if (leftover < 0 && !this.row(addMonths(month, -1), category).carryover) {
        sum += leftover;
        leftovers.set(category, 0);
      }
    }
    return sum;
  }

  private putGroups(
    month: Month,
    leftovers: Map<string, number>,
    put: (name: string, value: CellValue) => void,
  ) {
    const totals = { budgeted: 0, spent: 0, leftover: 0, income: 0 };
    for (const group of this.groups) {
      const sums = { budgeted: 0, spent: 0, leftover: 0 };
      for (const { id } of group.categories) {
        const { amount, carryover } = this.row(month, id);
        const spent = this.spent.get(`${month} ${id}`) ?? 0;
        put(`sum-amount-${id}`, spent);
        sums.spent += spent;
        if (group.is_income) continue;
        const leftover = (leftovers.get(id) ?? 0) + amount + spent;
        leftovers.set(id, leftover);
        put(`budget-${id}`, amount);
        put(`leftover-${id}`, leftover);
        put(`carryover-${id}`, carryover);
        sums.budgeted += amount;
        sums.leftover += leftover;
      }
      put(`group-sum-amount-${group.id}`, sums.spent);
      if (group.is_income) {
        totals.income += sums.spent;
        continue;
      }
      put(`group-budget-${group.id}`, sums.budgeted);
      put(`group-leftover-${group.id}`, sums.leftover);
      totals.budgeted += sums.budgeted;
      totals.spent += sums.spent;
      totals.leftover += sums.leftover;
    }
    return totals;
  }

  private putAccounts(cells: Map<string, CellValue>): void {
    const sums = { accounts: 0, budgeted: 0, offbudget: 0, closed: 0 };
    for (const { id, offbudget, closed } of this.accounts) {
      const balance = this.balances.get(id) ?? 0;
      cells.set(`__global!balance-${id}`, balance);
      sums.accounts += balance;
      if (closed) sums.closed += balance;
      else if (offbudget) sums.offbudget += balance;
      else sums.budgeted += balance;
    }
    cells.set('__global!accounts-balance', sums.accounts);
    cells.set('__global!budgeted-accounts-balance', sums.budgeted);
    cells.set('__global!offbudget-accounts-balance', sums.offbudget);
    cells.set('__global!closed-accounts-balance', sums.closed);
    cells.set('__global!uncategorized-balance', 0);
    cells.set('__global!uncategorized-amount', 3);
  }

  private addGroups(filled: boolean): void {
    const months = monthRange(this.start, 7);
    for (const [order, [name, categories]] of GROUPS.entries()) {
      const group = this.addGroup(name, order, false);
      for (const [place, [label, amount, spent]] of categories.entries()) {
        const category = this.addCategory(group, label, place);
        if (!filled) continue;
        for (const month of months) {
          this.setRow(month, category.id, { amount, carryover: label === 'Clothing' });
          this.spent.set(`${month} ${category.id}`, spent);
        }
      }
    }
    const income = this.addGroup('Income', GROUPS.length, true);
    const salary = this.addCategory(income, 'Salary', 0);
    this.addCategory(income, 'Other', 1);
    if (filled) for (const month of months) this.spent.set(`${month} ${salary.id}`, 312000);
  }

  addGroup(name: string, order: number, is_income: boolean): CategoryGroup {
    const id = `group-${this.groups.length}-${name.toLowerCase().replace(/\W+/g, '-')}`;
    const sort_order = order * 16384;
    const group = { id, name, is_income, hidden: false, sort_order, categories: [] };
    this.groups.push(group);
    return group;
  }

  addCategory(group: CategoryGroup, name: string, order: number): Category {
    const id = `${group.id}-${name.toLowerCase().replace(/\W+/g, '-')}`;
    const { is_income } = group;
    const category = {
      id,
      name,
      cat_group: group.id,
      is_income,
      hidden: false,
      sort_order: order * 16384,
    };
    group.categories.push(category);
    return category;
  }

  private addAccounts(): void {
    for (const [order, [name, balance, offbudget, closed]] of ACCOUNTS.entries()) {
      const id = `account-${order}`;
      this.accounts.push({ id, name, type: null, offbudget, closed, sort_order: order });
      this.balances.set(id, balance);
    }
  }
}
