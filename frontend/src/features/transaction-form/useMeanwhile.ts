/** Keeps the form in step with what is stored of its transaction. */
import { type FocusEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Split } from '@/domain/transactions/splits';
import { COLUMN_TITLES } from '@/domain/transactions/texts';
import type { TransactionData } from '@/domain/transactions/useTransactionData';
import { notify } from '@/lib/notices/notices';
import { tell } from '@/lib/notices/tell';
import type { FormState } from './formModel';
import {
  type Change,
  type Conflict,
  type Held,
  inputName,
  keepMine,
  takeTheirs,
  withStored,
  withStoredPayees,
} from './meanwhile';
import type { Words } from './useWords';

interface MeanwhileProps {
  /** As it is stored now; null for a new one. */
  stored: Split | null;
  start: Held;
  /** A write of the form's own is under way, and what comes is no news. */
  isBusy: boolean;
  words: Words;
  /** Those there are by now, under whose ids new ones are stored. */
  payees: TransactionData['payees'];
}

export function useMeanwhile({ stored, start, isBusy, words, payees }: MeanwhileProps) {
  const [held, setHeld] = useState(start);
  const { typed, follow, onFocus } = useTyping(held);
  useEffect(() => {
    if (!stored || stored === held.base) return;
    const field = typed();
    const mine = withStoredPayees(held, stored, payees);
    const { held: next, news, lost } = withStored(mine, stored, field);
    if (lost.length > 0) tellLostParts(held, lost, words);
    if (field === null) follow();
    setHeld(next);
    if (news.length === 0 || isBusy) return;
    const names = news.map((field) => (field === 'part' ? 'Parts' : COLUMN_TITLES[field]));
    tell(`Changed in another tab: ${names.join(', ')}`);
  }, [stored, held, typed, follow, isBusy, words, payees]);
  return {
    held,
    change: (next: (state: FormState) => FormState) => {
      follow();
      setHeld((now) => ({ ...now, state: next(now.state) }));
    },
    keep: (conflict: Conflict) => setHeld((now) => keepMine(now, conflict)),
    take: (conflict: Conflict) => setHeld((now) => takeTheirs(now, conflict)),
    onFocus,
  };
}

/** Gives back in words what was typed into parts that were deleted elsewhere. */
function tellLostParts(held: Held, lost: readonly Change[], words: Words): void {
  const active = document.activeElement;
  const typed = (change: Change) => {
    const { rowId, field } = change;
    const isOpen = active instanceof HTMLInputElement && active.name === inputName(rowId, field);
    return words.changeOf(held, change, isOpen ? active.value : undefined);
  };
  const parts = [...new Set(lost.map(({ part }) => part))];
  const message = `Deleted in another tab: ${parts.join(', ')}. Typed there: ${lost.map(typed).join('; ')}`;
  const id = `transaction-parts-${lost[0]?.rowId}`;
  notify({ id, type: 'warning', title: 'Not saved', message, sticky: true });
}

/**
 * Which input holds text that was typed and not taken yet: one that differs from what it showed
 * last. `follow` says that the next `held` is what the input shows.
 */
function useTyping(held: Held) {
  const shown = useRef('');
  const isFollowing = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is held is what inputs show.
  useLayoutEffect(() => {
    const active = document.activeElement;
    const isNext = isFollowing.current;
    isFollowing.current = false;
    if (!isNext || !(active instanceof HTMLInputElement)) return;
    // Typing replaces what a field that was entered shows, also where that is new.
    if (active.name !== '' && active.value !== shown.current) active.select();
    shown.current = active.value;
  }, [held]);
  const [typing] = useState(() => ({
    follow: () => {
      isFollowing.current = true;
    },
    onFocus: ({ target }: FocusEvent) => {
      if (target instanceof HTMLInputElement) shown.current = target.value;
    },
    typed: (): string | null => {
      const active = document.activeElement;
      if (!(active instanceof HTMLInputElement) || active.name === '') return null;
      return active.value === shown.current ? null : active.name;
    },
  }));
  return typing;
}
