import { useState } from 'react';
import { useFigures } from '@/domain/reports/api';
import { type Calendar, hasPast } from '@/domain/reports/calendar';
import { FiguresOf } from '@/domain/reports/FiguresOf';
import { addCard, changeSettings, run } from '@/features/dashboards/api';
import { cardPlace, type ScreenKind } from '@/features/dashboards/model/addresses';
import { ADDABLE, type Addable, titleOf } from '@/features/dashboards/model/cards';
import type { DashboardCard, DashboardPage, Figures } from '@/generated/contract';
import { useOffline } from '@/lib/connection/useOffline';
import { focusNearRemoved } from '@/lib/focus/nearRemoved';
import { cardTexts } from '@/texts/dashboards';
import { reportScreenTexts as words } from '@/texts/reportScreens';
import { Comparison } from '../compare/Comparison';
import { figuresOf } from '../model/figures';
import { ReportFailed } from '../ReportFailed';
import { ReportWaiting } from '../ReportWaiting';
import { Settings } from '../settings/Settings';
import { CardView } from '../views/CardView';
import { DraftProvider, useCardDraft } from './draft';
import { ScreenHead } from './ScreenHead';
import styles from './screen.module.css';
import { viewOf } from './view';

/** The card types that cover a range of days, so that their figures can be compared. */
const COMPARED: ReadonlySet<ScreenKind> = new Set<ScreenKind>([
  'net-worth-card',
  'cash-flow-card',
  'summary-card',
  'calendar-card',
]);

/** Those of them that show spending as a whole, which has a budget. */
const BUDGETED: ReadonlySet<ScreenKind> = new Set<ScreenKind>(['cash-flow-card', 'calendar-card']);

interface CardScreenProps {
  kind: ScreenKind;
  /** Null for the usual settings of the type, which can become a card. */
  card: DashboardCard | null;
  /** The page of the card, or the one that it would be added to. */
  page: DashboardPage | null;
  calendar: Calendar;
  /** A new card was added; this is the address of its screen. */
  onAdded: (place: string) => void;
}

/** The figures of a card at their full size, beside the settings that are tried out on them. */
export function CardScreen({ kind, card, page, calendar, onAdded }: CardScreenProps) {
  const draft = useCardDraft(card?.id ?? kind, card);
  const offline = useOffline();
  const [isSaving, setSaving] = useState(false);
  const { meta, patch } = draft;
  const title = titleOf({ type: kind, meta } as DashboardCard);
  const view = viewOf(kind, meta);
  const asked = { type: kind, meta, ...(view ? { view } : {}) };
  const { data, error, refetch } = useFigures([asked]);
  const { figures, failure } = figuresOf<Figures>(data, error);
  const answer = data?.cards[0];
  const isMissing = answer !== undefined && 'figures' in answer && answer.namesMissing;
  const isChanged = Object.keys(patch).length > 0;
  const save = async () => {
    setSaving(true);
    if (card) await run(changeSettings(card, patch));
    else if (page) {
      const adding = addCard(page, { type: kind, size: ADDABLE[kind as Addable], meta });
      if (await run(adding)) {
        draft.revert();
        onAdded(cardPlace(kind, await adding));
      }
    }
    setSaving(false);
  };
  return (
    <DraftProvider value={draft}>
      <div className={styles.page}>
        <ScreenHead
          backTo={page ? `/reports/${page.id}` : '/reports'}
          title={title}
          onName={(name) => draft.change({ name: name === '' ? undefined : name })}
          saveLabel={card ? words.saveCard : words.addToPage(page?.name ?? '')}
          canSave={(card === null || isChanged) && !offline && page !== null}
          isNew={card === null}
          isChanged={isChanged}
          isSaving={isSaving}
          onSave={() => void save()}
          onRevert={draft.revert}
        />
        <div ref={focusNearRemoved} className={styles.columns}>
          <div className={styles.main}>
            {isMissing && <p className={styles.warning}>{cardTexts.missing}</p>}
            {Boolean(failure) && <ReportFailed error={failure} onRetry={() => void refetch()} />}
            {!figures && !failure && <ReportWaiting />}
            {figures && (
              <FiguresOf card={asked} id={card?.id ?? kind} title={title} when="">
                <CardView
                  kind={kind}
                  figures={figures}
                  about={{ id: card?.id ?? kind, title, meta, calendar }}
                />
                {COMPARED.has(kind) && hasPast(calendar) && (
                  <Comparison card={asked} hasBudgets={BUDGETED.has(kind)} />
                )}
              </FiguresOf>
            )}
          </div>
          <section className={styles.side} aria-label={words.settings}>
            <Settings kind={kind} calendar={calendar} />
          </section>
        </div>
      </div>
    </DraftProvider>
  );
}
