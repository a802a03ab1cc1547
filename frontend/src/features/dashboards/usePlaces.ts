import { useMemo, useRef, useState } from 'react';
import type { DashboardCard } from '@/generated/contract';
import { useLatest } from '@/lib/react/useLatest';
import { placeCards, run } from './api';
import { isSame, type Place, pack } from './model/packing';

/** Where the cards of a page stand, also while one of them is moved. */
export interface Places {
  places: readonly Place[];
  /** Shows cards elsewhere; nothing is written yet. */
  show: (places: readonly Place[]) => void;
  /** Back to where they are stored. */
  cancel: () => void;
  /** Writes what is shown. */
  keep: () => Promise<void>;
}

/** The cards where they are stored, but for those that are being moved. */
function placesOf(cards: readonly DashboardCard[], draft: readonly Place[] | null): Place[] {
  if (!draft) return pack(cards);
  const drafted = new Map(draft.map((place) => [place.id, place]));
  return pack(cards.map((card) => drafted.get(card.id) ?? card));
}

/** The cards that have another place or size than before. */
function changesOf(places: readonly Place[], before: readonly Place[]): Place[] {
  const former = new Map(before.map((place) => [place.id, place]));
  return places.filter((place) => !isSame(place, former.get(place.id)));
}

/**
 * The places to write: only those of the cards that this person moved, so that cards that another
 * tab moves meanwhile stay there. Stored places with gaps count from another top, so all changed
 * places are written then.
 */
function writtenPlaces(
  stored: readonly Place[],
  draft: readonly Place[],
  places: readonly Place[],
): Place[] {
  const isPacked = changesOf(pack(stored), stored).length === 0;
  const mine = new Set(draft.map(({ id }) => id));
  return changesOf(places, stored).filter(({ id }) => !isPacked || mine.has(id));
}

const sizeOf = ({ width, height }: Place) => `${width} ${height}`;

export function usePlaces(cards: readonly DashboardCard[]): Places {
  /** Only the cards that stand elsewhere than when the move began. */
  const [draft, setDraft] = useState<readonly Place[] | null>(null);
  const places = useMemo(() => placesOf(cards, draft), [cards, draft]);
  const latest = useLatest({ cards, draft, places });
  /** Where the cards stood when the move began. */
  const before = useRef<readonly Place[] | null>(null);
  /** The places being written; the list of cards does not have them yet. */
  const sent = useRef<readonly Place[] | null>(null);
  const show = (next: readonly Place[]) => {
    before.current ??= pack(cards);
    setDraft(changesOf(next, before.current));
  };
  const cancel = () => {
    before.current = null;
    setDraft(null);
  };
  const keep = async () => {
    const { cards, draft, places } = latest.current;
    if (!draft || draft === sent.current) return;
    const onTheWay = new Map(sent.current?.map((place) => [place.id, place]));
    const stored = cards.map((card) => onTheWay.get(card.id) ?? card);
    const written = writtenPlaces(stored, draft, places);
    const former = new Map(stored.map((place) => [place.id, place]));
    const isResize = written.some((place) => {
      const old = former.get(place.id);
      return old !== undefined && sizeOf(old) !== sizeOf(place);
    });
    sent.current = draft;
    if (written.length > 0) await run(placeCards(written, isResize));
    if (sent.current === draft) {
      sent.current = null;
      before.current = null;
    }
    // Something may have been moved again meanwhile.
    setDraft((now) => (now === draft ? null : now));
  };
  return { places, show, cancel, keep };
}
