import { Sparkline } from '@/components/charts/Sparkline';
import { useSparkWords } from '@/components/charts/useSparkWords';
import { belowZeroFrom } from '@/domain/reports/belowZero';
import type { Forecast } from '@/generated/contract';
import { useAccounts } from '@/lib/accounts/accounts';
import { formatDay } from '@/lib/format/dates';
import { usePref } from '@/lib/prefs/prefs';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { useToday } from '@/lib/prefs/useToday';
import { figureTexts } from '@/texts/dashboards';
import styles from '../card.module.css';
import { Figure } from './Figure';

/** What the accounts will hold, how low they get, and which of them falls below zero. */
export function ForecastBody({ figures }: { figures: Forecast }) {
  const { monthEnds, lowest, missed } = figures;
  const { format } = useAmountFormat();
  const dates = usePref('dateFormat');
  const { data: accounts } = useAccounts();
  const values = monthEnds.map(({ balance }) => balance);
  const spark = useSparkWords(values);
  const last = monthEnds.at(-1);
  const { ahead, already } = belowZeroFrom(figures, useToday());
  const [next] = ahead;
  const below = next ?? already[0];
  const account = accounts?.find(({ id }) => id === below?.account);
  return (
    <>
      {last && (
        <Figure words={figureTexts.forecastEnd(formatDay(last.date, dates))}>
          {{ id: 'balance', value: format(last.balance), place: '/schedules' }}
        </Figure>
      )}
      {lowest && (
        <p className={styles.note}>
          {figureTexts.lowest(format(lowest.balance), formatDay(lowest.date, dates))}
        </p>
      )}
      {below && account && (
        <p className={styles.words} data-tone="bad">
          {(below === next ? figureTexts.belowZero : figureTexts.wasBelowZero)(
            account.name,
            formatDay(below.date, dates),
          )}
        </p>
      )}
      {missed.length > 0 && <p className={styles.note}>{figureTexts.missed(missed.length)}</p>}
      <Sparkline lines={[{ values, look: 'main' }]} {...spark} />
    </>
  );
}
