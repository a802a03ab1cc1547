import { Navigate, useNavigate } from 'react-router';
import { ButtonLink } from '@/components/ButtonLink';
import { useCalendar } from '@/domain/reports/calendar';
import { usePages } from '@/features/dashboards/api';
import { placeOf, type ScreenKind } from '@/features/dashboards/model/addresses';
import type { DashboardCard, DashboardPage } from '@/generated/contract';
import { cardTitle } from '@/texts/cards';
import { reportScreenTexts as words } from '@/texts/reportScreens';
import { ReportFailed } from '../ReportFailed';
import { ReportWaiting } from '../ReportWaiting';
import styles from '../reports.module.css';
import { CardScreen } from './CardScreen';
import screenStyles from './screen.module.css';

interface CardPageProps {
  kind: ScreenKind;
  /** Null for the usual settings of the type. */
  id: string | null;
}

interface Found {
  page: DashboardPage;
  card: DashboardCard;
}

function found(pages: readonly DashboardPage[], id: string | null): Found | null {
  for (const page of pages) {
    const card = page.cards.find((each) => each.id === id);
    if (card) return { page, card };
  }
  return null;
}

/** One card as a screen of its own, with its settings. */
export function CardPage({ kind, id }: CardPageProps) {
  const { data: pages, error, refetch } = usePages();
  const { calendar, error: wrong, retry } = useCalendar();
  const navigate = useNavigate();
  const failure = pages ? wrong : error;
  if (!pages || !calendar) {
    const again = () => (pages ? retry() : void refetch());
    return (
      <div className={screenStyles.page}>
        <h1 tabIndex={-1}>{cardTitle('', kind)}</h1>
        {failure ? <ReportFailed error={failure} onRetry={again} /> : <ReportWaiting />}
      </div>
    );
  }
  const at = found(pages, id);
  if (id !== null && !at) return <Gone />;
  if (at && at.card.type !== kind) return <Navigate to={placeOf(at.card) ?? '/reports'} replace />;
  return (
    <CardScreen
      kind={kind}
      card={at?.card ?? null}
      page={at?.page ?? pages[0] ?? null}
      calendar={calendar}
      onAdded={(place) => void navigate(place, { replace: true })}
    />
  );
}

/** Another tab removed the card, or its address is that of another budget. */
function Gone() {
  return (
    <div className={styles.page}>
      <h1 tabIndex={-1}>{words.report}</h1>
      <p>{words.cardGone}</p>
      <div>
        <ButtonLink look="plain" to="/reports">
          {words.toReports}
        </ButtonLink>
      </div>
    </div>
  );
}
