/** Describes a difference by its meaning instead of its sign. */
import { rounded } from '@/features/dashboards/model/amounts';
import { exactWords } from '@/features/dashboards/model/range';
import type { ComparedFigure, ComparedTo, Day, DayRange } from '@/generated/contract';
import type { AmountFormat } from '@/lib/format/amount';
import type { DateFormat } from '@/lib/format/dates';
import { compareTexts } from '@/texts/compare';
import { number } from '@/texts/locale';

type Meaning = keyof typeof compareTexts.differences;

export interface DifferenceWords {
  words: string;
  tone: 'good' | 'bad' | 'plain';
}

/** A range of days in words: whole months by their names. */
export const rangeWordsIn = (dates: DateFormat) => (from: Day, to: Day) =>
  exactWords(from, to, dates);

/** The days or the budget that a range is compared with. */
export function othersWords(
  way: ComparedTo,
  ranges: readonly DayRange[],
  words: (from: Day, to: Day) => string,
): string {
  if (way === 'budget') return compareTexts.budgeted;
  const [only] = ranges;
  return ranges.length === 1 && only ? words(only.from, only.to) : compareTexts.ways[way];
}

/** Negative amounts are spent and positive ones received; mixed signs are only more or less. */
function meaningOf({ series, value, base }: ComparedFigure): Meaning {
  if (series === 'netWorth' || series === 'change' || series === 'net') return 'worth';
  if (value <= 0 && base <= 0) return 'spent';
  return value >= 0 && base >= 0 ? 'received' : 'worth';
}

export function differenceWords(figure: ComparedFigure, { format }: AmountFormat): DifferenceWords {
  const { difference, percent } = figure.against;
  if (difference === 0) return { words: compareTexts.same, tone: 'plain' };
  const meaning = meaningOf(figure);
  const isMore = meaning === 'spent' ? difference < 0 : difference > 0;
  const words = compareTexts.differences[meaning](format(Math.abs(difference)), isMore);
  const share =
    percent === null ? null : compareTexts.percent(number(rounded(Math.abs(percent), 1)));
  return {
    words: share === null ? words : compareTexts.withShare(words, share),
    tone: difference > 0 ? 'good' : 'bad',
  };
}
