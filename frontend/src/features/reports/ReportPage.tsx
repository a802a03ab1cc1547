import type { ScreenKind } from '@/features/dashboards/model/addresses';
import { CashFlowPage } from './CashFlowPage';
import { CardPage } from './card/CardPage';
import { CustomReportPage } from './custom/CustomReportPage';
import { NetWorthPage } from './NetWorthPage';

interface ReportPageProps {
  /** The type of card, or a saved report. */
  kind: ScreenKind | 'custom';
  /** Of the card or the report; null for a new one. */
  id: string | null;
}

/** One report as a screen. */
export default function ReportPage({ kind, id }: ReportPageProps) {
  if (kind === 'custom') return <CustomReportPage key={id} id={id} />;
  if (id === null && kind === 'net-worth-card') return <NetWorthPage />;
  if (id === null && kind === 'cash-flow-card') return <CashFlowPage />;
  return <CardPage key={id ?? kind} kind={kind} id={id} />;
}
