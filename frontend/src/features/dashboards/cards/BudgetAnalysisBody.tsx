import { useSparkWords } from '@/components/charts/useSparkWords';
import { categoriesPiece, datePieces, lastDayOf, onBudgetPiece } from '@/domain/reports/pieces';
import type { BudgetAnalysis } from '@/generated/contract';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { figureTexts } from '@/texts/dashboards';
import { CardLine } from './CardLine';
import { Parts } from './Parts';

/** The budgeted, spent and overspent totals, and the balance over time. */
export function BudgetAnalysisBody({ figures }: { figures: BudgetAnalysis }) {
  const { categories, points, totalBudgeted, totalSpent, totalOverspendingAdjustment } = figures;
  const { format } = useAmountFormat();
  const values = points.map(({ balance }) => balance);
  const spark = useSparkWords(values);
  const [first, last] = [points[0], points.at(-1)];
  const place = last && `/budget?m=${last.month}`;
  const rows = first &&
    last && [
      ...datePieces({ from: `${first.month}-01`, to: lastDayOf(last.month) }),
      categoriesPiece(categories),
      onBudgetPiece(),
    ];
  const parts = [
    {
      name: figureTexts.budgeted,
      value: format(totalBudgeted),
      ...(place ? { of: { id: 'budgeted', place } } : {}),
    },
    {
      name: figureTexts.spentTitle,
      value: format(totalSpent),
      ...(rows ? { of: { id: 'spent', pieces: rows } } : {}),
    },
    { name: figureTexts.overspent, value: format(totalOverspendingAdjustment) },
    {
      name: figureTexts.balance,
      value: format(values.at(-1) ?? 0),
      isTotal: true,
      ...(place ? { of: { id: 'balance', place } } : {}),
    },
  ];
  const shown = parts.filter(
    ({ name }) => name !== figureTexts.overspent || totalOverspendingAdjustment !== 0,
  );
  return (
    <>
      <Parts parts={shown} />
      <CardLine lines={[{ values, look: 'main' }]} {...spark} />
    </>
  );
}
