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

/** Cards may come and go in other tabs while one of them is moved here. */
function placesOf(cards: readonly DashboardCard[], draft: readonly Place[] | null): Place[] {
  if (!draft) return pack(cards);
  const drafted = new Map(draft.map((place) => [place.id, place]));
  return pack(cards.map((card) => drafted.get(card.id) ?? card));
}

const sizeOf = ({ width, height }: Place) => `${width} ${height}`;

export function usePlaces(cards: readonly DashboardCard[]): Places {
  const [draft, setDraft] = useState<readonly Place[] | null>(null);
  const places = useMemo(() => placesOf(cards, draft), [cards, draft]);
  const latest = useLatest({ cards, draft, places });
  /** What is being written; the list of cards does not know it yet. */
  const sent = useRef<readonly Place[] | null>(null);
  const keep = async () => {
    const { cards, draft, places } = latest.current;
    if (!draft || draft === sent.current) return;
    const before = new Map((sent.current ?? pack(cards)).map((place) => [place.id, place]));
    const changed = places.filter((place) => !isSame(place, before.get(place.id)));
    const isResize = changed.some((place) => {
      const former = before.get(place.id);
      return former !== undefined && sizeOf(former) !== sizeOf(place);
    });
    sent.current = draft;
    if (changed.length > 0) await run(placeCards(places, isResize));
    if (sent.current === draft) sent.current = null;
    // Something may have been moved again meanwhile.
    setDraft((now) => (now === draft ? null : now));
  };
  return { places, show: setDraft, cancel: () => setDraft(null), keep };
}
