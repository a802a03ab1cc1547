import { useMemo } from 'react';
import { useLookups } from '@/domain/transactions/useTransactionData';
import { commonTexts } from '@/texts/common';
import type { NameGroup } from './NamesField';

/** All accounts, by whether they are on budget. */
export function useAccountNames(): NameGroup[] {
  const { accounts } = useLookups();
  return useMemo(
    () => [
      {
        id: 'on',
        name: commonTexts.budgetAccounts,
        items: accounts.filter(({ offbudget }) => !offbudget),
      },
      {
        id: 'off',
        name: commonTexts.offBudget,
        items: accounts.filter(({ offbudget }) => offbudget),
      },
    ],
    [accounts],
  );
}

/** The categories of expenses, by their groups; hidden ones where they are wanted. */
export function useExpenseNames(withHidden: boolean): NameGroup[] {
  const { groups } = useLookups();
  return useMemo(
    () =>
      groups
        .filter(({ is_income, hidden }) => !is_income && (withHidden || !hidden))
        .map(({ id, name, categories }) => ({
          id,
          name,
          items: (categories ?? []).filter(({ hidden }) => withHidden || !hidden),
        })),
    [groups, withHidden],
  );
}
