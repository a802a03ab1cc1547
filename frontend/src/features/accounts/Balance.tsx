import { Skeleton } from '@/components/Skeleton';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { GLOBAL_SHEET } from '@/lib/sheet/names';
import { useAmountCell } from '@/lib/sheet/useCell';
import styles from './Balance.module.css';

/** A live amount of the accounts' sheet; negative ones keep their sign and have their colour. */
export function Balance({ cell }: { cell: string }) {
  const amounts = useAmountFormat();
  const cents = useAmountCell(GLOBAL_SHEET, cell);
  if (cents === undefined) return <Skeleton width={56} />;
  const look = cents < 0 ? styles.negative : cents === 0 ? styles.zero : '';
  return <span className={`${styles.amount} ${look}`}>{amounts.format(cents)}</span>;
}

/** The same as text, for accessible names. */
export function useBalanceText(cell: string): string {
  return useAmountFormat().format(useAmountCell(GLOBAL_SHEET, cell));
}
