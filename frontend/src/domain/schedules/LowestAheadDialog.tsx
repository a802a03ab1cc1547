import { Dialog } from '@/components/Dialog';
import { useLookups } from '@/domain/transactions/useTransactionData';
import type { LowestBalance } from '@/generated/contract';
import { formatDay } from '@/lib/format/dates';
import { usePref } from '@/lib/prefs/prefs';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { useToday } from '@/lib/prefs/useToday';
import { comingTexts } from '@/texts/schedules';
import styles from './LowestAhead.module.css';

interface LowestAheadDialogProps {
  lowest: LowestBalance;
  onClose: () => void;
}

/** The way of a balance from today to its lowest. */
export function LowestAheadDialog({ lowest, onClose }: LowestAheadDialogProps) {
  const amounts = useAmountFormat();
  const dates = usePref('dateFormat');
  const today = useToday();
  const account = useLookups().account.get(lowest.account);
  const { steps, income, until } = lowest;
  const words = comingTexts.lowest(amounts.format(lowest.lowest), formatDay(lowest.date, dates));
  return (
    <Dialog title={words} size="medium" onClose={onClose}>
      {account && <p className={styles.hint}>{account.name}</p>}
      <table className={styles.steps}>
        <thead>
          <tr>
            <th scope="col">{comingTexts.day}</th>
            <th scope="col">{comingTexts.what}</th>
            <th scope="col">{comingTexts.amount}</th>
            <th scope="col">{comingTexts.balance}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>{formatDay(today, dates)}</td>
            <td>{comingTexts.balanceToday}</td>
            <td />
            <td>{amounts.format(lowest.today)}</td>
          </tr>
          {steps.map(({ date, name, amount, balance }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a list of words without state.
            <tr key={at} data-last={at === steps.length - 1 || undefined}>
              <td>{formatDay(date, dates)}</td>
              <td>{name ?? comingTexts.entered}</td>
              <td>{amounts.format(amount)}</td>
              <td data-negative={balance < 0 || undefined}>{amounts.format(balance)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.hint}>
        {income
          ? comingTexts.untilIncome(formatDay(income, dates))
          : comingTexts.untilDay(formatDay(until, dates))}
      </p>
    </Dialog>
  );
}
