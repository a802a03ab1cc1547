import { useEffect, useMemo, useState } from 'react';
import { AccountPicker } from '@/components/pickers/AccountPicker';
import { AmountField } from '@/components/pickers/AmountField';
import { CategoryPicker, type CategoryPickerProps } from '@/components/pickers/CategoryPicker';
import { DateField } from '@/components/pickers/DateField';
import type { CommitHow } from '@/components/pickers/field';
import { balanceOf } from '@/domain/transactions/categoryBalance';
import { type CellValue, cellValue } from '@/domain/transactions/edits';
import { NotesField } from '@/domain/transactions/NotesField';
import { RecentPayeePicker } from '@/domain/transactions/RecentPayeePicker';
import type { Transaction } from '@/domain/transactions/transaction';
import type { TransactionData } from '@/domain/transactions/useTransactionData';
import type { Day } from '@/generated/contract';
import { monthOf } from '@/lib/format/dates';
import { prewarm } from '@/lib/sheet/sheet';
import { COLUMN_TITLES } from '@/texts/transactions';
import type { ColumnId } from '../model/columns';

export interface CellEditorProps {
  row: Transaction;
  column: ColumnId;
  /** The value, where the owner keeps it. */
  value?: CellValue;
  startText: string | undefined;
  /** A field of choices shows them at once. */
  startOpen?: boolean;
  data: TransactionData;
  /** What a share such as `25%` is taken of. */
  percentOf?: number | undefined;
  autoFocus?: boolean;
  placeholder?: string;
  look?: 'cell' | 'form';
  /** Called with every new value; where it is missing the field keeps it until it is left. */
  onChange?: (value: CellValue) => void;
  onCommit: (how: CommitHow, value: CellValue, kept: boolean) => unknown;
  onCancel?: () => void;
  onSplit?: (() => void) | undefined;
}

/** Categories with what they still hold in the month of a day. */
function CategoryField({ day, ...field }: CategoryPickerProps & { day: Day }) {
  const month = monthOf(day);
  const [known, setKnown] = useState<string | null>(null);
  useEffect(() => {
    let isWanted = true;
    // Without them the names are still there to choose from.
    const told = prewarm(month).then(
      () => isWanted && setKnown(month),
      () => {},
    );
    void told;
    return () => {
      isWanted = false;
    };
  }, [month]);
  // Another function makes the picker ask again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the amounts of the month came.
  const amounts = useMemo(() => balanceOf(day), [day, known]);
  return <CategoryPicker {...field} balanceOf={amounts} />;
}

/** The field of one column, over its cell. */
export function CellEditor(props: CellEditorProps) {
  const { row, column, data, onSplit, percentOf } = props;
  const [kept, setValue] = useState(() => cellValue(row, column));
  const value = props.value === undefined ? kept : props.value;
  const common = {
    label: COLUMN_TITLES[column],
    look: props.look ?? 'cell',
    autoFocus: props.autoFocus ?? true,
    startText: props.startText,
    startOpen: props.startOpen ?? false,
    ...(props.placeholder ? { placeholder: props.placeholder } : {}),
    onChange: (next: CellValue) => {
      setValue(next);
      props.onChange?.(next);
    },
    onCommit: props.onCommit,
    ...(props.onCancel ? { onCancel: props.onCancel } : {}),
  } as const;
  const text = typeof value === 'string' ? value : null;
  const cents = typeof value === 'number' ? value : null;
  switch (column) {
    case 'date':
      return <DateField {...common} value={text} />;
    case 'account':
      return <AccountPicker {...common} value={text} accounts={data.accounts} />;
    case 'payee':
      return <RecentPayeePicker {...common} value={text} payees={data.payees} />;
    case 'notes':
      return <NotesField {...common} value={text ?? ''} />;
    case 'category':
      return (
        <CategoryField
          {...common}
          day={row.date}
          value={text}
          groups={data.groups}
          {...(onSplit ? { onSplit } : {})}
        />
      );
    default:
      return (
        <AmountField
          {...common}
          value={cents}
          {...(percentOf === undefined ? {} : { percentOf: Math.abs(percentOf) })}
        />
      );
  }
}
