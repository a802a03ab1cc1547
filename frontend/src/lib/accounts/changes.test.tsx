import { renderHook, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { step } from '@/lib/history/steps';
import { account, backendWith } from '@/testing/accounts';
import { useAccounts } from './accounts';
import { createAccount } from './changes';

test('an added account is in the list before its register is gone to', async () => {
  const accounts = [account('bank')];
  const backend = backendWith(accounts).on('account-create', () => {
    accounts.push(account('new'));
    return 'new';
  });
  const { result } = renderHook(() => useAccounts());
  await waitFor(() => expect(result.current.data).toHaveLength(1));
  const made = { name: 'New', type: 'savings', offBudget: false, cents: 1_050 } as const;
  expect(await createAccount(made)).toBe('new');
  await waitFor(() => expect(result.current.data?.map(({ id }) => id)).toEqual(['bank', 'new']));
  const { args, undo } = backend.named('account-create')[0] ?? {};
  expect(args).toEqual({ name: 'New', type: 'savings', offBudget: false, balance: 10.5 });
  expect(undo?.name).toEqual(step('addedAccount', { name: 'New' }));
  expect(backend.named('accounts-get')).toHaveLength(2);
});
