import { newPayeeName } from '@/components/pickers/payeeOptions';
import { formatDay } from '@/lib/format/dates';
import { usePref } from '@/lib/prefs/prefs';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { COLUMN_TITLES } from '../texts';
import type { RegisterData } from '../useRegisterData';
import { changesIn, type FormField, type Held } from './meanwhile';

export type Words = ReturnType<typeof useWords>;

/** The fields of the form in words, for what is said about them. */
export function useWords(data: RegisterData) {
  const amounts = useAmountFormat();
  const dates = usePref('dateFormat');
  /** A stored value as its field shows it. */
  const shownValue = (field: FormField, value: unknown): string => {
    if (typeof value === 'number') return amounts.formatFull(value);
    if (typeof value === 'boolean') return value ? 'yes' : 'no';
    const text = typeof value === 'string' ? value : '';
    if (field === 'date') return formatDay(text, dates);
    if (field === 'account') return data.account.get(text)?.name ?? '';
    if (field === 'payee') return newPayeeName(text) ?? data.payee.get(text)?.name ?? '';
    return field === 'category' ? (data.categoryName.get(text) ?? '') : text;
  };
  const nameOf = (part: string, field: FormField) =>
    part === '' ? COLUMN_TITLES[field] : `${part}, ${COLUMN_TITLES[field]}`;
  return {
    shownValue,
    nameOf,
    /** What a form changes of what is stored. */
    changesOf: (held: Held) =>
      changesIn(held)
        .map(({ part, field, value }) => `${nameOf(part, field)}: ${shownValue(field, value)}`)
        .join('; '),
  };
}
