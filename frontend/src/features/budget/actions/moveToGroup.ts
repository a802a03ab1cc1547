import { CornerUpRight } from 'lucide-react';
import type { Action } from '@/lib/actions/actions';
import { budgetTexts } from '@/texts/budget';
import { type BudgetAt, itemAt, offline, rowAt } from './at';

/** The groups of the same kind of money, without the category's own. */
function otherGroups(at: BudgetAt) {
  const row = rowAt(at);
  if (row?.kind !== 'category') return [];
  return at.grid.model.groups.filter(
    (group) => group.is_income === row.income && group.id !== row.groupId,
  );
}

export const moveToGroup: Action<BudgetAt> = {
  id: 'move-to',
  label: budgetTexts.moveToGroup,
  icon: CornerUpRight,
  applies: (at) => otherGroups(at).length > 0,
  reason: offline,
  run: () => false,
  choices: (at) => otherGroups(at).map(({ id, name }) => ({ id, label: name })),
  choose: (at, groupId) => {
    const { id, name } = itemAt(at);
    at.grid.move({ kind: 'category', id, groupId, targetId: null }, name);
  },
};
