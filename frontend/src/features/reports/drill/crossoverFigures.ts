/** The sources behind the figures of a crossover: savings, expenses, and derived values. */
import { lastDayOf } from '@/domain/reports/pieces';
import type { FigureOf } from '@/domain/reports/ReportFigure';
import { rounded } from '@/features/dashboards/model/amounts';
import type { Crossover } from '@/generated/contract';
import { figureTexts } from '@/texts/dashboards';
import { number } from '@/texts/locale';
import { reportScreenTexts as words } from '@/texts/reportScreens';
import type { Behind } from './behind';

/** The figures above the chart. */
type Named = Record<'crossover' | 'savings' | 'expenses' | 'needed' | 'growth', FigureOf>;

function factsOf(figures: Crossover, format: (cents: number) => string): Named {
  const { months, savings, projectedExpenses, targetSavings } = figures;
  const [first, last] = [months[0], months.at(-1)];
  const dates =
    first && last ? [{ dates: { from: `${first}-01`, to: lastDayOf(last) } }] : undefined;
  const saved: FigureOf = {
    id: 'savings',
    name: figureTexts.savingsNow,
    when: '',
    value: format(savings.at(-1) ?? 0),
    part: { series: 'savings' },
  };
  const spent: FigureOf = {
    id: 'expenses',
    name: figureTexts.expensesAMonth,
    when: '',
    value: format(projectedExpenses),
    part: { series: 'expenses' },
    isNoSum: true,
    ...(dates ? { adjusts: dates } : {}),
  };
  const share = figureTexts.percent(number(rounded(figures.historicalReturn * 100, 1)));
  const growth: FigureOf = {
    id: 'growth',
    name: figureTexts.returnAYear,
    when: '',
    value: share,
    part: { series: 'savings' },
    isNoSum: true,
    ...(dates ? { adjusts: dates } : {}),
  };
  const needed: FigureOf = {
    id: 'needed',
    name: figureTexts.savingsNeeded,
    when: '',
    value: targetSavings === null ? figureTexts.nothing : format(targetSavings),
    terms: [{ sign: '', of: spent }],
  };
  const terms = [saved, growth, needed].map((of) => ({ sign: '' as const, of }));
  const crossover: FigureOf = {
    id: 'crossover',
    name: words.crossover,
    when: '',
    value: '',
    terms,
  };
  return { crossover, savings: saved, expenses: spent, needed, growth };
}

/** The figures above the chart, and the sources of those in it. */
export function crossoverFigures(figures: Crossover, format: (cents: number) => string) {
  const facts = factsOf(figures, format);
  const { months } = figures;
  const ahead = [facts.savings, facts.growth].map((of) => ({ sign: '' as const, of }));
  const behind: Behind = (series, at) => {
    if (series === 'goal') return { terms: [{ sign: '', of: facts.expenses }] };
    if (series === 'expected') return { terms: ahead };
    const point = months[at ?? -1];
    if (point === undefined) return null;
    return { part: { series, point }, ...(series === 'income' ? { isNoSum: true } : {}) };
  };
  return { facts, behind };
}
