import { ChartColumn } from 'lucide-react';
import { useMemo } from 'react';
import { EmptyNote } from '@/components/EmptyNote';
import type { CashFlow } from '@/generated/contract';
import { reportsTexts } from '@/texts/reports';
import { Facts } from '../Facts';
import { cashFlowChart, isEmptyFlow } from '../model/cashFlowChart';
import type { About } from './about';
import { useWritten } from './useWritten';
import { ViewChart } from './ViewChart';

interface CashFlowViewProps {
  figures: CashFlow;
  about: About;
}

/** What comes into the budget and what goes out, over the days or months. */
export function CashFlowView({ figures, about }: CashFlowViewProps) {
  const written = useWritten();
  const withBalance = about.meta.showBalance !== false;
  const data = useMemo(
    () => ({
      ...cashFlowChart(figures, { ...written, withBalance }),
      id: about.id,
      title: about.title,
    }),
    [figures, written, withBalance, about.id, about.title],
  );
  if (isEmptyFlow(figures)) return <EmptyNote icon={ChartColumn}>{reportsTexts.empty}</EmptyNote>;
  const { format } = written.amounts;
  const { totalIncome, totalExpenses, totalTransfers, change } = figures;
  return (
    <>
      <Facts
        facts={[
          { name: reportsTexts.income, amount: format(totalIncome) },
          { name: reportsTexts.expenses, amount: format(totalExpenses) },
          { name: reportsTexts.net, amount: format(change - totalTransfers), isMain: true },
          { name: reportsTexts.transfers, amount: format(totalTransfers) },
          { name: reportsTexts.balanceChange, amount: format(change) },
        ]}
      />
      <ViewChart data={data} written={written} />
    </>
  );
}
