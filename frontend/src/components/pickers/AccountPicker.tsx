import { useCallback } from 'react';
import type { Account } from '@/generated/contract';
import { pickersTexts } from '@/texts/pickers';
import type { FieldProps } from './field';
import { Suggest } from './Suggest';
import { type SuggestSection, suggestFrom } from './suggestions';

interface AccountPickerProps extends FieldProps<string | null> {
  accounts: readonly Account[];
}

/** Chooses one of the open accounts; a transaction always has one, so it cannot be emptied. */
export function AccountPicker(props: AccountPickerProps) {
  const { accounts, value } = props;
  const suggest = useCallback(
    (typed: string | null) => suggestFrom(accountSections(accounts, value), typed, false),
    [accounts, value],
  );
  const shown = accounts.find(({ id }) => id === value)?.name ?? '';
  return <Suggest {...props} shown={shown} suggest={suggest} />;
}

/** Closed accounts are left out, except the one that is chosen. */
function accountSections(accounts: readonly Account[], value: string | null): SuggestSection[] {
  const offered = accounts.filter(({ id, closed }) => !closed || id === value);
  return [
    {
      id: 'budget',
      name: pickersTexts.forBudget,
      options: offered.filter((account) => !account.offbudget),
    },
    {
      id: 'off',
      name: pickersTexts.offBudget,
      options: offered.filter((account) => account.offbudget),
    },
  ];
}
