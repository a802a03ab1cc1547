import type { AmountFormat } from '@/lib/format/amount';
import { useCell } from '@/lib/sheet/useCell';
import { templatesTexts } from '@/texts/templates';
import { categoryCell, cents } from '../model/cells';
import styles from './templates.module.css';

interface GoalDotProps {
  sheet: string;
  categoryId: string;
  amounts: AmountFormat;
}

/** Whether a category has what its goal asks for; nothing without a goal. */
export function GoalDot(props: GoalDotProps) {
  const goal = useCell(props.sheet, `goal-${props.categoryId}`);
  return typeof goal === 'number' ? <Progress goal={goal} {...props} /> : null;
}

function Progress({ goal, sheet, categoryId, amounts }: GoalDotProps & { goal: number }) {
  const isLong = cents(useCell(sheet, `long-goal-${categoryId}`)) !== 0;
  const reached = categoryCell(isLong ? 'balance' : 'budgeted', categoryId);
  const missing = goal - cents(useCell(sheet, reached));
  const isMissing = missing > 0;
  const state = isMissing
    ? templatesTexts.underfundedBy(amounts.format(missing))
    : templatesTexts.funded;
  const words = `${templatesTexts.goalOf(amounts.format(goal))}, ${state}`;
  return (
    <span
      role="img"
      aria-label={words}
      title={words}
      data-missing={isMissing || undefined}
      className={styles.goal}
    />
  );
}
