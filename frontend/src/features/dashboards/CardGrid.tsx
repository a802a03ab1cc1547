import { LayoutDashboard } from 'lucide-react';
import { LoadFailed } from '@/components/LoadFailed';
import { PHONE, useMedia } from '@/components/useMedia';
import type { DashboardCard, DashboardPage } from '@/generated/contract';
import { useKeyHelp } from '@/lib/actions/useActions';
import { announce } from '@/lib/announce/announce';
import { useOffline } from '@/lib/connection/useOffline';
import { focusNearRemoved } from '@/lib/focus/nearRemoved';
import { useShortcuts } from '@/lib/keys/useShortcuts';
import { cardTexts, dashboardsTexts } from '@/texts/dashboards';
import { errorText } from '@/texts/errors';
import { AddCard } from './AddCard';
import { CARD_KEYS, type CardAt } from './actions/card';
import { useReports } from './api';
import { Card } from './Card';
import { CARD_HELP, pressAmongCards } from './cardKeys';
import styles from './dashboards.module.css';
import { leastSize, titleOf } from './model/cards';
import { grown, type Place, stepped } from './model/packing';
import { useCardFigures } from './useCardFigures';
import { useCardReturn } from './useCardReturn';
import { type Places, usePlaces } from './usePlaces';

interface CardGridProps {
  page: DashboardPage;
  pages: readonly DashboardPage[];
}

/** Says where a card stands now. */
function sayPlace(place: Place | undefined, isResize: boolean): void {
  if (!place) return;
  const { x, y, width, height } = place;
  announce(
    isResize
      ? cardTexts.resizedTo(x + 1, y + 1, width, height)
      : cardTexts.movedTo(x + 1, y + 1, width),
  );
}

/** The moves of a card by keys: shown at once, written when the keys are released. */
function keysOf({ places, show }: Places, card: DashboardCard) {
  const turn = (next: Place[] | null, isResize: boolean, refusal: string) => {
    if (!next) return announce(refusal);
    show(next);
    sayPlace(
      next.find(({ id }) => id === card.id),
      isResize,
    );
  };
  const move: CardAt['move'] = (step) =>
    turn(stepped(places, card.id, step), false, cardTexts.noFurther);
  const resize: CardAt['resize'] = (step) => {
    const isGrowth = step.width > 0 || step.height > 0;
    const refusal = isGrowth ? cardTexts.widest : cardTexts.smallest;
    turn(grown(places, card.id, step, leastSize(card.type)), true, refusal);
  };
  return { move, resize };
}

/** The cards of a page: in twelve columns, or one below the other on a narrow screen. */
export function CardGrid({ page, pages }: CardGridProps) {
  const { cards } = page;
  const isNarrow = useMedia(PHONE);
  const offline = useOffline();
  const layout = usePlaces(cards);
  const { known, error, retry } = useCardFigures(cards);
  const { data: reports } = useReports();
  const { focused, remember } = useCardReturn();
  useKeyHelp('grid', CARD_KEYS);
  useShortcuts(CARD_HELP);
  const sorted = inOrder(cards);
  const current = sorted.find(({ id }) => id === focused) ?? sorted[0];
  const places = new Map(layout.places.map((place) => [place.id, place]));
  return (
    <>
      {error && <LoadFailed onRetry={retry}>{errorText(error)}</LoadFailed>}
      {cards.length === 0 && <NoCards page={page} offline={offline} />}
      <div
        ref={focusNearRemoved}
        role="group"
        aria-label={dashboardsTexts.cardsOf(page.name)}
        className={isNarrow ? styles.column : styles.grid}
        data-cards
        onKeyDown={pressAmongCards}
        onFocus={({ target }) => {
          const id = target.closest<HTMLElement>('[data-card]')?.dataset.card;
          if (id !== undefined) remember(id);
        }}
      >
        {sorted.map((card) => {
          const title = titleOf(card, reports);
          const keys = isNarrow ? { move: null, resize: null } : keysOf(layout, card);
          return (
            <Card
              key={card.id}
              at={{ card, title, page, pages, offline, ...keys }}
              shown={known?.get(card.id)}
              isFailed={error !== null}
              onRetry={retry}
              place={isNarrow ? null : (places.get(card.id) ?? null)}
              layout={layout}
              isCurrent={card === current}
            />
          );
        })}
      </div>
    </>
  );
}

/**
 * In the order they are read in. It goes by the stored places: a card that is being moved stays
 * where it is in the document, and so keeps the pointer.
 */
function inOrder(cards: readonly DashboardCard[]): DashboardCard[] {
  return [...cards].sort((one, other) => one.y - other.y || one.x - other.x);
}

interface NoCardsProps {
  page: DashboardPage;
  offline: boolean;
}

function NoCards({ page, offline }: NoCardsProps) {
  return (
    <div className={styles.empty}>
      <LayoutDashboard size="2.5rem" strokeWidth={1.5} aria-hidden="true" />
      <h2>{dashboardsTexts.noCards}</h2>
      <p>{dashboardsTexts.noCardsHint}</p>
      <AddCard page={page} offline={offline} />
    </div>
  );
}
