import { LifeBuoy, TriangleAlert } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { Link } from 'react-router';
import { IconButton } from '@/components/IconButton';
import { useMedia } from '@/components/useMedia';
import type { BudgetType, CategoryGroup, Month } from '@/generated/contract';
import type { AmountFormat } from '@/lib/format/amount';
import { monthShort, monthTitle } from '@/lib/format/dates';
import { GLOBAL_SHEET } from '@/lib/sheet/names';
import { useAmountCell } from '@/lib/sheet/useCell';
import { budgetTexts } from '@/texts/budget';
import { expenseCategories, shownEnvelopes } from '../model/envelopes';
import { overspentShort, overspentWords } from '../model/overspent';
import styles from './AlertStrip.module.css';
import { useOverspent } from './useOverspent';

/** Widths that have no room for whole sentences; their hints have those. */
const NARROW_BAR = '(max-width: 1599px)';

interface AlertStripProps {
  month: Month;
  /** Tracking budgets take no money from other months, so they have no overspending to cover. */
  type: BudgetType;
  /** In the titlebar, where several months are shown below: short, and the month is named. */
  isInTitlebar?: boolean;
  groups: readonly CategoryGroup[];
  amounts: AmountFormat;
  /** Goes to the balance of a category. */
  onShow: (categoryId: string) => void;
  /** Covers overspent categories, instead of going to them. */
  onCover?: ((categoryIds: readonly string[]) => void) | undefined;
  /** Covers all shown envelopes that are overspent. */
  onCoverAll?: (() => void) | undefined;
}

/**
 * What needs attention: overspent categories of the month, transactions without a category. It comes
 * and goes while amounts are typed, so it stands where no row moves for it.
 */
export function AlertStrip(props: AlertStripProps) {
  const { month, type, isInTitlebar, groups, amounts, onShow, onCover, onCoverAll } = props;
  const categories = useMemo(() => expenseCategories(groups), [groups]);
  const categoryIds = useMemo(() => categories.map(({ id }) => id), [categories]);
  const shown = useMemo(() => new Set(shownEnvelopes(groups).map(({ id }) => id)), [groups]);
  const overspent = useOverspent(month, categoryIds);
  const uncategorized = useAmountCell(GLOBAL_SHEET, 'uncategorized-amount') ?? 0;
  const isShort = useMedia(NARROW_BAR);
  const last = useRef('');
  const showNext = () => {
    const { charged, ids } = overspent;
    if (onCover && charged.length > 0) return onCover(charged.map(({ id }) => id));
    last.current = ids[(ids.indexOf(last.current) + 1) % ids.length] ?? '';
    onShow(last.current);
  };
  const isOverspent = type === 'rollover' && overspent.ids.length > 0;
  if (!isOverspent && uncategorized === 0) return null;
  const nameOf = (id: string) => categories.find((it) => it.id === id)?.name ?? '';
  const words = overspentWords(overspent, nameOf, amounts.format);
  const hint = `${monthTitle(month)}: ${words}`;
  return (
    <div
      className={styles.strip}
      data-alerts={isInTitlebar ? undefined : ''}
      data-titlebar={isInTitlebar || undefined}
    >
      {isOverspent && (
        <button type="button" className={styles.overspent} title={hint} onClick={showNext}>
          <TriangleAlert size="1rem" aria-hidden="true" />
          <span>
            {isInTitlebar && !isShort && <strong>{monthShort(month)}: </strong>}
            {isShort ? overspentShort(overspent) : words}
          </span>
        </button>
      )}
      {isOverspent && onCoverAll && overspent.charged.some(({ id }) => shown.has(id)) && (
        <IconButton label={budgetTexts.coverAll} onPress={onCoverAll}>
          <LifeBuoy size="1rem" aria-hidden="true" />
        </IconButton>
      )}
      {uncategorized > 0 && (
        <Link
          to="/accounts/uncategorized"
          state={{ goBack: true }}
          className={styles.uncategorized ?? ''}
          title={budgetTexts.uncategorized(uncategorized)}
        >
          <span>
            {isShort
              ? budgetTexts.uncategorizedShort(uncategorized)
              : budgetTexts.uncategorized(uncategorized)}
          </span>
        </Link>
      )}
    </div>
  );
}
