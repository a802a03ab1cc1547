import { TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import type { Month } from '@/generated/contract';
import type { AmountFormat } from '@/lib/format/amount';
import { monthTitle } from '@/lib/format/dates';
import { GLOBAL_SHEET } from '@/lib/sheet/names';
import { useAmountCell } from '@/lib/sheet/useCell';
import { budgetTexts } from '@/texts/budget';
import { overspentWords } from '../model/overspent';
import styles from './AlertStrip.module.css';
import { useOverspent } from './useOverspent';

interface AlertStripProps {
  month: Month;
  /** Names the month, where several are shown. */
  withMonth?: boolean;
  categoryIds: readonly string[];
  amounts: AmountFormat;
}

/** What needs attention: overspent categories of the month, transactions without a category. */
export function AlertStrip({ month, withMonth, categoryIds, amounts }: AlertStripProps) {
  const overspent = useOverspent(month, categoryIds);
  const uncategorized = useAmountCell(GLOBAL_SHEET, 'uncategorized-amount') ?? 0;
  const isOverspent = overspent.count + overspent.rolling > 0;
  if (!isOverspent && uncategorized === 0) return null;
  return (
    <div className={styles.strip}>
      {isOverspent && (
        <p className={styles.overspent}>
          <TriangleAlert size="1rem" aria-hidden="true" />
          <span>
            {withMonth && <strong>{monthTitle(month)}: </strong>}
            {overspentWords(overspent, amounts.format)}
          </span>
        </p>
      )}
      {uncategorized > 0 && (
        <Link
          to="/accounts/uncategorized"
          state={{ goBack: true }}
          className={styles.uncategorized ?? ''}
        >
          {budgetTexts.uncategorized(uncategorized)}
        </Link>
      )}
    </div>
  );
}
