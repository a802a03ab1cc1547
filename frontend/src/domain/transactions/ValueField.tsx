import { useEffect, useState } from 'react';
import { AccountPicker } from '@/components/pickers/AccountPicker';
import { AmountField, type AmountFieldProps } from '@/components/pickers/AmountField';
import { CategoryPicker, type CategoryPickerProps } from '@/components/pickers/CategoryPicker';
import { DateField } from '@/components/pickers/DateField';
import type { FieldProps } from '@/components/pickers/field';
import type { Day } from '@/generated/contract';
import { monthOf } from '@/lib/format/dates';
import { prewarm } from '@/lib/sheet/sheet';
import { COLUMN_TITLES } from '@/texts/transactions';
import { balanceOf } from './categoryBalance';
import type { ColumnId } from './columnId';
import type { CellValue } from './edits';
import { NotesField } from './NotesField';
import { RecentPayeePicker } from './RecentPayeePicker';
import type { TransactionData } from './useTransactionData';

export interface ValueFieldProps extends Omit<FieldProps<CellValue>, 'label'> {
  column: ColumnId;
  data: Pick<TransactionData, 'accounts' | 'payees' | 'groups'>;
  /** The day of the transaction: categories show what they hold in its month. */
  day?: Day;
  /** The amount that percentages such as `25%` apply to. */
  percentOf?: number | undefined;
  onSplit?: (() => void) | undefined;
  holdsText?: AmountFieldProps['holdsText'];
}

/** The field for one value of a transaction. */
export function ValueField(props: ValueFieldProps) {
  const { column, data, day, percentOf, onSplit, holdsText, ...rest } = props;
  const { value } = rest;
  const field = { ...rest, label: COLUMN_TITLES[column] };
  const text = { ...field, value: typeof value === 'string' ? value : null };
  switch (column) {
    case 'date':
      return <DateField {...text} />;
    case 'account':
      return <AccountPicker {...text} accounts={data.accounts} />;
    case 'payee':
      return <RecentPayeePicker {...text} payees={data.payees} />;
    case 'notes':
      return <NotesField {...text} value={text.value ?? ''} />;
    case 'category': {
      const splitting = onSplit ? { onSplit } : {};
      const picker = { ...text, ...splitting, groups: data.groups };
      return day ? <CategoryOfDay {...picker} day={day} /> : <CategoryPicker {...picker} />;
    }
    default: {
      const share = percentOf === undefined ? {} : { percentOf: Math.abs(percentOf) };
      const amount = typeof value === 'number' ? value : null;
      return <AmountField {...field} {...share} {...(holdsText && { holdsText })} value={amount} />;
    }
  }
}

/** Categories with what they still hold in the month of a day. */
export function CategoryOfDay({ day, ...field }: CategoryPickerProps & { day: Day }) {
  const month = monthOf(day);
  const [amounts, setAmounts] = useState(() => balanceOf(day));
  useEffect(() => {
    let isWanted = true;
    // Another function makes the picker ask again; without amounts there are still the names.
    const show = () => isWanted && setAmounts(() => balanceOf(day));
    prewarm(month).then(show, show);
    return () => {
      isWanted = false;
    };
  }, [day, month]);
  return <CategoryPicker {...field} balanceOf={amounts} />;
}
