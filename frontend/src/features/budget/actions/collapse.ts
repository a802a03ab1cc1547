import type { Action } from '@/lib/actions/actions';
import { budgetTexts } from '@/texts/budget';
import { measureColumn } from '../model/columns';
import { type BudgetAt, rowAt } from './at';

function isGroup(at: BudgetAt, collapsed: boolean): boolean {
  const row = rowAt(at);
  return row?.kind === 'group' && row.collapsed === collapsed && measureColumn(at.column) === null;
}

export const collapse: Action<BudgetAt> = {
  id: 'collapse',
  label: budgetTexts.collapseTheGroup,
  keys: ['ArrowLeft'],
  applies: (at) => isGroup(at, false),
  run: ({ grid, rowId }) => grid.collapse(rowId, true),
};

export const expand: Action<BudgetAt> = {
  id: 'expand',
  label: budgetTexts.expandTheGroup,
  keys: ['ArrowRight'],
  applies: (at) => isGroup(at, true),
  run: ({ grid, rowId }) => grid.collapse(rowId, false),
};

export const collapseAll: Action<BudgetAt> = {
  id: 'collapse-all',
  label: budgetTexts.collapseAllGroups,
  keys: ['Mod+ArrowUp'],
  run: ({ grid }) => grid.collapseAll(true),
};

export const expandAll: Action<BudgetAt> = {
  id: 'expand-all',
  label: budgetTexts.expandAllGroups,
  keys: ['Mod+ArrowDown'],
  run: ({ grid }) => grid.collapseAll(false),
};
