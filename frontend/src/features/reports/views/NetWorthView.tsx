import { ChartLine } from 'lucide-react';
import { useMemo } from 'react';
import { looksOf } from '@/components/charts/looks';
import { EmptyNote } from '@/components/EmptyNote';
import { useFigureHome } from '@/domain/reports/FiguresOf';
import type { NetWorth } from '@/generated/contract';
import { useAccounts } from '@/lib/accounts/accounts';
import { figureTexts } from '@/texts/dashboards';
import { reportsTexts } from '@/texts/reports';
import { comparedBehind } from '../compare/series';
import { useEarlier } from '../compare/useEarlier';
import { rangeWordsIn } from '../compare/words';
import type { Behind } from '../drill/behind';
import { isWorth, pointOf, type Worth, worthFigure } from '../drill/netWorthFigures';
import { Facts } from '../Facts';
import { dayBefore, netWorthChart } from '../model/netWorthChart';
import { periodOf } from '../model/periods';
import { changeWords, endWords } from '../model/sentences';
import type { About } from './about';
import { useWritten } from './useWritten';
import { ViewChart } from './ViewChart';

interface NetWorthViewProps {
  figures: NetWorth;
  about: About;
}

/** Assets less debt, as a line or by account. */
export function NetWorthView({ figures, about }: NetWorthViewProps) {
  const written = useWritten();
  const { data: accounts } = useAccounts();
  const { earliest } = about.calendar;
  const isStacked = about.meta.mode === 'stacked';
  const card = useFigureHome()?.card ?? { type: 'net-worth-card', meta: about.meta };
  const before = useEarlier<NetWorth>(card);
  const data = useMemo(() => {
    const chart = netWorthChart(figures, { ...written, earliest, before });
    const points = figures.points.filter(({ end }) => end >= earliest);
    const periods = points.map(({ key }) => periodOf(key, written.dates));
    const named = { ...chart, id: about.id, title: about.title, periods };
    if (!isStacked) return named;
    const looks = looksOf(figures.accounts);
    const names = new Map(accounts?.map(({ id, name }) => [id, name]));
    const series = figures.accounts.map((id) => ({
      id,
      name: names.get(id) ?? '…',
      values: points.map(({ balances }) => balances[id] ?? 0),
      look: 'stack' as const,
      ...looks.get(id),
    }));
    const worth = chart.series
      .filter(({ id }) => id === 'netWorth')
      .map(({ look: _, ...rest }) => rest);
    const others = chart.series.filter(({ look }) => look === 'compared');
    return { ...named, series: [...series, ...worth, ...others] };
  }, [figures, written, earliest, before, isStacked, accounts, about.id, about.title]);
  if (!figures.hasRows || data.periods.length === 0) {
    return <EmptyNote icon={ChartLine}>{reportsTexts.empty}</EmptyNote>;
  }
  const { amounts, dates } = written;
  const last = figures.points.at(-1);
  const since = endWords(dayBefore(figures, earliest), dates);
  const name = figures.isFiltered
    ? figureTexts.filtered(reportsTexts.netWorth)
    : reportsTexts.netWorth;
  const compared = comparedBehind(
    before,
    { points: figures.points, skipped: figures.points.length - data.periods.length },
    { format: amounts.format, when: rangeWordsIn(dates) },
  );
  const behind: Behind = (series, at) => {
    const period = at === null ? undefined : data.periods[at];
    if (!period) return null;
    const ofCompared = compared(series, at);
    if (ofCompared) return ofCompared;
    const point = pointOf(figures, period.key);
    if (!isWorth(series))
      return { part: { series: 'balance', point: period.key, account: series } };
    const value = amounts.format(point?.[series]);
    return point ? worthFigure(series, point, { value, when: period.name }) : null;
  };
  const ofLast = (series: Worth) => {
    const of = behind(series, data.periods.length - 1);
    return of ? { of: { ...of, id: `${series}/last` } } : {};
  };
  return (
    <>
      <Facts
        facts={[
          {
            name,
            amount: amounts.format(figures.netWorth),
            note: changeWords(figures.totalChange, since, amounts),
            isMain: true,
            ...ofLast('netWorth'),
          },
          {
            name: reportsTexts.assets,
            amount: amounts.format(last?.assets),
            ...ofLast('assets'),
          },
          { name: reportsTexts.debts, amount: amounts.format(last?.debt), ...ofLast('debt') },
        ]}
      />
      <ViewChart data={data} written={written} behind={behind} />
    </>
  );
}
