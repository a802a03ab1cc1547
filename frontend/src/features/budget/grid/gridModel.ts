/** The rows, months, notes and formats of the grid, from props and lists; no amounts. */
import { createContext, use } from 'react';
import type { BudgetType, CategoryGroup, Month } from '@/generated/contract';
import type { AmountFormat } from '@/lib/format/amount';
import type { Measure } from '../model/cells';
import type { CategoryRow, GridRow, GroupRow } from '../model/rows';

export interface GridModel {
  groups: readonly CategoryGroup[];
  rows: readonly GridRow[];
  months: readonly Month[];
  type: BudgetType;
  measures: readonly Measure[];
  notes: Readonly<Record<string, string>>;
  collapsed: ReadonlySet<string>;
  showHidden: boolean;
  amounts: AmountFormat;
  /** Whether goals are shown: templates are switched on. */
  withGoals: boolean;
  /** Writes are refused while the connection is lost. */
  offline: boolean;
  /** Phone layout: higher rows, menus as sheets, a number pad. */
  isTouch: boolean;
}

export const GridModelContext = createContext<GridModel | null>(null);

export function useGridModel(): GridModel {
  const model = use(GridModelContext);
  if (!model) throw new Error('The grid model is missing: wrap the grid in its context.');
  return model;
}

export function rowOf(model: GridModel, rowId: string): GridRow | undefined {
  return model.rows.find((row) => row.id === rowId);
}

export function groupOf(model: GridModel, groupId: string | null): CategoryGroup | undefined {
  return model.groups.find((group) => group.id === groupId);
}

/** The categories of a group row, or the one of a category row. */
export function categoryIdsOf(model: GridModel, row: GroupRow | CategoryRow): string[] {
  if (row.kind === 'category') return [row.id];
  return (groupOf(model, row.id)?.categories ?? []).map((category) => category.id);
}
