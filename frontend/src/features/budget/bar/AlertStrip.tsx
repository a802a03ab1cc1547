import { TriangleAlert } from 'lucide-react';
import { useRef } from 'react';
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
  /** Goes to the balance of a category. */
  onShow: (categoryId: string) => void;
}

/** What needs attention: overspent categories of the month, transactions without a category. */
export function AlertStrip(props: AlertStripProps) {
  const { month, withMonth, categoryIds, amounts, onShow } = props;
  const overspent = useOverspent(month, categoryIds);
  const uncategorized = useAmountCell(GLOBAL_SHEET, 'uncategorized-amount') ?? 0;
  const last = useRef('');
  const showNext = () => {
    const { ids } = overspent;
    last.current = ids[(ids.indexOf(last.current) + 1) % ids.length] ?? '';
    onShow(last.current);
  };
  const isOverspent = overspent.count + overspent.rolling > 0;
  if (!isOverspent && uncategorized === 0) return null;
  return (
    <div className={styles.strip}>
      {isOverspent && (
        <button type="button" className={styles.overspent} onClick={showNext}>
          <TriangleAlert size="1rem" aria-hidden="true" />
          <span>
            {withMonth && <strong>{monthTitle(month)}: </strong>}
            {overspentWords(overspent, amounts.format)}
          </span>
        </button>
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
