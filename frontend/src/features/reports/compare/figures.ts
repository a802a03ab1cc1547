/** The transactions behind the figures of a comparison. */
import type { Adjust } from '@/domain/reports/figure';
import type { FigureOf } from '@/domain/reports/ReportFigure';
import type { ComparedFigure, ComparedSeries, DayRange } from '@/generated/contract';

type Behind = Pick<FigureOf, 'part' | 'adjusts' | 'isNoSum'>;

/** The card figure whose transactions make up a series. */
const PARTS: Record<ComparedSeries, NonNullable<FigureOf['part']>> = {
  netWorth: { series: 'netWorth' },
  change: { series: 'netWorth' },
  income: { series: 'income', side: 'income' },
  expenses: { series: 'expenses', side: 'expense' },
  net: { series: 'income' },
  sum: { series: 'dividend' },
};

function partOf({ series, row, special }: ComparedFigure): NonNullable<FigureOf['part']> {
  if (series) return PARTS[series];
  return row === null ? { special } : { row };
}

/** Selects the transactions of a figure in one or more ranges, the latest first. */
export function comparedPart(figure: ComparedFigure, ranges: readonly DayRange[]): Behind {
  const [near, far] = [ranges[0], ranges.at(-1)];
  if (!near || !far) return {};
  // A net worth includes all transactions up to its day.
  const dates = { from: figure.series === 'netWorth' ? null : far.from, to: near.to };
  const adjusts: Adjust[] = [{ dates }];
  if (figure.series === 'net') adjusts.push({ without: ['side'] });
  return { part: partOf(figure), adjusts, ...(ranges.length > 1 ? { isNoSum: true } : {}) };
}
