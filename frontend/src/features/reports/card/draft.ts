/** Settings of a card while they are tried out: what differs from what is stored. */
import { createContext, useContext, useEffect, useState } from 'react';
import type { DashboardCard } from '@/generated/contract';

export type Meta = Readonly<Record<string, unknown>>;

/** Settings that were changed; `undefined` makes one the default again. */
export type Patch = Readonly<Record<string, unknown>>;

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The stored settings with the changes. */
export function patched(stored: Meta, patch: Patch): Meta {
  const entries = Object.entries({ ...stored, ...patch });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** The remaining changes: those that differ from the stored settings. */
export function remaining(stored: Meta, patch: Patch): Patch {
  const entries = Object.entries(patch).filter(([key, value]) => !isSame(stored[key], value));
  return Object.fromEntries(entries);
}

/** Unsaved changes of cards, restored when the screen opens again. */
const kept = new Map<string, Patch>();

/** The settings of a screen and how they change. */
export interface Draft {
  meta: Meta;
  /** The changes that are not stored. */
  patch: Patch;
  change: (patch: Patch) => void;
  revert: () => void;
}

/** Another tab may change the card meanwhile: what was not touched here follows it. */
export function useCardDraft(key: string, card: Pick<DashboardCard, 'meta'> | null): Draft {
  const stored = card?.meta ?? {};
  const [changes, setChanges] = useState<Patch>(() => kept.get(key) ?? {});
  const put = (next: Patch) => {
    if (Object.keys(next).length > 0) kept.set(key, next);
    else kept.delete(key);
    setChanges(next);
  };
  const patch = remaining(stored, changes);
  const isStored = Object.keys(changes).length > 0 && Object.keys(patch).length === 0;
  // Changes that are saved are no draft any more: undoing the step must not bring them back as one.
  useEffect(() => {
    if (!isStored) return;
    kept.delete(key);
    setChanges({});
  }, [isStored, key]);
  return {
    meta: patched(stored, changes),
    patch,
    change: (patch) => put(remaining(stored, { ...changes, ...patch })),
    revert: () => put({}),
  };
}

const DraftContext = createContext<Draft | null>(null);

export const DraftProvider = DraftContext.Provider;

/** The settings of the screen around. */
export function useDraft(): Draft {
  const draft = useContext(DraftContext);
  if (!draft) throw new Error('no settings around');
  return draft;
}
