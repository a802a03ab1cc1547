/** The subject of a cell, read from its name: a category, a group or a month. */
import type { BudgetType, CategoryGroup, Month } from '@/generated/contract';
import { sheetMonth, splitCellName } from '@/lib/sheet/names';

/** Cells of one category, named by what comes before its id. */
const OF_CATEGORY = [
  'budget',
  'sum-amount',
  'leftover',
  'leftover-pos',
  'carryover',
  'goal',
  'long-goal',
  'underfunded',
] as const;

const OF_GROUP = ['group-budget', 'group-sum-amount', 'group-leftover'] as const;

const OF_MONTH = [
  'available-funds',
  'last-month-overspent',
  'buffered',
  'buffered-auto',
  'buffered-selected',
  'total-budgeted',
  'to-budget',
  'from-last-month',
  'total-income',
  'total-spent',
  'total-leftover',
  'total-budget-income',
  'total-saved',
  'real-saved',
  'total-underfunded',
] as const;

export type CellKind =
  | (typeof OF_CATEGORY)[number]
  | (typeof OF_GROUP)[number]
  | (typeof OF_MONTH)[number];

export interface Subject {
  /** The full name of the cell. */
  cell: string;
  kind: CellKind;
  month: Month;
  /** The category or group; null for a cell of the whole month. */
  item: { id: string; name: string; isIncome: boolean } | null;
}

/** The lists that names are found in. */
export interface Named {
  groups: readonly CategoryGroup[];
  type: BudgetType;
}

/** Null for a cell that the screen has no words for. */
export function subjectOf(cell: string, { groups }: Named): Subject | null {
  const [sheet, name] = splitCellName(cell);
  const month = sheetMonth(sheet);
  if (!month) return null;
  const whole = OF_MONTH.find((kind) => kind === name);
  if (whole) return { cell, kind: whole, month, item: null };
  for (const { id, name: itemName, is_income: isIncome, categories } of groups) {
    const ofGroup = OF_GROUP.find((kind) => name === `${kind}-${id}`);
    if (ofGroup) return { cell, kind: ofGroup, month, item: { id, name: itemName, isIncome } };
    const category = categories.find((each) => name.endsWith(`-${each.id}`));
    const kind = category && OF_CATEGORY.find((each) => name === `${each}-${category.id}`);
    if (kind) {
      return { cell, kind, month, item: { id: category.id, name: category.name, isIncome } };
    }
  }
  return null;
}
