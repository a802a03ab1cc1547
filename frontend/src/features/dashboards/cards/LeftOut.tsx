import type { NotShown } from '@/generated/contract';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { figureTexts } from '@/texts/dashboards';
import styles from '../card.module.css';

const KINDS = ['hidden', 'offBudget', 'uncategorised'] as const;

/** The transactions that the switches of the report leave out, and their sums. */
export function LeftOut({ notShown }: { notShown: NotShown }) {
  const { format } = useAmountFormat();
  const parts = KINDS.flatMap((kind) => {
    const left = notShown[kind];
    return left ? [figureTexts.notShownKinds[kind](left.count, format(left.sum))] : [];
  });
  return parts.length > 0 && <p className={styles.note}>{figureTexts.notShown(parts)}</p>;
}
