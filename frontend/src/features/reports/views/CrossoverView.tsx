import { Target } from 'lucide-react';
import { useMemo } from 'react';
import { Button } from '@/components/Button';
import type { ChartData } from '@/components/charts/chart';
import { EmptyNote } from '@/components/EmptyNote';
import { rounded } from '@/features/dashboards/model/amounts';
import { betterStart, noExpensesWords } from '@/features/dashboards/model/crossoverWords';
import { allTimeFrom } from '@/features/dashboards/model/range';
import type { Crossover } from '@/generated/contract';
import { addMonths, monthTitle } from '@/lib/format/dates';
import { figureTexts } from '@/texts/dashboards';
import { number } from '@/texts/locale';
import { reportScreenTexts as words } from '@/texts/reportScreens';
import { reportsTexts } from '@/texts/reports';
import { useDraft } from '../card/draft';
import { crossoverFigures } from '../drill/crossoverFigures';
import { Facts } from '../Facts';
import { periodOf } from '../model/periods';
import type { About, Written } from './about';
import { useWritten } from './useWritten';
import { ViewChart } from './ViewChart';

interface CrossoverViewProps {
  figures: Crossover;
  about: About;
}

type Values = (number | null)[];

const none = (count: number): Values => new Array<null>(count).fill(null);

function sentenceOf({ crossover, targetIncome }: Crossover, { amounts }: Written): string {
  if (targetIncome === 0) return words.noExpensesSentence;
  if (crossover === null) return words.noCrossoverSentence;
  return words.crossoverSentence(monthTitle(crossover), amounts.format(targetIncome));
}

function chartOf(figures: Crossover, { id, title }: About, written: Written): ChartData {
  const { months, income, expenses, projectedIncome, targetIncome } = figures;
  const ahead = projectedIncome.map((_, at) => addMonths(months.at(-1) ?? '', at + 1));
  const past = months.length;
  const periods = [...months, ...ahead].map((month) => periodOf(month, written.dates));
  // The expected lines start at the last actual month.
  const from = Math.max(0, past - 1);
  return {
    id,
    title,
    sentence: sentenceOf(figures, written),
    periodName: reportsTexts.month,
    periods,
    series: [
      {
        id: 'income',
        name: words.incomeFromSavings,
        values: [...income, ...none(ahead.length)],
        look: 'area',
        hue: 1,
      },
      {
        id: 'expenses',
        name: reportsTexts.expenses,
        values: [...expenses, ...none(ahead.length)],
        look: 'line',
        hue: 2,
        pattern: 2,
      },
      {
        id: 'expected',
        name: words.expectedIncome,
        values: [...none(from), income[from] ?? null, ...projectedIncome],
        look: 'dashed',
        hue: 1,
      },
      {
        id: 'goal',
        name: words.expectedExpenses,
        values: [...none(from), ...new Array<number>(ahead.length + 1).fill(targetIncome ?? 0)],
        look: 'dashed',
        hue: 2,
      },
    ],
    ...(ahead.length > 0 ? { marks: [{ at: from, name: words.today }] } : {}),
  };
}

/** When the savings pay the expenses, and the way to there. */
export function CrossoverView({ figures, about }: CrossoverViewProps) {
  const { change } = useDraft();
  const written = useWritten();
  const data = useMemo(() => chartOf(figures, about, written), [figures, about, written]);
  if (figures.months.length === 0) return <EmptyNote icon={Target}>{words.noMonths}</EmptyNote>;
  const { crossover, years, projectedExpenses, targetIncome, targetSavings, savings } = figures;
  const { format } = written.amounts;
  const share = number(rounded(figures.historicalReturn * 100, 1));
  const isThere = crossover !== null && targetIncome !== 0;
  const missing = targetIncome === 0 ? figureTexts.noExpenses : figureTexts.noCrossover;
  const start = targetIncome === 0 ? betterStart(figures) : null;
  const { behind, facts } = crossoverFigures(figures, format);
  return (
    <>
      <Facts
        facts={[
          {
            name: words.crossover,
            amount: isThere ? monthTitle(crossover) : missing,
            ...(isThere && years !== null
              ? { note: figureTexts.crossoverIn(rounded(years, 1)) }
              : {
                  note: targetIncome === 0 ? noExpensesWords(figures) : figureTexts.crossoverHint,
                }),
            of: facts.crossover,
            isMain: true,
          },
          { name: figureTexts.savingsNow, amount: format(savings.at(-1) ?? 0), of: facts.savings },
          {
            name: figureTexts.savingsNeeded,
            amount: targetSavings === null ? figureTexts.nothing : format(targetSavings),
            of: facts.needed,
          },
          {
            name: figureTexts.expensesAMonth,
            amount: format(projectedExpenses),
            of: facts.expenses,
          },
          { name: figureTexts.returnAYear, amount: figureTexts.percent(share), of: facts.growth },
        ]}
      />
      {start && (
        <div>
          <Button onPress={() => change({ timeFrame: allTimeFrom(start, about.calendar) })}>
            {figureTexts.startIn(monthTitle(start))}
          </Button>
        </div>
      )}
      <ViewChart data={data} written={written} behind={behind} />
    </>
  );
}
