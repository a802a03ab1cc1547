import type { FieldProps } from '@/components/pickers/field';
import { PayeePicker } from '@/components/pickers/PayeePicker';
import { type RegisterData, useRecentPayees } from './useRegisterData';

interface RecentPayeePickerProps extends FieldProps<string | null> {
  payees: RegisterData['payees'];
}

/** Chooses a payee; those used of late come first. */
export function RecentPayeePicker(props: RecentPayeePickerProps) {
  return <PayeePicker {...props} recent={useRecentPayees()} />;
}
