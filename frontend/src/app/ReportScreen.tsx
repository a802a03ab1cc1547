import { CashFlowPage } from '@/features/reports/CashFlowPage';
import { NetWorthPage } from '@/features/reports/NetWorthPage';
import { reportsTexts } from '@/texts/reports';
import { Screen } from './Screen';

/** A report as a screen. It loads with its title, which the first screen does not need. */
export default function ReportScreen({ report }: { report: 'net-worth' | 'cash-flow' }) {
  if (report === 'net-worth') {
    return (
      <Screen title={reportsTexts.netWorth}>
        <NetWorthPage />
      </Screen>
    );
  }
  return (
    <Screen title={reportsTexts.cashFlow}>
      <CashFlowPage />
    </Screen>
  );
}
