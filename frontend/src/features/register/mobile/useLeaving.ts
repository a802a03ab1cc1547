import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { offerEdit } from '../run';
import { useIsShown } from '../useIsShown';
import { forgetForm, keepEdits, keepForm } from './leftForm';
import type { Held } from './meanwhile';

/** Keeps a new transaction that is left half typed, unless it is on its way to be saved. */
export function useLeaving(held: Held) {
  const navigate = useNavigate();
  const { key } = useLocation();
  const latest = useRef(held);
  latest.current = held;
  const isSaving = useRef(false);
  const isShown = useIsShown();
  useEffect(
    () => () => {
      const { state, base } = latest.current;
      if (isSaving.current) forgetForm(state);
      else if (!base) keepForm(state);
    },
    [],
  );
  return {
    isShown,
    saving: () => {
      isSaving.current = true;
    },
    /** What was typed is kept also when the form is gone, and the notice leads back to it. */
    refused: () => {
      isSaving.current = false;
      if (isShown()) return;
      const { state, base } = latest.current;
      const { id } = state.draft.split.row;
      if (base) keepEdits(latest.current);
      else keepForm(state);
      const again = () => {
        void navigate(base ? `/transaction/${id}` : '/transaction/new');
        return true;
      };
      offerEdit({ id: `transaction-form-${id}`, words: '', again });
    },
    leave: (account: string) => {
      if (!isShown()) return;
      // Opened by its address there is nothing of ours to go back to.
      if (key === 'default') void navigate(`/accounts/${account}`, { replace: true });
      else void navigate(-1);
    },
  };
}
