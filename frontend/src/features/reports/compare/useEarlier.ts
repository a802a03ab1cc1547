import { useMemo } from 'react';
import { useComparison, useEarlierFigures } from '@/domain/reports/api';
import type { AskedCard, ComparedTo, Comparison, DayRange, Figures } from '@/generated/contract';
import { monthOf } from '@/lib/format/dates';
import { useCompareChoice } from './useCompareChoice';

/** The figures of the ranges that a screen is compared with, for its chart. */
export interface Earlier<F> {
  way: ComparedTo;
  compared: Comparison;
  /** One for each range, in their order. */
  figures: readonly F[];
}

/** The same card in the whole months of another range: its points count as those beside them. */
function cardIn(card: AskedCard, { from, to }: DayRange): AskedCard {
  const timeFrame = { start: monthOf(from), end: monthOf(to), mode: 'static' };
  return { ...card, meta: { ...(card.meta ?? {}), timeFrame } };
}

/** The same report in another range. */
function reportIn(card: AskedCard, { from, to }: DayRange): AskedCard {
  return {
    ...card,
    report: { ...card.report, isDateStatic: true, startDate: from, endDate: to },
  };
}

/** Null until the user compares, and while the figures load. */
export function useEarlier<F extends Figures>(card: AskedCard): Earlier<F> | null {
  const [way] = useCompareChoice();
  const { data: compared } = useComparison(card, way);
  const ranges = compared && way !== 'budget' ? compared.ranges : [];
  const within = card.report ? reportIn : cardIn;
  const { data } = useEarlierFigures(ranges.map((range) => within(card, range)));
  const count = ranges.length;
  return useMemo(() => {
    if (!compared || way === null) return null;
    const figures = (data?.cards ?? []).flatMap((each) =>
      'figures' in each ? [each.figures as F] : [],
    );
    return figures.length === count ? { way, compared, figures } : null;
  }, [compared, way, data, count]);
}
