/** The range of a card in words. */
import type { Calendar } from '@/domain/reports/calendar';
import { lastDayOf } from '@/domain/reports/pieces';
import type {
  BudgetAnalysis,
  CalendarFigures,
  CashFlow,
  Crossover,
  Day,
  Figures,
  Month,
  Spending,
} from '@/generated/contract';
import {
  addDays,
  addMonths,
  type DateFormat,
  formatDay,
  monthOf,
  monthShort,
  monthsBetween,
  monthTitle,
  monthYear,
} from '@/lib/format/dates';
import { figureTexts } from '@/texts/dashboards';

/** The first and the last month. */
export function monthsWords(from: Month, to: Month): string {
  if (from === to) return monthTitle(from);
  const isOneYear = monthYear(from) === monthYear(to);
  const start = isOneYear ? monthShort(from) : `${monthShort(from)} ${monthYear(from)}`;
  return figureTexts.range(start, `${monthShort(to)} ${monthYear(to)}`);
}

/** Whether all days of its months belong to a range. */
export const isWhole = (from: Day, to: Day) =>
  from.endsWith('-01') && addDays(to, 1).endsWith('-01');

/** Whole months by their names; a month that is not over yet counts as one. Else the days. */
export function daysWords(from: Day, to: Day, today: Day, format: DateFormat): string {
  const end = monthOf(to) === monthOf(today) ? lastDayOf(monthOf(to)) : to;
  return isWhole(from, end)
    ? monthsWords(monthOf(from), monthOf(to))
    : exactWords(from, to, format);
}

/** Months by their names only if all of their days belong to the range. */
export function exactWords(from: Day, to: Day, format: DateFormat): string {
  if (isWhole(from, to)) return monthsWords(monthOf(from), monthOf(to));
  return figureTexts.range(formatDay(from, format), formatDay(to, format));
}

export interface TimeFrame {
  mode?: unknown;
  start?: unknown;
  end?: unknown;
}

export const monthIn = (value: unknown): Month | null =>
  typeof value === 'string' && /^\d{4}-\d\d/.test(value) ? value.slice(0, 7) : null;

const quarterOf = (month: Month) => addMonths(month, -((Number(month.slice(5, 7)) - 1) % 3));

/** The months of each live range. */
const LIVE: Readonly<Record<string, (now: Month) => [Month, Month]>> = {
  lastMonth: (now) => [addMonths(now, -1), addMonths(now, -1)],
  lastYear: (now) => {
    const first = `${monthYear(addMonths(now, -12))}-01`;
    return [first, addMonths(first, 11)];
  },
  yearToDate: (now) => [`${monthYear(now)}-01`, now],
  priorYearToDate: (now) => [`${monthYear(addMonths(now, -12))}-01`, addMonths(now, -12)],
  currentQuarter: (now) => [quarterOf(now), addMonths(quarterOf(now), 2)],
  previousQuarter: (now) => [addMonths(quarterOf(now), -3), addMonths(quarterOf(now), -1)],
};

/** The months of a live range; undefined for a word that names none. */
export function liveMonths(mode: unknown, now: Month): [Month, Month] | undefined {
  return typeof mode === 'string' && Object.hasOwn(LIVE, mode) ? LIVE[mode]?.(now) : undefined;
}

/** How many months a crossover looks back unless a range is stored. */
export const CROSSOVER_MONTHS = 120;

/** All time from a month on, as the settings of a card store it. */
export const allTimeFrom = (
  start: Month,
  { today, latest }: Pick<Calendar, 'today' | 'latest'>,
) => ({
  start,
  end: monthOf(latest > today ? latest : today),
  mode: 'full',
});

/** The range that the settings of a card name; of a card whose figures do not tell theirs. */
export function frameWords(frame: unknown, { today, latest }: Pick<Calendar, 'today' | 'latest'>) {
  const { mode, start, end } = (frame ?? {}) as TimeFrame;
  const now = monthOf(today);
  const [from, to] = [monthIn(start), monthIn(end)];
  const live = liveMonths(mode, now);
  if (live) return monthsWords(...live);
  if (!from || !to) return monthsWords(addMonths(now, -5), now);
  if (mode === 'static') return monthsWords(from, to);
  // All time begins where it began when it was chosen; older transactions came later.
  if (mode === 'full') return monthsWords(from, latest > today ? monthOf(latest) : now);
  return monthsWords(addMonths(now, -Math.max(0, monthsBetween(from, to))), now);
}

const ofMonths = (months: readonly Month[]): string | null => {
  const [first, last] = [months[0], months.at(-1)];
  return first && last ? monthsWords(first, last) : null;
};

interface Card {
  type: string;
  meta: Record<string, unknown> | null;
}

/** The range that a card shows; null for one that has none. */
export function rangeWords(
  { type, meta }: Card,
  figures: Figures,
  { today, latest }: Pick<Calendar, 'today' | 'latest'>,
  format: DateFormat,
): string | null {
  switch (type) {
    case 'cash-flow-card': {
      const { start, end } = (figures as CashFlow).card;
      return daysWords(start, end, today, format);
    }
    case 'spending-card':
      return monthTitle((figures as Spending).compare);
    case 'calendar-card':
      return ofMonths((figures as CalendarFigures).months.map(({ month }) => month));
    case 'budget-analysis-card':
      return ofMonths((figures as BudgetAnalysis).points.map(({ month }) => month));
    case 'crossover-card':
      return ofMonths((figures as Crossover).months);
    case 'sankey-card':
      return frameWords(meta?.timeFrame, { today, latest });
    case 'formula-card':
      return null;
    default: {
      const { start, end } = figures as { start: Day; end: Day };
      return start <= end ? daysWords(start, end, today, format) : null;
    }
  }
}
