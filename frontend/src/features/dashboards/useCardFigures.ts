import { useMemo } from 'react';
import { useFigures } from '@/domain/reports/api';
import type { CardFigures, DashboardCard } from '@/generated/contract';
import { useLastKnown } from '@/lib/react/useLastKnown';
import { askedOf, withFigures } from './model/cards';

type Known = ReadonlyMap<string, CardFigures>;

/**
 * The figures of the cards of a page, by card id, from one call. Each card keeps its last figures
 * until the new ones arrive.
 */
export function useCardFigures(cards: readonly DashboardCard[]) {
  const shown = useMemo(() => withFigures(cards), [cards]);
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
