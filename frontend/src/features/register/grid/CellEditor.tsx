import { useState } from 'react';
import { cellValue } from '@/domain/transactions/edits';
import type { Transaction } from '@/domain/transactions/transaction';
import { ValueField, type ValueFieldProps } from '@/domain/transactions/ValueField';

/** The field of one cell; it keeps its value until it is left. */
export function CellEditor({
  row,
  ...field
}: Omit<ValueFieldProps, 'value' | 'onChange'> & { row: Transaction }) {
  const [value, setValue] = useState(() => cellValue(row, field.column));
  return (
    <ValueField
      {...field}
      look="cell"
      autoFocus
      holdsText="by-key"
      day={row.date}
      value={value}
      onChange={setValue}
    />
  );
}
