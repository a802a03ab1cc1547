import { TriangleAlert } from 'lucide-react';
import { type CSSProperties, type KeyboardEvent, useId, useMemo } from 'react';
import { Link } from 'react-router';
import { useCalendar } from '@/domain/reports/calendar';
import { FiguresOf } from '@/domain/reports/FiguresOf';
import type { CardFigures } from '@/generated/contract';
import { pressAction, runAction } from '@/lib/actions/actions';
import { usePref } from '@/lib/prefs/prefs';
import { useToday } from '@/lib/prefs/useToday';
import { cardTexts, figureTexts } from '@/texts/dashboards';
import { CARD_KEYS, type CardAt, textAction } from './actions/card';
import { CardBody } from './CardBody';
import { CardMenu } from './CardMenu';
import styles from './card.module.css';
import { placeOf } from './model/addresses';
import { askedOf, hidesTitle } from './model/cards';
import type { Place } from './model/packing';
import { rangeWords } from './model/range';
import { ResizeHandle } from './ResizeHandle';
import { useDrag } from './useDrag';
import type { Places } from './usePlaces';
import { usePressHead } from './usePressHead';

interface CardProps {
  at: CardAt;
  /** Undefined while its figures are computed for the first time. */
  shown: CardFigures | undefined;
  /** Nothing is under way that would bring them. */
  isFailed: boolean;
  /** Asks for the figures again. */
  onRetry: () => void;
  /** Null where cards stand in one column. */
  place: Place | null;
  layout: Places;
  /** The keyboard is here, or comes here first. */
  isCurrent: boolean;
}

interface TitleProps {
  isCurrent: boolean;
  at: CardAt;
  id: string;
  shown: CardFigures | undefined;
}

/** The keys that hold a card. Releasing one of them drops the card where it is. */
const HOLDING = new Set(['Alt', 'Shift', 'Control', 'Meta']);

function styleOf(place: Place | null): CSSProperties {
  if (!place) return {};
  const { x, y, width, height } = place;
  return {
    gridColumn: `${x + 1} / ${x + 1 + width}`,
    gridRow: `${y + 1} / ${y + 1 + height}`,
  };
}

/** One card of a page: its title, its range, what it shows, and its menu. */
export function Card({ at, place, layout, isCurrent, ...figures }: CardProps) {
  const { shown } = figures;
  const { card } = at;
  const id = useId();
  const asked = useMemo(() => askedOf(card), [card]);
  const when = useRangeWords(card, shown) ?? '';
  const drag = useDrag({ card, layout, canMove: place !== null && !at.offline });
  const pressHead = usePressHead();
  const press = (event: KeyboardEvent) => {
    // A text has no screen to open.
    const isHeld = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
    const isOpening = event.key === 'Enter' && !isHeld && event.target === event.currentTarget;
    const writes = isOpening && runAction(textAction, at);
    if (writes || pressAction(CARD_KEYS, at, event.nativeEvent)) event.preventDefault();
  };
  return (
    <article
      aria-labelledby={id}
      className={styles.card}
      style={styleOf(place)}
      tabIndex={isCurrent ? 0 : -1}
      data-card={card.id}
      data-type={card.type}
      data-bare={hidesTitle(card) || undefined}
      data-moving={drag.isMoving || undefined}
      onKeyDown={press}
      onKeyUp={({ key }) => HOLDING.has(key) && void layout.keep()}
      onBlur={() => void layout.keep()}
    >
      <div role="none" className={styles.head} {...pressHead} {...(place ? drag.byHead : {})}>
        <div className={styles.titles}>
          <Title at={at} id={id} shown={shown} isCurrent={isCurrent} />
          <Range at={at} shown={shown} />
        </div>
        {shown && 'figures' in shown && shown.namesMissing && (
          <span className={styles.warning} title={cardTexts.missing}>
            <TriangleAlert size="1rem" aria-hidden="true" />
            <span className="visually-hidden">{cardTexts.missing}</span>
          </span>
        )}
        <CardMenu at={at} isTabStop={isCurrent} />
      </div>
      <FiguresOf card={asked} id={card.id} title={at.title} when={when}>
        <CardBody at={at} isCurrent={isCurrent} {...figures} />
      </FiguresOf>
      {place && <ResizeHandle {...drag.byCorner} />}
    </article>
  );
}

function Title({ at: { card, title }, id, shown, isCurrent }: TitleProps) {
  const isGone = shown !== undefined && 'error' in shown;
  const screen = isGone && card.type === 'custom-report' ? null : placeOf(card);
  return (
    <h2 id={id} title={title} className={hidesTitle(card) ? 'visually-hidden' : styles.title}>
      {screen ? (
        <Link to={screen} state={{ goBack: true }} tabIndex={isCurrent ? 0 : -1}>
          {title}
        </Link>
      ) : (
        title
      )}
    </h2>
  );
}

/** The range of a card in words; null for one that has none, or has nothing to show yet. */
function useRangeWords(card: CardAt['card'], shown: CardFigures | undefined): string | null {
  const today = useToday();
  const format = usePref('dateFormat');
  const { calendar } = useCalendar({ isNeeded: card.type === 'sankey-card' });
  if (!shown || !('figures' in shown)) return null;
  return rangeWords(card, shown.figures, calendar ?? { today, latest: today }, format);
}

function Range({ at: { card }, shown }: Pick<CardProps, 'at' | 'shown'>) {
  const words = useRangeWords(card, shown);
  if (words === null || !shown || !('figures' in shown)) return null;
  // The sum of some transactions is no worth.
  const isFiltered = 'isFiltered' in shown.figures && shown.figures.isFiltered;
  return <p className={styles.range}>{isFiltered ? figureTexts.filtered(words) : words}</p>;
}
