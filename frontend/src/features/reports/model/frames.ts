/** The range that the settings of a card store: what it shows today, and what a choice stores. */

import type { Calendar } from '@/domain/reports/calendar';
import {
  allTimeFrom,
  CROSSOVER_MONTHS,
  liveMonths,
  monthIn,
  type TimeFrame,
} from '@/features/dashboards/model/range';
import type { CardKind, Month } from '@/generated/contract';
import { addDays, addMonths, monthOf, monthsBetween } from '@/lib/format/dates';
import { later, type Range } from './range';

/** A range that is chosen by one word. */
export type FrameChoice =
  | 'months1'
  | 'months3'
  | 'months6'
  | 'months12'
  | 'currentQuarter'
  | 'previousQuarter'
  | 'yearToDate'
  | 'lastMonth'
  | 'lastYear'
  | 'priorYearToDate'
  | 'full';

export interface Frame {
  start: Month;
  end: Month;
  mode: string;
}

const COUNTED: Partial<Record<FrameChoice, number>> = {
  months1: 1,
  months3: 3,
  months6: 6,
  months12: 12,
};

export const FRAME_CHOICES: readonly FrameChoice[] = [
  'months1',
  'months3',
  'months6',
  'months12',
  'currentQuarter',
  'previousQuarter',
  'yearToDate',
  'lastMonth',
  'lastYear',
  'priorYearToDate',
  'full',
];

/** How long a forecast looks ahead unless a range is stored. */
const AHEAD_MONTHS = 11;
const USUAL_BACK_MONTHS = 5;

const lastMonth = ({ today, latest }: Calendar) => later(monthOf(today), monthOf(latest));

/** The range that a card without a stored one has. */
function usualFrame(kind: CardKind, calendar: Calendar): Frame {
  const now = monthOf(calendar.today);
  switch (kind) {
    case 'cash-flow-card':
      return { start: now, end: now, mode: 'sliding-window' };
    case 'summary-card':
    case 'calendar-card':
      return { start: now, end: lastMonth(calendar), mode: 'full' };
    case 'balance-forecast-card':
      return { start: now, end: addMonths(now, AHEAD_MONTHS), mode: 'static' };
    case 'crossover-card':
      return { start: addMonths(now, -CROSSOVER_MONTHS), end: addMonths(now, -1), mode: 'full' };
    default:
      return { start: addMonths(now, -USUAL_BACK_MONTHS), end: now, mode: 'sliding-window' };
  }
}

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && value.length === 'yyyy-MM-dd'.length;

function daysApart(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

/** The months that a card shows today, and how they move. */
export function shownFrame(stored: unknown, kind: CardKind, calendar: Calendar): Frame {
  const { mode, start, end } = (stored ?? {}) as TimeFrame;
  const now = monthOf(calendar.today);
  const live = liveMonths(mode, now);
  if (live) return { start: live[0], end: live[1], mode: String(mode) };
  const [from, to] = [monthIn(start), monthIn(end)];
  if (!from || !to) return usualFrame(kind, calendar);
  if (mode === 'static') return { start: from, end: to, mode };
  if (mode === 'full') return { start: from, end: lastMonth(calendar), mode };
  if (isDay(start) && isDay(end)) {
    const width = Math.max(0, daysApart(start, end));
    return { start: monthOf(addDays(calendar.today, -width)), end: now, mode: 'sliding-window' };
  }
  const width = Math.max(0, monthsBetween(from, to));
  return { start: addMonths(now, -width), end: now, mode: 'sliding-window' };
}

/** The time frame that a choice stores. */
export function frameOf(choice: FrameChoice, calendar: Calendar): Frame {
  const now = monthOf(calendar.today);
  const count = COUNTED[choice];
  if (count) return { start: addMonths(now, 1 - count), end: now, mode: 'sliding-window' };
  if (choice === 'full') return allTimeFrom(monthOf(calendar.earliest), calendar);
  const [start, end] = liveMonths(choice, now) ?? [now, now];
  return { start, end, mode: choice };
}

/**
 * The choice that a range is; null for months that were chosen one by one, and for all time that
 * begins after the first transaction.
 */
export function choiceOf({ start, end, mode }: Frame, calendar: Calendar): FrameChoice | null {
  if (mode === 'full' && start > monthOf(calendar.earliest)) return null;
  const worded = FRAME_CHOICES.find((choice) => choice === mode);
  if (worded) return worded;
  if (mode !== 'sliding-window') return null;
  const count = monthsBetween(start, end) + 1;
  return FRAME_CHOICES.find((choice) => COUNTED[choice] === count) ?? null;
}

/** Months that were chosen one by one: they stay live where they still end with this month. */
export function chosenFrame({ from, to }: Range, isLive: boolean, { today }: Calendar): Frame {
  const mode = isLive && to === monthOf(today) ? 'sliding-window' : 'static';
  return { start: from, end: to, mode };
}
