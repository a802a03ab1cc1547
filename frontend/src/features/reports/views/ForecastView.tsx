import { ChartLine } from 'lucide-react';
import { useMemo } from 'react';
import type { ChartData } from '@/components/charts/chart';
import { EmptyNote } from '@/components/EmptyNote';
import { belowZeroFrom } from '@/domain/reports/belowZero';
import { forecastFigure } from '@/features/dashboards/model/forecastFigure';
import type { Forecast } from '@/generated/contract';
import { useAccounts } from '@/lib/accounts/accounts';
import { formatDay } from '@/lib/format/dates';
import { figureTexts } from '@/texts/dashboards';
import { reportScreenTexts as words } from '@/texts/reportScreens';
import { reportsTexts } from '@/texts/reports';
import type { Behind } from '../drill/behind';
import { Facts } from '../Facts';
import { periodOf } from '../model/periods';
import { trendSentence } from '../model/sentences';
import styles from '../reports.module.css';
import type { About, Written } from './about';
import { useWritten } from './useWritten';
import { ViewChart } from './ViewChart';

interface ForecastViewProps {
  figures: Forecast;
  about: About;
}

function chartOf(figures: Forecast, about: About, written: Written): ChartData {
  const { days, monthEnds } = figures;
  const isDaily = days.length > 0;
  const points = isDaily ? days : monthEnds;
  const periods = isDaily
    ? days.map(({ date }) => periodOf(date, written.dates))
    : monthEnds.map(({ month }) => periodOf(month, written.dates));
  const values = points.map(({ balance }) => balance);
  const today = isDaily ? days.findIndex(({ date }) => date === about.calendar.today) : -1;
  return {
    id: about.id,
    title: about.title,
    sentence: trendSentence(words.expectedBalance, {
      values,
      periods,
      amounts: written.amounts,
      isAtEnd: true,
    }),
    periodName: isDaily ? reportsTexts.day : reportsTexts.month,
    periods,
    series: [
      { id: 'balance', name: words.expectedBalance, values, look: 'area', hue: 1, pattern: 1 },
    ],
    ...(today > 0 ? { marks: [{ at: today, name: words.today }] } : {}),
  };
}

/** Past days open their transactions; future days open what moves the balance. */
const behindOf =
  (figures: Forecast, figureOf: (point: { date: string; balance: number }) => ReturnType<Behind>) =>
  (_: string, at: number | null) => {
    const { days, monthEnds } = figures;
    const point = (days.length > 0 ? days : monthEnds)[at ?? -1];
    return point ? figureOf(point) : null;
  };

/** The expected balance of the accounts, its lowest point, and accounts that fall below zero. */
export function ForecastView({ figures, about }: ForecastViewProps) {
  const written = useWritten();
  const { data: accounts } = useAccounts();
  const data = useMemo(() => chartOf(figures, about, written), [figures, about, written]);
  const { monthEnds, lowest, missed } = figures;
  const { amounts, dates } = written;
  const last = monthEnds.at(-1);
  if (!last) return <EmptyNote icon={ChartLine}>{words.noMonths}</EmptyNote>;
  const { ahead, already } = belowZeroFrom(figures);
  const { today } = about.calendar;
  const figureOf = (point: { date: string; balance: number }) =>
    forecastFigure(figures, point, { amounts, dates, today, meta: about.meta });
  const ofLowest = lowest && figureOf(lowest);
  const nameOf = (id: string) => accounts?.find((account) => account.id === id)?.name ?? '…';
  return (
    <>
      <Facts
        facts={[
          {
            name: words.expectedBalance,
            amount: amounts.format(last.balance),
            note: figureTexts.forecastEnd(formatDay(last.date, dates)),
            isMain: true,
            of: { id: 'last', ...figureOf(last) },
          },
          ...(lowest
            ? [
                {
                  name: words.lowestDay,
                  amount: amounts.format(lowest.balance),
                  of: {
                    id: 'lowest',
                    ...ofLowest,
                    formula: [figureTexts.howLowest, ofLowest?.formula].join(' '),
                  },
                  note: words.onDay(formatDay(lowest.date, dates)),
                },
              ]
            : []),
        ]}
      />
      {ahead.map(({ account, date }) => (
        <p key={account} className={styles.bad}>
          {figureTexts.belowZero(nameOf(account), formatDay(date, dates))}
        </p>
      ))}
      {already.length > 0 && (
        <p className={styles.note}>
          {words.alreadyBelow(already.map(({ account }) => nameOf(account)))}
        </p>
      )}
      {missed.length > 0 && <p className={styles.note}>{figureTexts.missed(missed.length)}</p>}
      <ViewChart data={data} written={written} behind={behindOf(figures, figureOf)} />
      <p className={styles.note}>{words.expectedNote}</p>
    </>
  );
}
