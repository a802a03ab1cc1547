import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { Month } from '@/generated/contract';
import type { AmountFormat } from '@/lib/format/amount';
import { cellName, monthSheet } from '@/lib/sheet/names';
import { useAmountCell } from '@/lib/sheet/useCell';
import { budgetTexts } from '@/texts/budget';
import { Figure } from '../grid/Figure';
import styles from './panel.module.css';
import { useCounted } from './useCounted';

interface TotalProps {
  month: Month;
  cell: string;
  /** Words that follow the sign, such as "To Budget:" and "Overbudgeted:". */
  label: (total: number) => string;
  amounts: AmountFormat;
}

/** The amount that a month comes to with its word, its colour and its shape. */
export function Total({ month, cell, label, amounts }: TotalProps) {
  const sheet = monthSheet(month);
  const value = useAmountCell(sheet, cell);
  const counted = useCounted(cellName(sheet, cell), value);
  // Less saved than planned is no fault; more budgeted than there is has to be mended.
  const isLess = value !== undefined && value < 0 && cell !== 'to-budget';
  const sign = isLess ? 'less' : signOf(value);
  const isAssigned = sign === 'zero' && cell === 'to-budget';
  return (
    <span className={styles.total} data-sign={sign}>
      {sign === 'negative' && <TriangleAlert size="1rem" aria-hidden="true" />}
      {isAssigned && <CircleCheck size="1rem" aria-hidden="true" />}
      <span className={styles.totalLabel}>{label(value ?? 0)}</span>
      <strong className={styles.totalAmount}>
        <Figure value={counted} amounts={amounts} />
      </strong>
      {isAssigned && <span className="visually-hidden">{budgetTexts.allMoneyAssigned}</span>}
    </span>
  );
}

function signOf(value: number | undefined): 'unknown' | 'zero' | 'negative' | 'positive' {
  if (value === undefined) return 'unknown';
  if (value === 0) return 'zero';
  return value < 0 ? 'negative' : 'positive';
}
