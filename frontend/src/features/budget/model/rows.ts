/**
 * The rows of the grid, from the category tree and the state of the screen.
 * Rows carry what is structure; no amount is in them, each cell reads its own.
 */
import type { CategoryGroup } from '@/generated/contract';

interface ItemRow {
  id: string;
  name: string;
  income: boolean;
  hidden: boolean;
  /** 1-based place among its visible siblings, and how many they are. */
  position: number;
  siblings: number;
}

export interface GroupRow extends ItemRow {
  kind: 'group';
  collapsed: boolean;
}

export interface CategoryRow extends ItemRow {
  kind: 'category';
  groupId: string;
}

/** A row that is only a place: where something is added, or a header inside the body. */
export interface PlaceRow {
  kind: 'new-group' | 'new-category' | 'add-group' | 'income-header';
  id: string;
  /** The group a new category goes to. */
  groupId: string | null;
}

export type GridRow = GroupRow | CategoryRow | PlaceRow;

/** Where a name is being typed for something new. */
export type Adding = { kind: 'group' } | { kind: 'category'; groupId: string };

export interface RowOptions {
  collapsed: ReadonlySet<string>;
  showHidden: boolean;
  adding: Adding | null;
}

export const ADD_GROUP_ROW = 'add-group';
export const NEW_GROUP_ROW = 'new-group';
export const NEW_CATEGORY_ROW = 'new-category';
const INCOME_HEADER_ROW = 'income-header';

export function buildRows(groups: readonly CategoryGroup[], options: RowOptions): GridRow[] {
  const shown = groups.filter((group) => options.showHidden || !group.hidden);
  const expense = shown.filter((group) => !group.is_income);
  const income = shown.filter((group) => group.is_income);
  const rows: GridRow[] = expense.flatMap((group, at) => section(group, at, expense, options));
  if (options.adding?.kind === 'group') rows.push(place('new-group', NEW_GROUP_ROW));
  rows.push(place('add-group', ADD_GROUP_ROW));
  if (income.length > 0) {
    rows.push(place('income-header', INCOME_HEADER_ROW));
    rows.push(...income.flatMap((group, at) => section(group, at, income, options)));
  }
  return rows;
}

function section(
  group: CategoryGroup,
  at: number,
  siblings: readonly CategoryGroup[],
  options: RowOptions,
): GridRow[] {
  const adding = options.adding?.kind === 'category' && options.adding.groupId === group.id;
  const collapsed = options.collapsed.has(group.id) && !adding;
  const rows: GridRow[] = [
    {
      kind: 'group',
      id: group.id,
      name: group.name,
      income: group.is_income,
      hidden: group.hidden,
      collapsed,
      position: at + 1,
      siblings: siblings.length,
    },
  ];
  if (collapsed) return rows;
  if (adding) rows.push(place('new-category', NEW_CATEGORY_ROW, group.id));
  const categories = group.categories.filter((item) => options.showHidden || !item.hidden);
  for (const [index, category] of categories.entries()) {
    rows.push({
      kind: 'category',
      id: category.id,
      groupId: group.id,
      name: category.name,
      income: group.is_income,
      hidden: category.hidden || group.hidden,
      position: index + 1,
      siblings: categories.length,
    });
  }
  return rows;
}

function place(kind: PlaceRow['kind'], id: string, groupId: string | null = null): PlaceRow {
  return { kind, id, groupId };
}

export function isItem(row: GridRow | undefined): row is GroupRow | CategoryRow {
  return row?.kind === 'group' || row?.kind === 'category';
}

/** Rows the focus may rest on. */
export function isFocusable(row: GridRow | undefined): boolean {
  return isItem(row) || row?.kind === 'add-group';
}

/** The group whose rows cover `index`, for the sticky header; null above the first one. */
export function groupAt(rows: readonly GridRow[], index: number): GroupRow | null {
  for (let at = Math.min(index, rows.length - 1); at >= 0; at--) {
    const row = rows[at];
    if (row?.kind === 'group') return row;
    if (row?.kind !== 'category' && row?.kind !== 'new-category') return null;
  }
  return null;
}
