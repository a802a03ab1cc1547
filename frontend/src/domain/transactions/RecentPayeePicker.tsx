import type { FieldProps } from '@/components/pickers/field';
import { PayeePicker } from '@/components/pickers/PayeePicker';
import { type TransactionData, useRecentPayees } from './useTransactionData';

interface RecentPayeePickerProps extends FieldProps<string | null> {
  payees: TransactionData['payees'];
}

/** Chooses a payee; recently used ones come first. */
export function RecentPayeePicker(props: RecentPayeePickerProps) {
  return <PayeePicker {...props} recent={useRecentPayees()} />;
}
