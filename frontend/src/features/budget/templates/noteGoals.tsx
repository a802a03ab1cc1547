import type { NoteDraft } from '@/components/NoteButton';
import { PartPlace } from '@/components/PartPlace';
import type { Month } from '@/generated/contract';
import { lazy } from '@/lib/parts/lazy';
import type { GridModel } from '../grid/gridModel';
import type { CategoryRow, GroupRow } from '../model/rows';

const GoalEditor = lazy(() => import('./GoalEditor'));

/** What follows the note of a category that can have goals; nothing for other notes. */
export function noteGoals(row: CategoryRow | GroupRow, month: Month, model: GridModel) {
  const isBudgeted = !row.income || model.type === 'report';
  if (!model.withGoals || row.kind !== 'category' || !isBudgeted) return undefined;
  const income = model.groups.filter((group) => group.is_income);
  const about = {
    category: row,
    month,
    incomes: income.flatMap((group) => group.categories.map(({ name }) => name)),
  };
  return (draft: NoteDraft) => (
    <PartPlace>
      <GoalEditor about={about} draft={draft} />
    </PartPlace>
  );
}
