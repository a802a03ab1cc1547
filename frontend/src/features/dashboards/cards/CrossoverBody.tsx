import type { ReactNode } from 'react';
import type { Crossover, Month } from '@/generated/contract';
import { monthTitle } from '@/lib/format/dates';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { figureTexts } from '@/texts/dashboards';
import { number } from '@/texts/locale';
import styles from '../card.module.css';
import { rounded } from '../model/amounts';
import { betterStart, noExpensesWords } from '../model/crossoverWords';
import { Figure } from './Figure';
import { Parts } from './Parts';

interface CrossoverBodyProps {
  figures: Crossover;
  /** Leads to figures that begin in a month with transactions. */
  way: (start: Month) => ReactNode;
}

/** When the savings pay the expenses. */
export function CrossoverBody({ figures, way }: CrossoverBodyProps) {
  const { crossover, years, projectedExpenses, targetIncome, targetSavings, savings } = figures;
  const { format } = useAmountFormat();
  const share = number(rounded(figures.historicalReturn * 100, 1));
  const start = targetIncome === 0 ? betterStart(figures) : null;
  const parts = [
    { name: figureTexts.expensesAMonth, value: format(projectedExpenses) },
    {
      name: figureTexts.savingsNow,
      value: format(savings.at(-1) ?? 0),
      of: { id: 'savings', when: '', part: { series: 'savings' } },
    },
    {
      name: figureTexts.savingsNeeded,
      value: targetSavings === null ? figureTexts.nothing : format(targetSavings),
    },
    { name: figureTexts.returnAYear, value: figureTexts.percent(share) },
  ];
  return (
    <>
      {crossover === null || targetIncome === 0 ? (
        <Figure>{targetIncome === 0 ? figureTexts.noExpenses : figureTexts.noCrossover}</Figure>
      ) : (
        <Figure words={years !== null && figureTexts.crossoverIn(rounded(years, 1))}>
          {monthTitle(crossover)}
        </Figure>
      )}
      <p className={styles.note}>
        {targetIncome === 0 ? noExpensesWords(figures) : figureTexts.crossoverHint}
      </p>
      {start && way(start)}
      <Parts parts={parts} />
    </>
  );
}
