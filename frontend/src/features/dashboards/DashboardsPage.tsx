import { useEffect } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router';
import { ListWaiting } from '@/components/grid/ListWaiting';
import { LoadFailed } from '@/components/LoadFailed';
import { useFigureReturn } from '@/domain/reports/useFigureReturn';
import type { DashboardPage } from '@/generated/contract';
import { useOffline } from '@/lib/connection/useOffline';
import { tell } from '@/lib/notices/tell';
import { dashboardsTexts } from '@/texts/dashboards';
import { errorText } from '@/texts/errors';
import { shellTexts } from '@/texts/shell';
import { usePages } from './api';
import { CardGrid } from './CardGrid';
import styles from './dashboards.module.css';
import { PageBar } from './PageBar';
import { startReadingAhead } from './readAhead';

startReadingAhead();

/** The pages of cards with figures about the open budget. */
export default function DashboardsPage() {
  const { page: id } = useParams();
  const { data: pages, error, refetch } = usePages();
  useFigureReturn();
  const page = id === undefined ? pages?.[0] : pages?.find((each) => each.id === id);
  return (
    <div className={styles.page}>
      <div className={styles.top}>
        <h1 tabIndex={-1}>{shellTexts.reports}</h1>
        {pages && page && <Bar page={page} pages={pages} />}
      </div>
      {pages && page && <CardGrid key={page.id} page={page} pages={pages} />}
      {pages && !page && <NoPage />}
      {error && <LoadFailed onRetry={() => void refetch()}>{errorText(error)}</LoadFailed>}
      {!pages && !error && <ListWaiting lines={6} />}
    </div>
  );
}

interface BarProps {
  page: DashboardPage;
  pages: readonly DashboardPage[];
}

function Bar({ page, pages }: BarProps) {
  const navigate = useNavigate();
  const offline = useOffline();
  const open = (id?: string) => navigate(id === undefined ? '/reports' : `/reports/${id}`);
  return <PageBar at={{ page, pages, offline, open }} />;
}

/** Another tab deleted the page, or its address is that of another budget. */
function NoPage() {
  useEffect(() => tell(dashboardsTexts.noPage), []);
  return <Navigate to="/reports" replace />;
}
