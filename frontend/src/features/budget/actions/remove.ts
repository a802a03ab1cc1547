import { Trash2 } from 'lucide-react';
import type { Action } from '@/lib/actions/actions';
import { budgetTexts } from '@/texts/budget';
import { askDelete } from '../dialogs/askDelete';
import { type BudgetAt, itemAt, offline, onItem } from './at';

function lastIncomeGroup(at: BudgetAt): string | undefined {
  const row = itemAt(at);
  const incomeGroups = at.grid.model.groups.filter((group) => group.is_income);
  const isLast = row.kind === 'group' && row.income && incomeGroups.length === 1;
  return isLast ? budgetTexts.incomeGroupStays : undefined;
}

export const remove: Action<BudgetAt> = {
  id: 'delete',
  label: 'Delete',
  icon: Trash2,
  look: 'danger',
  applies: onItem,
  reason: (at) => offline(at) ?? lastIncomeGroup(at),
  run: (at) => void askDelete(itemAt(at), at.grid.model),
};
