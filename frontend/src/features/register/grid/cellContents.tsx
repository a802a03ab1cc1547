/** Cells that show more than a word or a number. */

import { CalendarClock, ChevronRight, TriangleAlert } from 'lucide-react';
import { categoryWords } from '@/domain/transactions/names';
import { commonTexts } from '@/texts/common';
import { schedulesTexts } from '@/texts/schedules';
import { transactionsTexts } from '@/texts/transactions';
import styles from './grid.module.css';
import type { RowContent } from './TransactionRow';
import { TransferArrow } from './TransferArrow';

export function PayeeCell({ row, payee, isTransfer, isAlone }: RowContent) {
  return (
    <>
      {row.is_child && !isAlone && <span className={styles.rail} aria-hidden="true" />}
      {isTransfer && <TransferArrow amount={row.amount} />}
      <span className={styles.text} title={payee}>
        {payee}
      </span>
      {row.schedule !== null && !row.is_child && (
        <span
          role="img"
          aria-label={schedulesTexts.linked}
          title={schedulesTexts.linked}
          className={styles.scheduled}
        >
          <CalendarClock size="0.875rem" aria-hidden="true" />
        </span>
      )}
    </>
  );
}

export function NotesCell({ notes }: { notes: string | null }) {
  return (
    <span className={`${styles.text} ${styles.notes}`} title={notes ?? ''}>
      {notes}
    </span>
  );
}

export function CategoryCell(props: RowContent) {
  const { row, model, childCount, isExpanded } = props;
  if (row.is_parent) {
    return (
      <>
        <button
          type="button"
          tabIndex={-1}
          data-action="fold"
          aria-expanded={isExpanded}
          title={props.childCategories}
          className={styles.split}
        >
          <ChevronRight size="0.875rem" data-open={isExpanded || undefined} aria-hidden="true" />
          {transactionsTexts.split(childCount)}
        </button>
        <SplitWarning {...props} />
      </>
    );
  }
  const words = categoryWords(row, props, childCount, model.data);
  const isMissing = words === '' && props.needsCategory;
  return (
    <span
      className={styles.text}
      title={words}
      data-quiet={(words !== '' && !props.category) || undefined}
      data-missing={isMissing || undefined}
    >
      {isMissing ? commonTexts.uncategorized : words}
    </span>
  );
}

/** A split that does not add up says by how much. */
function SplitWarning({ row, model }: RowContent) {
  if (!row.error || row.error.difference === 0) return null;
  const words = transactionsTexts.amountLeftOf(model.amounts.format(row.error.difference));
  return (
    <span role="img" aria-label={words} title={words} className={styles.warning}>
      <TriangleAlert size="0.9375rem" aria-hidden="true" />
    </span>
  );
}
