import type { BudgetAnalysis } from '@/generated/contract';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { figureTexts } from '@/texts/dashboards';
import { Sparkline } from '../Sparkline';
import { Parts } from './Parts';
import { useSparkWords } from './useSparkWords';

/** What was budgeted, what became of it, and the balance over time. */
export function BudgetAnalysisBody({ figures }: { figures: BudgetAnalysis }) {
  const { points, totalBudgeted, totalSpent, totalOverspendingAdjustment } = figures;
  const { format } = useAmountFormat();
  const values = points.map(({ balance }) => balance);
  const spark = useSparkWords(values);
  const parts = [
    { name: figureTexts.budgeted, value: format(totalBudgeted) },
    { name: figureTexts.spentTitle, value: format(totalSpent) },
    { name: figureTexts.overspent, value: format(totalOverspendingAdjustment) },
    { name: figureTexts.balance, value: format(values.at(-1) ?? 0), isTotal: true },
  ];
  const shown = parts.filter(
    ({ name }) => name !== figureTexts.overspent || totalOverspendingAdjustment !== 0,
  );
  return (
    <>
      <Parts parts={shown} />
      <Sparkline lines={[{ values, look: 'main' }]} {...spark} />
    </>
  );
}
