import { useNavigate } from 'react-router';
import { ButtonLink } from '@/components/ButtonLink';
import { useCalendar } from '@/domain/reports/calendar';
import { useReports } from '@/features/dashboards/api';
import { NEW_REPORT } from '@/features/dashboards/model/addresses';
import { reportScreenTexts as words } from '@/texts/reportScreens';
import screenStyles from '../card/screen.module.css';
import { ReportFailed } from '../ReportFailed';
import { ReportWaiting } from '../ReportWaiting';
import styles from '../reports.module.css';
import { CustomReportScreen } from './CustomReportScreen';

/** A saved report with its editor, or a new one. */
export function CustomReportPage({ id }: { id: string | null }) {
  const { data: reports, error, refetch } = useReports();
  const { calendar, error: wrong, retry } = useCalendar();
  const navigate = useNavigate();
  if (reports && calendar) {
    const saved = reports.find((each) => each.id === id) ?? null;
    if (id !== null && !saved) return <Gone />;
    return (
      <CustomReportScreen
        saved={saved}
        reports={reports}
        calendar={calendar}
        onOpen={(place, isSame) => void navigate(place, { replace: isSame })}
      />
    );
  }
  const failure = reports ? wrong : error;
  const again = () => (reports ? retry() : void refetch());
  return (
    <div className={screenStyles.page}>
      <h1 tabIndex={-1}>{words.report}</h1>
      {failure ? <ReportFailed error={failure} onRetry={again} /> : <ReportWaiting />}
    </div>
  );
}

/** It was deleted, or its address is that of another budget. */
function Gone() {
  return (
    <div className={styles.page}>
      <h1 tabIndex={-1}>{words.report}</h1>
      <p>{words.reportGone}</p>
      <div>
        <ButtonLink look="plain" to={NEW_REPORT}>
          {words.newReport}
        </ButtonLink>
      </div>
    </div>
  );
}
