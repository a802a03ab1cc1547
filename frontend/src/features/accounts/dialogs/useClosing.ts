import { useRef, useState } from 'react';
import { errorText } from '@/app/texts';
import { takeBack } from '@/lib/history/takeBack';
import { notify } from '@/lib/notices/notices';
import { closeAccount } from '../api';
import { keepFocusAtAccounts } from '../keepFocus';
import { words } from '../texts';
import type { CloseAccountFormProps } from './CloseAccountForm';
import { type Choice, closeArguments, missing, needsCategory, wayOf } from './closing';
import { focusWrong } from './focusWrong';

export type Closing = ReturnType<typeof useClosing>;

/** What was chosen for closing an account, what is missing yet, and closing it. */
export function useClosing(props: CloseAccountFormProps) {
  const { account, accounts, figures, onClose } = props;
  const [choice, setChoice] = useState<Choice>({ transferId: null, categoryId: null });
  const [isTried, setTried] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const way = wayOf(figures);
  const isCategoryNeeded = needsCategory(account, choice.transferId, accounts);
  const wrong = missing(way, choice, isCategoryNeeded);
  const errors = isTried ? wrong : {};
  const change = (more: Partial<Choice>) => setChoice((before) => ({ ...before, ...more }));

  const close = async (forced: boolean) => {
    setBusy(true);
    const how = forced
      ? { id: account.id, forced }
      : closeArguments(account.id, way, choice, isCategoryNeeded);
    const deletes = forced || way === 'delete';
    try {
      const label = `${deletes ? 'Deleted' : 'Closed'} account ${account.name}`;
      await closeAccount(how, label);
      const message = (deletes ? words.deleted : words.closed)(account.name);
      const button = { title: 'Undo', action: () => takeBack(label) };
      notify({ id: 'account-closed', type: 'message', message, button });
      onClose();
      keepFocusAtAccounts();
    } catch (error) {
      setFailure(errorText(error));
      setBusy(false);
    }
  };
  const submit = () => {
    setTried(true);
    if (isBusy) return;
    if (Object.keys(wrong).length > 0) focusWrong(form);
    else void close(false);
  };
  return {
    way,
    choice,
    change,
    isCategoryNeeded,
    errors,
    failure,
    isBusy,
    form,
    submit,
    /** Deletes it with everything in it. */
    force: () => void close(true),
  };
}
