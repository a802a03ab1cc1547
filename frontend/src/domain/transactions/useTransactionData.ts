import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Account, CategoryGroup } from '@/generated/contract';
import { useAccounts } from '@/lib/accounts/accounts';
import { useCategories } from '@/lib/categories/categories';
import { lists } from '@/lib/lists/lists';
import { fetchRecentPayees } from './api';
import { fetchPayees, PAYEES_KEY, type Payee } from './payees';

const NO_ACCOUNTS: Account[] = [];
const NO_PAYEES: Payee[] = [];
const NO_GROUPS: CategoryGroup[] = [];

/** The lists that give the ids of a transaction their names. */
export interface TransactionData {
  accounts: readonly Account[];
  payees: readonly Payee[];
  groups: readonly CategoryGroup[];
  account: ReadonlyMap<string, Account>;
  payee: ReadonlyMap<string, Payee>;
  categoryName: ReadonlyMap<string, string>;
  groupName: ReadonlyMap<string, string>;
}

/** Reads accounts, payees and categories. */
function useLists() {
  const accounts = useAccounts();
  const payees = useQuery({ queryKey: PAYEES_KEY, queryFn: fetchPayees }, lists);
  const groups = useCategories();
  const data = useMemo<TransactionData>(
    () => namesOf(accounts.data, payees.data, groups.data),
    [accounts.data, payees.data, groups.data],
  );
  return { accounts, payees, groups, data };
}

/** The lists with which transactions are drawn; `undefined` until all of them are here. */
export function useTransactionData() {
  const { accounts, payees, groups, data } = useLists();
  const all = [accounts, payees, groups];
  return {
    data: all.every((list) => list.data) ? data : undefined,
    /** The accounts are being refetched. */
    isReloading: accounts.isFetching,
    error: accounts.error ?? payees.error ?? groups.error,
    retry: () => {
      for (const list of all) void list.refetch();
    },
  };
}

/** The same lists for parts that can be drawn before all of them are here. */
export const useLookups = (): TransactionData => useLists().data;

/** Recent payees older than this are refetched when a payee field opens. */
const RECENT_MS = 30_000;
const NONE_RECENT: readonly string[] = [];

/** Recently used payees, newest first, while a payee field is open. */
export function useRecentPayees(): readonly string[] {
  const queryKey = ['recent-payees'];
  const asked = { queryKey, queryFn: fetchRecentPayees, staleTime: RECENT_MS };
  return useQuery(asked, lists).data ?? NONE_RECENT;
}

function namesOf(
  accounts: Account[] = NO_ACCOUNTS,
  payees: Payee[] = NO_PAYEES,
  groups: CategoryGroup[] = NO_GROUPS,
): TransactionData {
  return {
    accounts,
    payees,
    groups,
    account: new Map(accounts.map((account) => [account.id, account])),
    payee: new Map(payees.map((payee) => [payee.id, payee])),
    groupName: new Map(groups.map(({ id, name }) => [id, name])),
    categoryName: new Map(
      groups.flatMap((group) => group.categories.map(({ id, name }) => [id, name] as const)),
    ),
  };
}
