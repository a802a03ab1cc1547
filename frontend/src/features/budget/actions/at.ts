/** The row and column a budget action is about. */
import type { Action } from '@/lib/actions/actions';
import { cellName, monthSheet } from '@/lib/sheet/names';
import { commonTexts } from '@/texts/common';
import type { BudgetAt } from '../grid/BudgetController';
import { categoryCell, groupCell } from '../model/cells';
import { isEditable, type MeasureColumn, measureAt, measureColumn } from '../model/columns';
import { type CategoryRow, type GridRow, type GroupRow, isItem } from '../model/rows';

export type { BudgetAt };

export function rowAt({ grid, rowId }: BudgetAt): GridRow | undefined {
  return grid.source.rowAt(grid.source.indexOf(rowId));
}

/** The group or category; only for actions that apply to one. */
export function itemAt(at: BudgetAt): GroupRow | CategoryRow {
  const row = rowAt(at);
  if (!isItem(row)) throw new Error(`Row ${at.rowId} is no group or category.`);
  return row;
}

export const onItem = (at: BudgetAt) => isItem(rowAt(at));
export const onName = (at: BudgetAt) => onItem(at) && measureColumn(at.column) === null;

/** Whether the cell is this measure of a category. */
export function onMeasure(at: BudgetAt, measure: MeasureColumn['measure']): boolean {
  return rowAt(at)?.kind === 'category' && measureColumn(at.column)?.measure === measure;
}

/** The full name of the cell whose number is shown; null for a name and for an empty place. */
export function numberAt(at: BudgetAt): string | null {
  const row = rowAt(at);
  const place = measureColumn(at.column);
  if (!isItem(row) || !place || measureAt(row, place.measure, at.grid.model) === null) return null;
  const nameOf = row.kind === 'group' ? groupCell : categoryCell;
  return cellName(monthSheet(place.month), nameOf(place.measure, row.id));
}

/** Writes wait for the connection. */
export function offline({ grid }: BudgetAt): string | undefined {
  return grid.model.offline ? commonTexts.offline : undefined;
}

/** Whether the cell is an amount that can be typed. */
export const onAmount = (at: BudgetAt) => isEditable(rowAt(at), at.column, at.grid.model.type);

/** What actions on such an amount have in common. */
export const ON_AMOUNT: Pick<Action<BudgetAt>, 'applies' | 'reason'> = {
  applies: onAmount,
  reason: offline,
};
