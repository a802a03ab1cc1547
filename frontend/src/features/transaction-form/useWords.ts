import { newPayeeName } from '@/components/pickers/payeeOptions';
import { COLUMN_TITLES } from '@/domain/transactions/texts';
import type { Transaction } from '@/domain/transactions/transaction';
import type { TransactionData } from '@/domain/transactions/useTransactionData';
import { formatDay } from '@/lib/format/dates';
import { usePref } from '@/lib/prefs/prefs';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { shownAmount } from './formModel';
import {
  type Change,
  type Conflict,
  changesIn,
  type Held,
  PART_FIELDS,
  theirsIn,
} from './meanwhile';

/** A field, and of which part. */
type Place = Pick<Change, 'rowId' | 'field' | 'part'>;

export type Words = ReturnType<typeof useWords>;

/** The fields of the form in words, for what is said about them. */
export function useWords(data: TransactionData) {
  const amounts = useAmountFormat();
  const dates = usePref('dateFormat');
  /** An amount as the form shows it, that of the whole with the way it goes. */
  const shownAmountOf = ({ state }: Held, rowId: string, cents: number): string => {
    const isWhole = rowId === state.draft.split.row.id;
    if (!isWhole) return amounts.formatFull(shownAmount(state, cents) ?? 0);
    const words = amounts.formatFull(Math.abs(cents));
    return cents === 0 ? words : `${COLUMN_TITLES[cents > 0 ? 'deposit' : 'payment']} ${words}`;
  };
  /** A value as its field shows it. */
  const shownValue = (held: Held, { rowId, field }: Place, value: unknown): string => {
    if (typeof value === 'number') return shownAmountOf(held, rowId, value);
    if (typeof value === 'boolean') return value ? 'yes' : 'no';
    const text = typeof value === 'string' ? value : '';
    if (field === 'date') return formatDay(text, dates);
    if (field === 'account') return data.account.get(text)?.name ?? '';
    if (field === 'payee') return newPayeeName(text) ?? data.payee.get(text)?.name ?? '';
    return field === 'category' ? (data.categoryName.get(text) ?? '') : text;
  };
  const nameOf = ({ part, field }: Place) =>
    part === '' ? COLUMN_TITLES[field] : `${part}, ${COLUMN_TITLES[field]}`;
  /** A changed field and its value, unless its text is at hand. */
  const changeOf = (held: Held, change: Change, text = shownValue(held, change, change.value)) =>
    `${nameOf(change)}: ${text}`;
  /** All that is in a part. */
  const partOf = (held: Held, row: Transaction) =>
    PART_FIELDS.map((field) => ({ rowId: row.id, field, part: '', value: row[field] }))
      .filter(({ value }) => value !== null && value !== '')
      .map((each) => changeOf(held, each))
      .join('; ');
  return {
    changeOf,
    /** What a form changes of what is stored. */
    changesOf: (held: Held) =>
      changesIn(held)
        .map((change) => changeOf(held, change))
        .join('; '),
    /** What was changed elsewhere where the form says something else. */
    conflictOf: (held: Held, conflict: Conflict): string => {
      const { rowId, field, part } = conflict;
      const theirs = theirsIn(held, conflict);
      if (field === 'part') {
        const words = theirs ? partOf(held, theirs) : '';
        return `${part}: removed here, changed in another tab to “${words}”`;
      }
      const place = { rowId, field, part };
      const words = shownValue(held, place, theirs?.[field]);
      return `${nameOf(place)}: changed in another tab to “${words}”`;
    },
  };
}
