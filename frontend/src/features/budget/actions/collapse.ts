import type { Action } from '@/lib/actions/actions';
import { measureColumn } from '../model/columns';
import { type BudgetAt, rowAt } from './at';

function isGroup(at: BudgetAt, collapsed: boolean): boolean {
  const row = rowAt(at);
  return row?.kind === 'group' && row.collapsed === collapsed && measureColumn(at.column) === null;
}

export const collapse: Action<BudgetAt> = {
  id: 'collapse',
  label: 'Collapse the group',
  keys: ['ArrowLeft'],
  applies: (at) => isGroup(at, false),
  run: ({ grid, rowId }) => grid.collapse(rowId, true),
};

export const expand: Action<BudgetAt> = {
  id: 'expand',
  label: 'Expand the group',
  keys: ['ArrowRight'],
  applies: (at) => isGroup(at, true),
  run: ({ grid, rowId }) => grid.collapse(rowId, false),
};

export const collapseAll: Action<BudgetAt> = {
  id: 'collapse-all',
  label: 'Collapse all groups',
  keys: ['Mod+ArrowUp'],
  run: ({ grid }) => grid.collapseAll(true),
};

export const expandAll: Action<BudgetAt> = {
  id: 'expand-all',
  label: 'Expand all groups',
  keys: ['Mod+ArrowDown'],
  run: ({ grid }) => grid.collapseAll(false),
};
