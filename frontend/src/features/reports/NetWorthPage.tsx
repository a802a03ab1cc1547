import { ChartLine } from 'lucide-react';
import { useMemo } from 'react';
import { Chart } from '@/components/charts/Chart';
import { EmptyNote } from '@/components/EmptyNote';
import { useFigures } from '@/domain/reports/api';
import type { Calendar } from '@/domain/reports/calendar';
import { FiguresOf } from '@/domain/reports/FiguresOf';
import { figureIn } from '@/domain/reports/ReportFigure';
import { useFigureReturn } from '@/domain/reports/useFigureReturn';
import { useFigureWays } from '@/domain/reports/useFigureWays';
import type { AskedCard, NetWorth } from '@/generated/contract';
import { usePref } from '@/lib/prefs/prefs';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { reportsTexts } from '@/texts/reports';
import { Comparison } from './compare/Comparison';
import { comparedBehind } from './compare/series';
import { useEarlier } from './compare/useEarlier';
import { rangeWordsIn } from './compare/words';
import { isWorth, pointOf, type Worth, worthFigure } from './drill/netWorthFigures';
import { Facts } from './Facts';
import { HowCalculated } from './HowCalculated';
import { figuresOf } from './model/figures';
import { dayBefore, netWorthChart } from './model/netWorthChart';
import { changeWords, endWords } from './model/sentences';
import { RangeBar } from './RangeBar';
import { ReportFailed } from './ReportFailed';
import { ReportFrame } from './ReportFrame';
import { ReportWaiting } from './ReportWaiting';
import styles from './reports.module.css';
import { useOpenPeriod } from './useOpenPeriod';
import { useReportRange } from './useReportRange';
import { useToldChange } from './useToldChange';

/** Assets less debt, by month. */
export function NetWorthPage() {
  return (
    <ReportFrame title={reportsTexts.netWorth}>
      {(calendar) => <NetWorthReport calendar={calendar} />}
    </ReportFrame>
  );
}

function NetWorthReport({ calendar }: { calendar: Calendar }) {
  const shown = useReportRange('net-worth', calendar);
  const { from, to } = shown.range;
  const timeFrame = { start: from, end: to, mode: 'static' };
  const card = { type: 'net-worth-card', meta: { timeFrame } };
  const { data, error, refetch } = useFigures([card]);
  const { figures, failure } = figuresOf<NetWorth>(data, error);
  return (
    <>
      <RangeBar report="net-worth" calendar={calendar} shown={shown} />
      {Boolean(failure) && <ReportFailed error={failure} onRetry={() => void refetch()} />}
      {!figures && !failure && <ReportWaiting />}
      {figures?.hasRows && <NetWorthFigures figures={figures} calendar={calendar} card={card} />}
      {figures && !figures.hasRows && <EmptyNote icon={ChartLine}>{reportsTexts.empty}</EmptyNote>}
      <HowCalculated lines={reportsTexts.howNetWorth} />
    </>
  );
}

interface NetWorthFiguresProps {
  figures: NetWorth;
  calendar: Calendar;
  card: AskedCard;
}

function NetWorthFigures({ figures, calendar, card }: NetWorthFiguresProps) {
  const amounts = useAmountFormat();
  const dates = usePref('dateFormat');
  const { earliest } = calendar;
  const before = useEarlier<NetWorth>(card);
  const data = useMemo(
    () => netWorthChart(figures, { amounts, dates, earliest, before }),
    [figures, amounts, dates, earliest, before],
  );
  const { returnTo, open } = useOpenPeriod(false);
  const { periods } = data;
  const last = figures.points.at(-1);
  const since = endWords(dayBefore(figures, earliest), dates);
  const netWorth = amounts.format(figures.netWorth);
  useToldChange(
    `${figures.start} ${figures.end}`,
    reportsTexts.now(reportsTexts.netWorth, netWorth),
  );
  const returnFigure = useFigureReturn();
  const ways = useFigureWays();
  const home = { card, id: data.id, title: data.title, when: '' };
  const worthOf = (series: Worth, key: string | undefined, when: string) => {
    const point = pointOf(figures, key);
    const value = amounts.format(point?.[series]);
    return point ? worthFigure(series, point, { value, when }) : null;
  };
  const skipped = figures.points.length - periods.length;
  const behindCompared = comparedBehind(
    before,
    { points: figures.points, skipped },
    { format: amounts.format, when: rangeWordsIn(dates) },
  );
  const nameOf = (series: string) => data.series.find(({ id }) => id === series)?.name ?? '';
  const figureOf = (series: string, at: number | null) => {
    const period = at === null ? undefined : periods[at];
    if (isWorth(series)) {
      const of = worthOf(series, period?.key, period?.name ?? '');
      return of && ways(figureIn(home, of));
    }
    const value = data.series.find(({ id }) => id === series)?.values[at ?? -1];
    const of = behindCompared(series, at);
    const named = { id: `${series}/${at}`, name: nameOf(series), value: amounts.format(value) };
    return of && ways(figureIn(home, { ...named, ...of }));
  };
  const ofLast = (series: Worth) => {
    const of = worthOf(series, last?.key, periods.at(-1)?.name ?? '');
    return of ? { of: { ...of, id: `${series}/last` } } : {};
  };
  const openAt = (at: number) => {
    const period = periods[at];
    if (period) open(period);
  };
  return (
    <FiguresOf {...home}>
      <div className={styles.card}>
        <Facts
          facts={[
            {
              name: reportsTexts.netWorth,
              amount: netWorth,
              ...ofLast('netWorth'),
              note: changeWords(figures.totalChange, since, amounts),
              isMain: true,
            },
            {
              name: reportsTexts.assets,
              amount: amounts.format(last?.assets),
              ...ofLast('assets'),
            },
            { name: reportsTexts.debts, amount: amounts.format(last?.debt), ...ofLast('debt') },
          ]}
        />
        <Chart
          data={data}
          amounts={amounts}
          fileName={reportsTexts.fileName(data.title, figures.start, figures.end)}
          returnTo={returnTo}
          returnFigure={returnFigure}
          onOpen={openAt}
          figureOf={figureOf}
        />
      </div>
      <Comparison card={card} />
    </FiguresOf>
  );
}
