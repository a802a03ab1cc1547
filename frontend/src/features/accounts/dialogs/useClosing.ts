import { useState } from 'react';
import { useSubmit } from '@/components/useSubmit';
import { confirmStep } from '@/lib/history/confirmStep';
import { step } from '@/lib/history/steps';
import { accountDialogTexts } from '@/texts/accountDialogs';
import { errorText } from '@/texts/errors';
import { closeAccount } from '../api';
import type { CloseAccountFormProps } from './CloseAccountForm';
import { type Choice, closeArguments, missing, needsCategory, wayOf } from './closing';

export type Closing = ReturnType<typeof useClosing>;

/** The choices for closing an account, the missing ones, and the submission. */
export function useClosing(props: CloseAccountFormProps) {
  const { account, accounts, figures, onClose } = props;
  const [choice, setChoice] = useState<Choice>({ transferId: null, categoryId: null });
  const way = wayOf(figures);
  const isCategoryNeeded = needsCategory(account, choice.transferId, accounts);
  const wrong = missing(way, choice, isCategoryNeeded);
  const change = (more: Partial<Choice>) => setChoice((before) => ({ ...before, ...more }));

  const close = async (forced: boolean) => {
    const how = forced
      ? { id: account.id, forced }
      : closeArguments(account.id, way, choice, isCategoryNeeded);
    const deletes = forced || way === 'delete';
    const named = step(deletes ? 'deletedAccount' : 'closedAccount', { name: account.name });
    await closeAccount(how, named);
    confirmStep(
      named,
      (deletes ? accountDialogTexts.deleted : accountDialogTexts.closed)(account.name),
    );
    onClose();
  };
  const submission = useSubmit({
    isValid: Object.keys(wrong).length === 0,
    send: () => close(false),
    explain: errorText,
  });
  return {
    way,
    choice,
    change,
    isCategoryNeeded,
    errors: submission.isTried ? wrong : {},
    submission,
    /** Deletes it with everything in it. */
    force: () => submission.run(() => close(true)),
  };
}
