import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { Month } from '@/generated/contract';
import type { AmountFormat } from '@/lib/format/amount';
import { monthSheet } from '@/lib/sheet/names';
import { useAmountCell } from '@/lib/sheet/useCell';
import { budgetTexts } from '@/texts/budget';
import { Figure } from '../grid/Figure';
import styles from './summary.module.css';

interface TotalProps {
  month: Month;
  cell: string;
  /** Words that follow the sign, such as "To Budget:" and "Overbudgeted:". */
  label: (total: number) => string;
  amounts: AmountFormat;
}

/** The large amount of a month with its word, its colour and its shape. */
export function Total({ month, cell, label, amounts }: TotalProps) {
  const value = useAmountCell(monthSheet(month), cell);
  const sign = signOf(value);
  const isAssigned = sign === 'zero' && cell === 'to-budget';
  return (
    <div className={styles.total} data-sign={sign}>
      {sign === 'negative' && (
        <TriangleAlert size="1.0625rem" aria-hidden="true" className={styles.alert} />
      )}
      <span className={styles.totalLabel}>{label(value ?? 0)}</span>
      <strong className={styles.totalAmount}>
        <Figure value={value} amounts={amounts} />
      </strong>
      {isAssigned && (
        <span className={styles.assigned}>
          <CircleCheck size="0.9375rem" aria-hidden="true" />
          {budgetTexts.allMoneyAssigned}
        </span>
      )}
    </div>
  );
}

function signOf(value: number | undefined): 'unknown' | 'zero' | 'negative' | 'positive' {
  if (value === undefined) return 'unknown';
  if (value === 0) return 'zero';
  return value < 0 ? 'negative' : 'positive';
}
