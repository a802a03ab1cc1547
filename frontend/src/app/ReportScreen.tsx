import { useParams } from 'react-router';
import { kindOfWord } from '@/features/dashboards/model/addresses';
import { lazy } from '@/lib/parts/lazy';
import { useScrollPlace } from '@/lib/react/useScrollPlace';
import { cardTitle } from '@/texts/cards';
import { shellTexts } from '@/texts/shell';
import { Screen } from './Screen';

const DashboardsPage = lazy(() => import('@/features/dashboards/DashboardsPage'), true);
const ReportPage = lazy(() => import('@/features/reports/ReportPage'));

/** The word of addresses of saved reports. */
const CUSTOM = 'custom';

/** The screens under /reports: pages of cards, a card with its settings, and saved reports. */
export default function ReportScreen() {
  const { page, id = null } = useParams();
  useScrollPlace();
  const kind = page === CUSTOM ? CUSTOM : kindOfWord(page);
  if (kind === undefined) {
    return (
      <Screen title={shellTexts.reports}>
        <DashboardsPage />
      </Screen>
    );
  }
  return (
    <Screen title={cardTitle('', kind === CUSTOM ? 'custom-report' : kind)}>
      <ReportPage kind={kind} id={id} />
    </Screen>
  );
}
