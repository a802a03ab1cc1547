import { useMemo } from 'react';
import type { Account } from '@/generated/contract';
import { commonTexts } from '@/texts/common';
import type { FieldProps } from './field';
import { OptionPicker } from './OptionPicker';
import type { SuggestSection } from './suggestions';

interface AccountPickerProps extends FieldProps<string | null> {
  accounts: readonly Account[];
}

/** Chooses one of the open accounts; a transaction always has one, so it cannot be emptied. */
export function AccountPicker({ accounts, ...field }: AccountPickerProps) {
  const sections = useMemo(() => accountSections(accounts, field.value), [accounts, field.value]);
  return <OptionPicker {...field} sections={sections} bySectionName={false} />;
}

/** Closed accounts are left out, except the one that is chosen. */
function accountSections(accounts: readonly Account[], value: string | null): SuggestSection[] {
  const offered = accounts.filter(({ id, closed }) => !closed || id === value);
  return [
    {
      id: 'budget',
      name: commonTexts.budgetAccounts,
      options: offered.filter((account) => !account.offbudget),
    },
    {
      id: 'off',
      name: commonTexts.offBudget,
      options: offered.filter((account) => account.offbudget),
    },
  ];
}
