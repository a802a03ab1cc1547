import { useBills } from '@/domain/schedules/api';
import { useLookups } from '@/domain/transactions/useTransactionData';
import type { AmountFormat } from '@/lib/format/amount';
import { useOpenLayer } from '@/lib/layers/useLayer';
import { billsTexts, schedulesTexts } from '@/texts/schedules';
import { BillList } from './BillList';
import styles from './coming.module.css';

interface CategoryBillsProps {
  categoryId: string;
  month: string;
  amounts: AmountFormat;
}

/** What schedules will still take out of an envelope in a month. */
export function CategoryBills({ categoryId, month, amounts }: CategoryBillsProps) {
  const bills = useBills(month).data?.find(({ category }) => category === categoryId);
  const { payee } = useLookups();
  const open = useOpenLayer();
  if (!bills || bills.bills.length === 0) return null;
  return (
    <section aria-label={billsTexts.toCome}>
      <h3 className={styles.title}>
        <span>{billsTexts.toCome}</span>
        <span className={styles.figure}>{amounts.format(bills.amount)}</span>
      </h3>
      <BillList
        label={billsTexts.toCome}
        bills={bills.bills}
        amounts={amounts}
        payeeName={(id) => payee.get(id ?? '')?.name ?? schedulesTexts.noPayee}
        onOpen={open}
      />
    </section>
  );
}
