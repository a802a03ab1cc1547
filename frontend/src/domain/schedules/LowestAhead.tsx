import { TrendingDown } from 'lucide-react';
import { Button } from '@/components/Button';
import { formatDay } from '@/lib/format/dates';
import { pushModal } from '@/lib/modals/modals';
import { usePref } from '@/lib/prefs/prefs';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { comingTexts } from '@/texts/schedules';
import { useLowestBalances } from './api';
import styles from './LowestAhead.module.css';
import { LowestAheadDialog } from './LowestAheadDialog';

/** How low the balance of an account will be; a press says what makes it so low. */
export function LowestAhead({ accountId }: { accountId: string }) {
  const lowest = useLowestBalances().data?.find(({ account }) => account === accountId);
  const amounts = useAmountFormat();
  const dates = usePref('dateFormat');
  if (!lowest || lowest.steps.length === 0) return null;
  const amount = amounts.format(lowest.lowest);
  const explain = () =>
    pushModal('lowest-ahead', (close) => <LowestAheadDialog lowest={lowest} onClose={close} />);
  return (
    <Button look="bare" className={styles.button} onPress={explain}>
      <TrendingDown size="1rem" aria-hidden="true" />
      <span data-negative={lowest.lowest < 0 || undefined} className={styles.words}>
        {comingTexts.lowest(amount, formatDay(lowest.date, dates))}
      </span>
    </Button>
  );
}
