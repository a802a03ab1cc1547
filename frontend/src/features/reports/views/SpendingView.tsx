import { useMemo } from 'react';
import type { ChartData } from '@/components/charts/chart';
import { lastDayOf } from '@/domain/reports/pieces';
import { Figure } from '@/features/dashboards/cards/Figure';
import { toCent } from '@/features/dashboards/model/amounts';
import { spendingWords } from '@/features/dashboards/model/spendingWords';
import type { Spending, SpendingPoint } from '@/generated/contract';
import { monthOf, monthTitle } from '@/lib/format/dates';
import { figureTexts } from '@/texts/dashboards';
import { reportScreenTexts as words } from '@/texts/reportScreens';
import { reportsTexts } from '@/texts/reports';
import { type Behind, budgetOf } from '../drill/behind';
import { Facts } from '../Facts';
import type { About } from './about';
import { useWritten } from './useWritten';
import { ViewChart } from './ViewChart';

interface SpendingViewProps {
  figures: Spending;
  about: About;
}

/** The last position stands for all later days of a month too. */
const LAST_DAY = 28;

/** The figure that the mode compares with; spending is positive. */
function otherOf(mode: string, point: SpendingPoint): number | null {
  if (mode === 'budget') return toCent(-point.budget);
  if (mode === 'average') return toCent(-point.average);
  return point.compareTo === null ? null : -point.compareTo + 0;
}

function nameOfOther({ mode, compareTo, averageMonths }: Spending): string {
  if (mode === 'budget') return words.spendingModes.budget;
  return mode === 'average' ? words.averageName(averageMonths.length) : monthTitle(compareTo);
}

function chartOf(figures: Spending, { id, title }: About, sentence: string): ChartData {
  const { points, mode, compare } = figures;
  const periods = points.map(({ day }) => {
    const name = words.day(day, day === LAST_DAY);
    return { key: String(day), name, tick: words.dayTick(day, day === LAST_DAY) };
  });
  return {
    id,
    title,
    sentence,
    periodName: reportsTexts.day,
    periods,
    series: [
      {
        id: 'compare',
        name: monthTitle(compare),
        values: points.map((point) => (point.compare === null ? null : -point.compare + 0)),
        look: 'area',
        hue: 1,
      },
      {
        id: 'other',
        name: nameOfOther(figures),
        values: points.map((point) => otherOf(mode, point)),
        look: 'dashed',
        hue: 2,
      },
    ],
  };
}

/** Opens spending up to a day. An average opens its months, and a budget the budget screen. */
function behindOf({ mode, compare, averageMonths, points }: Spending): Behind {
  const [first, last] = [averageMonths[0], averageMonths.at(-1)];
  return (series, at) => {
    const position = at === null ? null : (points[at]?.day ?? null);
    if (series === 'compare') return { part: { series, position } };
    if (mode === 'budget') return budgetOf(compare);
    const part = { series: 'compareTo', position };
    if (mode !== 'average') return { part };
    if (!first || !last) return null;
    const dates = { from: `${first}-01`, to: lastDayOf(last) };
    return { part, adjusts: [{ dates }], isNoSum: true };
  };
}

/** The running spending of a month, against another month, an average or the budget. */
export function SpendingView({ figures, about }: SpendingViewProps) {
  const written = useWritten();
  const { amounts } = written;
  const isNow = figures.compare === monthOf(about.calendar.today);
  const difference = spendingWords(figures, isNow, amounts);
  const spent = -(figures.spent ?? 0) + 0;
  const spentWords = isNow
    ? figureTexts.spentSoFar
    : figureTexts.spentIn(monthTitle(figures.compare));
  const sentence = [
    words.spentSentence(amounts.format(spent), monthTitle(figures.compare)),
    ...(difference ? [words.thatIs(difference.words)] : []),
  ].join(' ');
  const data = useMemo(() => chartOf(figures, about, sentence), [figures, about, sentence]);
  const other = figures.points.find(({ day }) => day === figures.atDay);
  const behind = behindOf(figures);
  const at = other ? figures.points.indexOf(other) : null;
  return (
    <>
      <Figure words={spent < 0 ? figureTexts.receivedSoFar : spentWords} isTabStop>
        {{
          id: 'spent',
          name: figureTexts.spentTitle,
          value: amounts.format(Math.abs(spent)),
          part: { series: 'compare' },
        }}
      </Figure>
      <Facts
        facts={[
          {
            name: nameOfOther(figures),
            amount: other ? amounts.format(otherOf(figures.mode, other)) : figureTexts.nothing,
            of: { ...behind('other', at), id: 'other' },
            ...(difference ? { note: difference.words } : {}),
          },
          {
            name: words.monthBudget,
            amount: amounts.format(-figures.monthBudget + 0),
            of: { id: 'budget', ...budgetOf(figures.compare) },
          },
        ]}
      />
      <ViewChart data={data} written={written} behind={behind} />
    </>
  );
}
