import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useFigures } from '@/domain/reports/api';
import { type Calendar, hasPast } from '@/domain/reports/calendar';
import { FiguresOf } from '@/domain/reports/FiguresOf';
import { reportStart } from '@/domain/reports/newReport';
import { run } from '@/features/dashboards/api';
import { askPageName } from '@/features/dashboards/askPageName';
import { reportPlace } from '@/features/dashboards/model/addresses';
import { hasBudgets, isOfBudgets, shownValue } from '@/features/dashboards/model/reportRows';
import type { CustomReport, SavedReport } from '@/generated/contract';
import { useOffline } from '@/lib/connection/useOffline';
import { focusNearRemoved } from '@/lib/focus/nearRemoved';
import { type DateFormat, formatDay } from '@/lib/format/dates';
import { usePref } from '@/lib/prefs/prefs';
import { cardTexts } from '@/texts/dashboards';
import { reportScreenTexts as words } from '@/texts/reportScreens';
import { reportsTexts } from '@/texts/reports';
import { type Meta, remaining, useCardDraft } from '../card/draft';
import { ScreenHead } from '../card/ScreenHead';
import styles from '../card/screen.module.css';
import { Comparison } from '../compare/Comparison';
import { figuresOf } from '../model/figures';
import { NEW, type Report } from '../model/report';
import { ReportFailed } from '../ReportFailed';
import { ReportWaiting } from '../ReportWaiting';
import { createReport, updateReport } from './api';
import { CustomReportView } from './CustomReportView';
import { ReportMenu } from './ReportMenu';
import { ReportSettings } from './ReportSettings';

/** The date range of a report as text. */
const daysOf = ({ start, end }: CustomReport, dates: DateFormat) =>
  reportsTexts.daysFromTo(formatDay(start, dates), formatDay(end, dates));

interface CustomReportScreenProps {
  /** Null for a new report. */
  saved: SavedReport | null;
  reports: readonly SavedReport[];
  calendar: Calendar;
  /** Shows another report; `isSame` when it takes the place of this one. */
  onOpen: (place: string, isSame: boolean) => void;
}

/** A report as it is edited, beside its settings. */
export function CustomReportScreen({ saved, reports, calendar, onOpen }: CustomReportScreenProps) {
  const [search] = useSearchParams();
  const start = saved ?? { ...NEW, ...reportStart(search) };
  // Each start has its own draft.
  const draft = useCardDraft(saved?.id ?? JSON.stringify(start), {
    meta: start as unknown as Meta,
  });
  const offline = useOffline();
  const dates = usePref('dateFormat');
  const [isSaving, setSaving] = useState(false);
  const report = draft.meta as unknown as Report;
  const asked = { type: 'custom-report', report: draft.meta as Record<string, unknown> };
  const { data, error, refetch } = useFigures([asked]);
  const { figures, failure } = figuresOf<CustomReport>(data, error);
  const answer = data?.cards[0];
  const isMissing = answer !== undefined && 'figures' in answer && answer.namesMissing;
  const isChanged = Object.keys(draft.patch).length > 0;
  const title = report.name || words.newReport;
  const about = { id: saved?.id ?? 'new-report', title };

  /** Saves what is shown as a new report; this one stays as it is stored. */
  const saveAs = () =>
    askPageName({
      title: words.saveReport,
      name: saved ? words.copyOf(title) : report.name,
      keep: async (name) => {
        const { id: _, ...settings } = { id: '', ...report, name };
        const id = await createReport(settings);
        draft.revert();
        onOpen(reportPlace(id), saved === null);
      },
    });
  const save = async () => {
    if (!saved) return saveAs();
    setSaving(true);
    await run(updateReport(saved, draft.patch));
    setSaving(false);
  };
  return (
    <div className={styles.page}>
      <ScreenHead
        backTo="/reports"
        title={title}
        onName={(name) => draft.change({ name })}
        renameLabel={words.renameReport}
        saveLabel={words.saveReport}
        canSave={(saved === null || isChanged) && !offline}
        isNew={saved === null}
        isChanged={isChanged}
        isSaving={isSaving}
        onSave={() => void save()}
        onRevert={draft.revert}
        menu={
          <ReportMenu
            at={{ saved, reports, title, offline, saveAs, open: (place) => onOpen(place, false) }}
          />
        }
      />
      <div ref={focusNearRemoved} className={styles.columns}>
        <div className={styles.main}>
          {isMissing && <p className={styles.warning}>{cardTexts.missing}</p>}
          {Boolean(failure) && <ReportFailed error={failure} onRetry={() => void refetch()} />}
          {!figures && !failure && <ReportWaiting />}
          {figures && (
            <FiguresOf card={asked} id={about.id} title={title} when={daysOf(figures, dates)}>
              <CustomReportView
                figures={figures}
                about={about}
                withTrends={report.showTrendLines}
              />
              {!isOfBudgets(figures) && hasPast(calendar) && (
                <Comparison
                  card={asked}
                  hasBudgets={hasBudgets(figures, calendar.today)}
                  shown={(cents) => shownValue(figures, cents)}
                />
              )}
            </FiguresOf>
          )}
        </div>
        <section className={styles.side} aria-label={words.settings}>
          <ReportSettings
            report={report}
            range={figures && { from: figures.start, to: figures.end }}
            calendar={calendar}
            onChange={(next) => draft.change(remaining(report as unknown as Meta, { ...next }))}
          />
        </section>
      </div>
    </div>
  );
}
