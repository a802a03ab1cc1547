import { useComparison } from '@/domain/reports/api';
import { useFigureHome } from '@/domain/reports/FiguresOf';
import type { AskedCard, ComparedSeries } from '@/generated/contract';
import { compareTexts } from '@/texts/compare';
import type { Fact } from '../Facts';
import { useWritten } from '../views/useWritten';
import { useCompareChoice } from './useCompareChoice';
import { differenceWords, othersWords, rangeWordsIn } from './words';

/** Stands for figures without a card, which are compared with nothing. */
const NO_CARD: AskedCard = { type: 'summary-card' };

/**
 * Words to stand beside the figures of a screen whose drawing has no place for compared ones: what
 * each is compared with, and the difference. A saved report has a total instead of a series.
 */
export function useBeside(shown = (cents: number) => cents) {
  const { amounts, dates } = useWritten();
  const home = useFigureHome();
  const [chosen] = useCompareChoice();
  const way = home ? chosen : null;
  const { data: compared } = useComparison(home?.card ?? NO_CARD, way);
  return (series: ComparedSeries | 'total'): Pick<Fact, 'compared'> => {
    const figure = compared?.figures.find((each) =>
      series === 'total' ? each.series === null && each.name === null : each.series === series,
    );
    if (!compared || !way || !figure) return {};
    const others = othersWords(way, compared.ranges, rangeWordsIn(dates));
    const { words } = differenceWords(figure, amounts);
    const difference = compared.withoutLater ? compareTexts.upToToday(words) : words;
    const base = amounts.format(shown(figure.base));
    return { compared: compareTexts.beside(others, base, difference) };
  };
}
