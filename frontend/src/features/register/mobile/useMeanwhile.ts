/** Keeps the form in step with what is stored of its transaction. */
import { type FocusEvent, useEffect, useRef, useState } from 'react';
import { tell } from '@/lib/notices/tell';
import type { Split } from '../model/splits';
import { COLUMN_TITLES } from '../texts';
import type { FormState } from './formModel';
import { type Conflict, type Held, keepMine, takeTheirs, theirsIn, withStored } from './meanwhile';

interface MeanwhileProps {
  /** As it is stored now; null for a new one. */
  stored: Split | null;
  start: Held;
  /** A write of the form's own is under way, and what comes is no news. */
  isBusy: boolean;
}

export function useMeanwhile({ stored, start, isBusy }: MeanwhileProps) {
  const [held, setHeld] = useState(start);
  const typing = useTyping();
  const { typed } = typing;
  useEffect(() => {
    if (!stored || stored === held.base) return;
    const { held: next, news } = withStored(held, stored, typed());
    setHeld(next);
    if (news.length === 0 || isBusy) return;
    const names = news.map((field) => (field === 'part' ? 'Parts' : COLUMN_TITLES[field]));
    tell(`Changed in another tab: ${names.join(', ')}`);
  }, [stored, held, typed, isBusy]);
  return {
    held,
    change: (next: (state: FormState) => FormState) =>
      setHeld((now) => ({ ...now, state: next(now.state) })),
    theirs: (conflict: Conflict) => theirsIn(held, conflict),
    keep: (conflict: Conflict) => setHeld((now) => keepMine(now, conflict)),
    take: (conflict: Conflict) => setHeld((now) => takeTheirs(now, conflict)),
    onFocus: typing.onFocus,
  };
}

/** Which input holds text that was typed and not taken yet. */
function useTyping() {
  const entered = useRef('');
  const [typing] = useState(() => ({
    onFocus: ({ target }: FocusEvent) => {
      if (target instanceof HTMLInputElement) entered.current = target.value;
    },
    typed: (): string | null => {
      const active = document.activeElement;
      if (!(active instanceof HTMLInputElement) || active.name === '') return null;
      return active.value === entered.current ? null : active.name;
    },
  }));
  return typing;
}
