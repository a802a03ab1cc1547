import { useId } from 'react';
import { Button } from '@/components/Button';
import { formatDay } from '@/lib/format/dates';
import { usePref } from '@/lib/prefs/prefs';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { COLUMN_TITLES } from '../texts';
import type { RegisterData } from '../useRegisterData';
import type { Conflict } from './meanwhile';
import styles from './mobile.module.css';
import type { TransactionFormModel } from './useTransactionForm';

interface ConflictsProps {
  form: TransactionFormModel;
  data: RegisterData;
}

/** Says which fields were changed elsewhere while they were changed here, beside Save. */
export function Conflicts({ form, data }: ConflictsProps) {
  return form.conflicts.map((conflict) => (
    <ConflictLine
      key={`${conflict.rowId} ${conflict.field}`}
      conflict={conflict}
      form={form}
      data={data}
    />
  ));
}

function ConflictLine({ conflict, form, data }: ConflictsProps & { conflict: Conflict }) {
  const id = useId();
  const words = useWords(data);
  const { part, field } = conflict;
  const keep = () => form.keepMine(conflict);
  if (field === 'part') {
    return (
      <div role="alert" className={styles.conflict} data-bottom-question>
        <p>{part} was deleted in another tab</p>
        <Button onPress={keep}>Close</Button>
      </div>
    );
  }
  const name = [part, COLUMN_TITLES[field]].filter(Boolean).join(', ');
  return (
    <div role="alert" className={styles.conflict} data-bottom-question>
      <p id={id}>
        {name}: changed in another tab to “{words(field, form.theirs(conflict))}”
      </p>
      <Button aria-describedby={id} onPress={keep}>
        Keep yours
      </Button>
      <Button aria-describedby={id} onPress={() => form.takeTheirs(conflict)}>
        Take theirs
      </Button>
    </div>
  );
}

/** A stored value as its field shows it. */
function useWords(data: RegisterData) {
  const amounts = useAmountFormat();
  const dates = usePref('dateFormat');
  return (field: Conflict['field'], value: unknown): string => {
    if (typeof value === 'number') return amounts.formatFull(value);
    const text = typeof value === 'string' ? value : '';
    if (field === 'date') return formatDay(text, dates);
    if (field === 'account') return data.account.get(text)?.name ?? '';
    if (field === 'payee') return data.payee.get(text)?.name ?? '';
    return field === 'category' ? (data.categoryName.get(text) ?? '') : text;
  };
}
