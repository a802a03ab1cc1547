import { useQuery } from '@tanstack/react-query';
import { useAccounts } from '@/lib/accounts/accounts';
import { useConnection } from '@/lib/connection/backend';
import { lists } from '@/lib/lists/lists';
import { usePref } from '@/lib/prefs/prefs';
import { runQuery } from '@/lib/query/query';
import { monthSheet } from '@/lib/sheet/names';
import { useAmountCell } from '@/lib/sheet/useCell';

/** Reloads when transactions change. */
const KEY = ['transactions', 'purchases'] as const;

function countPurchases(): Promise<number> {
  return runQuery<number>({
    table: 'transactions',
    tableOptions: { splits: 'none' },
    filterExpressions: [{ starting_balance_flag: false }],
    selectExpressions: [{ result: { $count: '*' } }],
    calculation: true,
  });
}

/**
 * Which of the first steps of a budget are done; null while loading. Tracking needs no money
 * given to categories.
 */
export function useFirstSteps(): { account: boolean; budget: boolean; purchase: boolean } | null {
  const { data: accounts } = useAccounts();
  const { data: purchases } = useQuery({ queryKey: KEY, queryFn: countPurchases }, lists);
  const today = useConnection((state) => state.today);
  const budgeted = useAmountCell(monthSheet((today ?? '').slice(0, 7)), 'total-budgeted');
  const isTracking = usePref('budgetType') === 'report';
  if (!accounts || purchases === undefined || budgeted === undefined) return null;
  return {
    account: accounts.length > 0,
    budget: isTracking || Boolean(budgeted),
    purchase: purchases > 0,
  };
}
