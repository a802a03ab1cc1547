import { Skeleton } from '@/components/Skeleton';
import type { Account } from '@/generated/contract';
import { balanceCell, useTotalBalance } from '@/lib/accounts/accounts';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { GLOBAL_SHEET } from '@/lib/sheet/names';
import { useAmountCell } from '@/lib/sheet/useCell';
import styles from './Balance.module.css';

/** The live balance of an account. */
export function Balance({ account }: { account: Account }) {
  return <Amount cents={useAmountCell(GLOBAL_SHEET, balanceCell(account))} />;
}

/** The live sum of the balances of some accounts. */
export function TotalBalance({ accounts }: { accounts: readonly Account[] }) {
  return <Amount cents={useTotalBalance(accounts)} />;
}

/** An amount; negative ones keep their sign and have their colour. */
function Amount({ cents }: { cents: number | undefined }) {
  const amounts = useAmountFormat();
  if (cents === undefined) return <Skeleton width={56} />;
  const look = cents < 0 ? styles.negative : cents === 0 ? styles.zero : '';
  return <span className={`${styles.amount} ${look}`}>{amounts.format(cents)}</span>;
}

/** The balance of an account as text, for accessible names. */
export function useBalanceText(account: Account): string {
  return useAmountFormat().format(useAmountCell(GLOBAL_SHEET, balanceCell(account)));
}

/** The sum of the balances of some accounts as text. */
export function useTotalText(accounts: readonly Account[]): string {
  return useAmountFormat().format(useTotalBalance(accounts));
}
