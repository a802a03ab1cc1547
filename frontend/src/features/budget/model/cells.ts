/** Names of the cells of a month; sheets are named by `lib/sheet`. */

/** The three number columns of a month. */
export type Measure = 'budgeted' | 'spent' | 'balance';

/** What names of budgeted amounts begin with. */
export const BUDGETED = 'budget-';

const CATEGORY_CELLS: Record<Measure, string> = {
  budgeted: BUDGETED,
  spent: 'sum-amount-',
  balance: 'leftover-',
};

export function categoryCell(measure: Measure, categoryId: string): string {
  return CATEGORY_CELLS[measure] + categoryId;
}

export function groupCell(measure: Measure, groupId: string): string {
  return `group-${CATEGORY_CELLS[measure]}${groupId}`;
}

export function carryoverCell(categoryId: string): string {
  return `carryover-${categoryId}`;
}

/** A cell's value as whole cents: null, booleans and texts read as 0, -0 as 0. */
export function cents(value: unknown): number {
  return typeof value === 'number' && value !== 0 ? value : 0;
}
