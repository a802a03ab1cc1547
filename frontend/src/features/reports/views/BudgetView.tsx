import { Wallet } from 'lucide-react';
import { useMemo } from 'react';
import type { ChartData, Look } from '@/components/charts/chart';
import { EmptyNote } from '@/components/EmptyNote';
import { categoriesPiece, datePieces, lastDayOf, onBudgetPiece } from '@/domain/reports/pieces';
import { BARS } from '@/domain/reports/stored';
import type { BudgetAnalysis } from '@/generated/contract';
import { figureTexts } from '@/texts/dashboards';
import { reportScreenTexts as words } from '@/texts/reportScreens';
import { reportsTexts } from '@/texts/reports';
import { type Behind, budgetOf } from '../drill/behind';
import { Facts } from '../Facts';
import { periodOf } from '../model/periods';
import { trendSentence } from '../model/sentences';
import type { About, Written } from './about';
import { useWritten } from './useWritten';
import { ViewChart } from './ViewChart';

interface BudgetViewProps {
  figures: BudgetAnalysis;
  about: About;
}

/** A series that is only read where it is not drawn. */
const look = (is: boolean, drawn: Look) => (is ? { look: drawn } : {});

function chartOf({ points, ...totals }: BudgetAnalysis, about: About, written: Written): ChartData {
  const { meta, id, title } = about;
  const isBar = meta.graphType === BARS;
  const isBalanceOnly = meta.balanceOnly === true;
  const withBalance = isBalanceOnly || meta.showBalance !== false;
  const periods = points.map(({ month }) => periodOf(month, written.dates));
  const balances = points.map(({ balance }) => balance);
  return {
    id,
    title,
    sentence: trendSentence(words.balanceName, {
      values: balances,
      periods,
      amounts: written.amounts,
    }),
    periodName: reportsTexts.month,
    periods,
    series: [
      {
        id: 'budgeted',
        name: figureTexts.budgeted,
        values: points.map(({ budgeted }) => budgeted),
        total: totals.totalBudgeted,
        ...look(!isBalanceOnly, isBar ? 'up' : 'line'),
        hue: 1,
      },
      {
        id: 'spent',
        name: figureTexts.spentTitle,
        values: points.map(({ spent }) => spent),
        total: totals.totalSpent,
        ...look(!isBalanceOnly, isBar ? 'down' : 'dashed'),
        hue: 2,
      },
      {
        id: 'overspent',
        name: figureTexts.overspent,
        values: points.map(({ overspendingAdjustment }) => overspendingAdjustment),
        total: totals.totalOverspendingAdjustment,
      },
      {
        id: 'balance',
        name: figureTexts.balance,
        values: balances,
        ...look(withBalance, isBalanceOnly && !isBar ? 'area' : 'line'),
        hue: 3,
      },
    ],
  };
}

/** Spending opens transactions; all other figures open the budget. */
function behindOf({ points, categories }: BudgetAnalysis): Behind {
  return (series, at) => {
    const first = points[at ?? 0];
    const last = points[at ?? points.length - 1];
    if (!first || !last) return null;
    if (series !== 'spent') return budgetOf(last.month);
    const dates = { from: `${first.month}-01`, to: lastDayOf(last.month) };
    return { pieces: [...datePieces(dates), categoriesPiece(categories), onBudgetPiece()] };
  };
}

/** The budgeted, spent and remaining amounts. */
export function BudgetView({ figures, about }: BudgetViewProps) {
  const written = useWritten();
  const data = useMemo(() => chartOf(figures, about, written), [figures, about, written]);
  const behind = useMemo(() => behindOf(figures), [figures]);
  const { totalBudgeted, totalSpent, totalOverspendingAdjustment, finalOverspending } = figures;
  const { format } = written.amounts;
  if (figures.points.length === 0) {
    return <EmptyNote icon={Wallet}>{words.noMonths}</EmptyNote>;
  }
  const total = (series: string) => {
    const of = behind(series, null);
    return of ? { of: { ...of, id: series } } : {};
  };
  return (
    <>
      <Facts
        facts={[
          { name: figureTexts.budgeted, amount: format(totalBudgeted), ...total('budgeted') },
          { name: figureTexts.spentTitle, amount: format(totalSpent), ...total('spent') },
          ...(totalOverspendingAdjustment === 0
            ? []
            : [
                {
                  name: figureTexts.overspent,
                  amount: format(totalOverspendingAdjustment),
                  ...total('overspent'),
                },
              ]),
          {
            name: figureTexts.balance,
            amount: format(figures.points.at(-1)?.balance),
            isMain: true,
            ...total('balance'),
            ...(finalOverspending === 0
              ? {}
              : { note: words.finalOverspending(format(Math.abs(finalOverspending))) }),
          },
        ]}
      />
      <ViewChart data={data} written={written} behind={behind} />
    </>
  );
}
