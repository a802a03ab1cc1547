import { ChartColumn } from 'lucide-react';
import { useMemo } from 'react';
import { EmptyNote } from '@/components/EmptyNote';
import { useFigureHome } from '@/domain/reports/FiguresOf';
import { DAILY, MONTHLY } from '@/domain/reports/stored';
import type { CashFlow } from '@/generated/contract';
import { formatDay } from '@/lib/format/dates';
import { reportsTexts } from '@/texts/reports';
import { comparedBehind } from '../compare/series';
import { useEarlier } from '../compare/useEarlier';
import { rangeWordsIn } from '../compare/words';
import type { Behind } from '../drill/behind';
import { balanceFigure, type Flow, flowFigure, isFlow } from '../drill/cashFlowFigures';
import { Facts } from '../Facts';
import { cashFlowChart, isEmptyFlow } from '../model/cashFlowChart';
import type { About } from './about';
import { useWritten } from './useWritten';
import { ViewChart } from './ViewChart';

interface CashFlowViewProps {
  figures: CashFlow;
  about: About;
}

/** The income and expenses of the budget, by day or month. */
export function CashFlowView({ figures, about }: CashFlowViewProps) {
  const written = useWritten();
  const withBalance = about.meta.showBalance !== false;
  const card = useFigureHome()?.card ?? { type: 'cash-flow-card', meta: about.meta };
  const before = useEarlier<CashFlow>({ ...card, view: figures.monthly ? MONTHLY : DAILY });
  const data = useMemo(
    () => ({
      ...cashFlowChart(figures, { ...written, withBalance, before }),
      id: about.id,
      title: about.title,
    }),
    [figures, written, withBalance, before, about.id, about.title],
  );
  if (isEmptyFlow(figures)) return <EmptyNote icon={ChartColumn}>{reportsTexts.empty}</EmptyNote>;
  const { format } = written.amounts;
  const { totalIncome, totalExpenses, totalTransfers, change } = figures;
  const totals: Record<Flow, string> = {
    income: format(totalIncome),
    expenses: format(totalExpenses),
    transfers: format(totalTransfers),
    net: format(change - totalTransfers),
    change: format(change),
  };
  const when = reportsTexts.daysFromTo(
    formatDay(figures.start, written.dates),
    formatDay(figures.end, written.dates),
  );
  const total = (flow: Flow) => ({
    amount: totals[flow],
    of: flowFigure(flow, { key: null, when }, (of) => totals[of]),
  });
  const compared = comparedBehind(before, figures, {
    format,
    when: rangeWordsIn(written.dates),
  });
  const behind: Behind = (id, at) => {
    const ofCompared = compared(id, at);
    if (ofCompared) return ofCompared;
    const period = at === null ? undefined : data.periods[at];
    const value = format(data.series.find((each) => each.id === id)?.values[at ?? -1]);
    if (period && !isFlow(id)) return balanceFigure(period.key, period.name, value);
    if (!isFlow(id)) return null;
    const place = { key: period?.key ?? null, when: period?.name ?? when };
    return flowFigure(id, place, (of) => (period ? value : totals[of]));
  };
  return (
    <>
      <Facts
        facts={[
          { name: reportsTexts.income, ...total('income') },
          { name: reportsTexts.expenses, ...total('expenses') },
          { name: reportsTexts.net, ...total('net'), isMain: true },
          { name: reportsTexts.transfers, ...total('transfers') },
          { name: reportsTexts.balanceChange, ...total('change') },
        ]}
      />
      <ViewChart data={data} written={written} behind={behind} />
    </>
  );
}
