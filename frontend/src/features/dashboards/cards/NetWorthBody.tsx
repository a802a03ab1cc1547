import { ChartLine } from 'lucide-react';
import { useSparkWords } from '@/components/charts/useSparkWords';
import type { NetWorth } from '@/generated/contract';
import { addDays, formatDay, monthOf, monthTitle } from '@/lib/format/dates';
import { usePref } from '@/lib/prefs/prefs';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { figureTexts } from '@/texts/dashboards';
import { CardEmpty } from './CardEmpty';
import { CardLine } from './CardLine';
import { Figure } from './Figure';

/** What everything is worth at the end of the range, and how it came there. */
export function NetWorthBody({ figures }: { figures: NetWorth }) {
  const { netWorth, totalChange, start, points } = figures;
  const { format } = useAmountFormat();
  const dates = usePref('dateFormat');
  const values = points.map((point) => point.netWorth);
  const spark = useSparkWords(values);
  if (!figures.hasRows) return <CardEmpty icon={ChartLine}>{figureTexts.noRows}</CardEmpty>;
  const end = addDays(start, -1);
  const isMonth = start.endsWith('-01');
  const since = figureTexts.endOf(isMonth ? monthTitle(monthOf(end)) : formatDay(end, dates));
  const way = totalChange < 0 ? 'down' : 'up';
  const amount = format(Math.abs(totalChange));
  const words =
    totalChange === 0 ? figureTexts.change.same(since) : figureTexts.change[way](amount, since);
  const tone = totalChange === 0 ? 'plain' : way === 'up' ? 'good' : 'bad';
  return (
    <>
      <Figure words={words} tone={tone}>
        {{ id: 'netWorth', value: format(netWorth), part: { series: 'netWorth' } }}
      </Figure>
      <CardLine lines={[{ values, look: 'main' }]} {...spark} />
    </>
  );
}
