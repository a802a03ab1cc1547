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
import { forecastFigure } from '../model/forecastFigure';
import { CardLine } from './CardLine';
import { Figure } from './Figure';

interface ForecastBodyProps {
  figures: Forecast;
  /** The settings of the card. */
  meta: Record<string, unknown> | null;
}

/** The expected balance of the accounts, its lowest point, and accounts that fall below zero. */
export function ForecastBody({ figures, meta }: ForecastBodyProps) {
  const { monthEnds, lowest, missed } = figures;
  const amounts = useAmountFormat();
  const today = useToday();
  const dates = usePref('dateFormat');
  const { data: accounts } = useAccounts();
  const values = monthEnds.map(({ balance }) => balance);
  const spark = useSparkWords(values);
  const last = monthEnds.at(-1);
  const { ahead, already } = belowZeroFrom(figures);
  const [next] = ahead;
  const below = next ?? already[0];
  const account = accounts?.find(({ id }) => id === below?.account);
  return (
    <>
      {last && (
        <Figure words={figureTexts.forecastEnd(formatDay(last.date, dates))}>
          {{
            id: 'balance',
            value: amounts.format(last.balance),
            ...forecastFigure(figures, last, { amounts, dates, today, meta: meta ?? {} }),
          }}
        </Figure>
      )}
      {lowest && (
        <p className={styles.note}>
          {figureTexts.lowest(amounts.format(lowest.balance), formatDay(lowest.date, dates))}
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
      <CardLine lines={[{ values, look: 'main' }]} {...spark} />
    </>
  );
}
