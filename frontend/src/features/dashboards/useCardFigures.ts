import { useMemo } from 'react';
import { useFigures } from '@/domain/reports/api';
import type { CardFigures, DashboardCard } from '@/generated/contract';
import { useLastKnown } from '@/lib/react/useLastKnown';
import { askedOf, hasFigures } from './model/cards';

type Known = ReadonlyMap<string, CardFigures>;

/**
 * The figures of the cards of a page, by the id of the card, by one call. What a card showed last
 * stays until its new figures are there.
 */
export function useCardFigures(cards: readonly DashboardCard[]) {
  // In an order that moving a card does not change, so that it asks for nothing anew.
  const shown = useMemo(
    () => cards.filter(hasFigures).sort((one, other) => (one.id < other.id ? -1 : 1)),
    [cards],
  );
  const asked = useMemo(() => shown.map(askedOf), [shown]);
  const { data, isPlaceholderData, error, refetch } = useFigures(asked);
  const fresh = useMemo<Known | null>(() => {
    // Figures of former cards stand in an order of their own.
    if (!data || isPlaceholderData) return null;
    return new Map(
      shown.flatMap(({ id }, at) => {
        const figures = data.cards[at];
        return figures ? [[id, figures] as const] : [];
      }),
    );
  }, [data, isPlaceholderData, shown]);
  const known = useLastKnown(fresh);
  return { known, error, retry: () => void refetch() };
}
