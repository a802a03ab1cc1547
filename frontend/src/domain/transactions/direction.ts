/** The amount of a draft without its sign, and which way the money goes. */

import type { Amount } from '@/generated/contract';
import { changeDraft, type Draft } from './draft';
import { amountLeft } from './splits';
import type { Transaction } from './transaction';

export type Direction = 'payment' | 'deposit';

export interface Directed {
  draft: Draft;
  /** Kept apart from the amount, which has no sign while it is zero. */
  direction: Direction;
}

/** Money that leaves is the usual thing, so that nothing entered yet is a payment. */
export function directionOf(row: Transaction): Direction {
  return row.amount > 0 ? 'deposit' : 'payment';
}

function signOf(direction: Direction): 1 | -1 {
  return direction === 'payment' ? -1 : 1;
}

/** The amount as its field shows it; null while there is none. */
export function shownAmount({ direction }: Directed, cents: Amount): Amount | null {
  return cents === 0 ? null : cents * signOf(direction);
}

/** Takes over what was typed; a negative amount of the whole turns its direction round. */
export function withAmount<D extends Directed>(state: D, rowId: string, typed: Amount | null): D {
  const isWhole = rowId === state.draft.split.row.id;
  const cents = typed ?? 0;
  const turned = isWhole && cents < 0 ? turn(state) : state;
  const amount = (isWhole ? Math.abs(cents) : cents) * signOf(turned.direction);
  return {
    ...turned,
    draft: changeDraft(turned.draft, rowId, { amount: amount === 0 ? 0 : amount }),
  };
}

/** The other direction, for the whole and all of its parts. */
export function turn<D extends Directed>(state: D): D {
  const { draft, direction } = state;
  const { row, children } = draft.split;
  const negated = <T extends Transaction>(part: T): T => ({ ...part, amount: 0 - part.amount });
  const turned = { ...draft, split: { row: negated(row), children: children.map(negated) } };
  return {
    ...state,
    // Changing nothing settles what is left to give, whose sign has changed too.
    draft: { ...changeDraft(turned, row.id, {}), followsParts: draft.followsParts },
    direction: direction === 'payment' ? 'deposit' : 'payment',
  };
}

/** The amount not yet split, with the sign that the fields show. */
export function shownLeft(state: Directed): Amount {
  const left = amountLeft(state.draft.split) * signOf(state.direction);
  return left === 0 ? 0 : left;
}
