/** What the form of one transaction holds, and what its fields and buttons do. */
import { useEffect, useRef, useState } from 'react';
import { type Draft, isEmptyDraft } from '@/domain/transactions/draft';
import { exact } from '@/domain/transactions/texts';
import { useKept } from '@/domain/transactions/useKept';
import { leaveField } from '@/lib/keys/leaveField';
import type { Conflict } from './meanwhile';
import type { TransactionFormProps } from './TransactionForm';
import { useDraftChanges } from './useDraftChanges';
import { useFormWrites, useWrite } from './useFormWrites';
import { useMeanwhile } from './useMeanwhile';
import { useWords } from './useWords';

export type TransactionFormModel = ReturnType<typeof useTransactionForm>;

export function useTransactionForm(props: TransactionFormProps) {
  const { before, start, data } = props;
  const { isBusy, write } = useWrite();
  const words = useWords(data);
  const { payees } = data;
  const meanwhile = useMeanwhile({ stored: before, start: start.held, isBusy, words, payees });
  const { state, base, conflicts } = meanwhile.held;
  const missing = useMissing(state.draft, base === null);
  const changes = useDraftChanges(meanwhile.change);
  const isGone = useIsGone(props.isGone === true && !isBusy);
  const saveButton = useRef<HTMLButtonElement>(null);
  const kept = useKept();
  /** The question goes when it is answered, and its button with the keyboard. */
  const answering = (answer: (conflict: Conflict) => void) => (conflict: Conflict) => {
    focusFoot(saveButton.current);
    answer(conflict);
  };
  const { back, save, duplicate, remove } = useFormWrites(
    write,
    { ...start, held: meanwhile.held },
    data,
  );
  return {
    ...changes,
    state,
    isNew: before === null,
    /** What was changed elsewhere in fields that were changed here too. */
    conflicts,
    wordsOf: (conflict: Conflict) => words.conflictOf(meanwhile.held, conflict),
    keepMine: answering(meanwhile.keep),
    takeTheirs: answering(meanwhile.take),
    /** For the inputs, whose text counts as changed before it is taken. */
    onFocus: meanwhile.onFocus,
    kept,
    isBusy,
    isGone,
    errors: missing.errors,
    saveButton,
    back,
    save: () => {
      if (kept.isNews()) return;
      if (isBusy || state.draft.split.row.error || !missing.isComplete()) return;
      // The fields rest meanwhile, and one of them may have the keyboard.
      saveButton.current?.focus();
      save();
    },
    duplicate: () => !isBusy && duplicate(),
    remove: () => !isBusy && remove(),
  };
}

/** Save has the keyboard next; while it rests, what is above it. */
function focusFoot(save: HTMLButtonElement | null): void {
  if (save && !save.disabled) save.focus();
  else save?.form?.querySelector<HTMLElement>('h1')?.focus();
}

/** The form stands until what is being typed into it is taken, which is to be given back. */
function useIsGone(isDeleted: boolean): boolean {
  const [isGone, setGone] = useState(false);
  useEffect(() => {
    if (isDeleted) leaveField();
    setGone(isDeleted);
  }, [isDeleted]);
  return isGone;
}

/** What a transaction cannot be without, said at its field once somebody wants to save it. */
function useMissing(draft: Draft, isNew: boolean) {
  const [isAsked, setAsked] = useState(false);
  const amount = isNew && isEmptyDraft(draft) ? 'Enter an amount' : undefined;
  const account = draft.split.row.account === '' ? exact.accountRequired : undefined;
  return {
    errors: isAsked ? { amount, account } : {},
    isComplete: () => {
      setAsked(true);
      return amount === undefined && account === undefined;
    },
  };
}
