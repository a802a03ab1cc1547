/** State and commands of the form of one transaction. */

import { useEffect, useRef, useState } from 'react';
import { type Draft, isEmptyDraft } from '@/domain/transactions/draft';
import {
  keepYours,
  type TransactionDraft,
  takeTheirs,
  withStored,
} from '@/domain/transactions/drafts';
import type { Split } from '@/domain/transactions/splits';
import { useRefusal } from '@/domain/transactions/useRefusal';
import { leaveField } from '@/lib/keys/leaveField';
import { tell } from '@/lib/notices/tell';
import { commonTexts } from '@/texts/common';
import { conflictTexts, transactionsTexts } from '@/texts/transactions';
import type { TransactionFormProps } from './TransactionForm';
import { useDraftChanges } from './useDraftChanges';
import { useFilling } from './useFilling';
import { useFormWrites, useWrite } from './useFormWrites';

export type TransactionFormModel = ReturnType<typeof useTransactionForm>;

export function useTransactionForm(props: TransactionFormProps) {
  const { stored, start, data } = props;
  const { isBusy, write } = useWrite();
  const { draft, setDraft, onInput, decide } = useDraft(start, isBusy ? null : stored);
  const missing = useMissing(draft.draft, draft.base === null);
  const changes = useDraftChanges(setDraft);
  useFilling(stored === null, draft, setDraft);
  const isGone = useIsGone(props.isGone === true && !isBusy);
  const saveButton = useRef<HTMLButtonElement>(null);
  const refusal = useRefusal();
  const { back, save, duplicate, remove } = useFormWrites(write, draft, data);
  const isConflicting = draft.theirs !== null;
  /** Answering unmounts the focused button; move the focus first. */
  const answer = (choose: (now: TransactionDraft) => TransactionDraft) => () => {
    saveButton.current?.form?.querySelector<HTMLElement>('h1')?.focus();
    decide(choose);
  };
  return {
    ...changes,
    state: draft,
    isNew: stored === null,
    isConflicting,
    keepYours: answer(keepYours),
    takeTheirs: answer((now) => takeTheirs(now)),
    onInput,
    refusal,
    isBusy,
    isGone,
    errors: missing.errors,
    saveButton,
    back,
    save: () => {
      if (refusal.takeRefusal() || isConflicting) return;
      if (isBusy || draft.draft.split.row.error || !missing.isComplete()) return;
      // The fields rest meanwhile, and one of them may have the keyboard.
      saveButton.current?.focus();
      save();
    },
    duplicate: () => !isBusy && duplicate(),
    remove: () => !isBusy && remove(),
  };
}

/** The draft, in step with what is stored of its transaction. */
function useDraft(start: TransactionDraft, stored: Split | null) {
  const [draft, setDraft] = useState(start);
  /** A field holds text that is not in the draft yet. */
  const isTyping = useRef(false);
  useEffect(() => {
    if (!stored || stored === draft.base || stored === draft.theirs) return;
    const next = withStored(draft, stored, isTyping.current);
    if (next.draft !== draft.draft) tell(conflictTexts.updated);
    setDraft(next);
  }, [stored, draft]);
  return {
    draft,
    setDraft: (next: (now: TransactionDraft) => TransactionDraft) => {
      isTyping.current = false;
      setDraft(next);
    },
    onInput: () => {
      isTyping.current = true;
    },
    decide: (choose: (now: TransactionDraft) => TransactionDraft) => {
      isTyping.current = false;
      setDraft(choose);
    },
  };
}

/** Keeps the form until the text being typed is in the draft, so it can be restored. */
function useIsGone(isDeleted: boolean): boolean {
  const [isGone, setGone] = useState(false);
  useEffect(() => {
    if (isDeleted) leaveField();
    setGone(isDeleted);
  }, [isDeleted]);
  return isGone;
}

/** The errors of missing required fields, shown after the first attempt to save. */
function useMissing(draft: Draft, isNew: boolean) {
  const [isAsked, setAsked] = useState(false);
  const amount = isNew && isEmptyDraft(draft) ? commonTexts.enterAnAmount : undefined;
  const account = draft.split.row.account === '' ? transactionsTexts.accountRequired : undefined;
  return {
    errors: isAsked ? { amount, account } : {},
    isComplete: () => {
      setAsked(true);
      return amount === undefined && account === undefined;
    },
  };
}
