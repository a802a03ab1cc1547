import type { Figures, FiguresOfCards } from '@/generated/contract';
import { CallError } from '@/lib/connection/callError';

interface Answered<F> {
  figures: F | null;
  /** Why there are none. */
  failure: unknown;
}

/**
 * The figures of the only requested card, or the reason why there are none. `F` is the type of its
 * figures.
 */
export function figuresOf<F extends Figures>(
  answer: FiguresOfCards | undefined,
  error: unknown,
): Answered<F> {
  const card = answer?.cards[0];
  if (!card) return { figures: null, failure: error };
  // While a read of newer ones fails, the former figures stay.
  if ('figures' in card) return { figures: card.figures as F, failure: error };
  return { figures: null, failure: new CallError(card.error.code, card.error.message) };
}
