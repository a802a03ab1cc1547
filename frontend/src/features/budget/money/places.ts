/** Where money can come from and go to in a month: the envelopes, and what is left to budget. */
import type { SuggestSection } from '@/components/pickers/suggestions';
import type { CategoryGroup } from '@/generated/contract';
import { TO_BUDGET } from './toBudget';

export interface Place {
  id: string;
  name: string;
  /** Cents; undefined while it is not known. */
  balance: number | undefined;
}

export interface PlaceGroup {
  id: string;
  name: string;
  places: Place[];
}

type BalanceOf = (id: string) => number | undefined;

/** The shown envelopes by group, with what is in them. */
export function placesOf(groups: readonly CategoryGroup[], balanceOf: BalanceOf): PlaceGroup[] {
  return groups
    .filter((group) => !group.is_income && !group.hidden)
    .map(({ id, name, categories }) => ({
      id,
      name,
      places: categories
        .filter((category) => !category.hidden)
        .map((category) => ({
          id: category.id,
          name: category.name,
          balance: balanceOf(category.id),
        })),
    }));
}

/** The places that can give: what is left to budget if anything is, then the fullest envelopes. */
export function sources(groups: readonly PlaceGroup[], toBudget: Place, except: string): Place[] {
  const full = groups
    .flatMap(({ places }) => places)
    .filter(({ id, balance }) => id !== except && (balance ?? 0) > 0)
    .sort((a, b) => (b.balance ?? 0) - (a.balance ?? 0));
  return (toBudget.balance ?? 0) > 0 && toBudget.id !== except ? [toBudget, ...full] : full;
}

/** The places that can take: overspent envelopes, then what is left to budget, then all by group. */
export function targets(
  groups: readonly PlaceGroup[],
  toBudget: Place,
  except: string,
): PlaceGroup[] {
  const others = groups.map((group) => ({
    ...group,
    places: group.places.filter(({ id }) => id !== except),
  }));
  const overspent = others
    .flatMap(({ places }) => places)
    .filter(({ balance }) => (balance ?? 0) < 0);
  const rest = others.map((group) => ({
    ...group,
    places: group.places.filter(({ balance }) => (balance ?? 0) >= 0),
  }));
  return [
    { id: 'overspent', name: '', places: overspent },
    { id: TO_BUDGET, name: '', places: except === TO_BUDGET ? [] : [toBudget] },
    ...rest,
  ].filter(({ places }) => places.length > 0);
}

/** The options of a picker, with the balances beside the names. */
export function optionsOf(
  groups: readonly PlaceGroup[],
  format: (cents: number | undefined) => string,
): SuggestSection[] {
  return groups.map(({ id, name, places }) => ({
    id,
    name,
    options: places.map((place) => ({
      id: place.id,
      name: place.name,
      detail: format(place.balance),
    })),
  }));
}

/** The proposed amount: all that a place has, or all that another one lacks; never below zero. */
export function proposal(kind: 'move' | 'cover', balance: number | undefined): number {
  return Math.max(0, kind === 'cover' ? -(balance ?? 0) : (balance ?? 0));
}

/** The first source that has enough, else the first one. */
export function proposedSource(groups: readonly PlaceGroup[], needed: number): string | null {
  const places = groups.flatMap((group) => group.places);
  const full = places.find(({ balance }) => (balance ?? 0) >= needed);
  return (full ?? places[0])?.id ?? null;
}

/** Cents that really move: covering, and what is left to budget, give no more than there is. */
export function movable(kind: 'move' | 'cover', cents: number, from: Place | undefined): number {
  const isBounded = kind === 'cover' || from?.id === TO_BUDGET;
  return isBounded ? Math.min(cents, Math.max(0, from?.balance ?? 0)) : cents;
}
