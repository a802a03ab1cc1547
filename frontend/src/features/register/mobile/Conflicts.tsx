import { useId } from 'react';
import { Button } from '@/components/Button';
import type { RegisterData } from '../useRegisterData';
import type { Conflict } from './meanwhile';
import styles from './mobile.module.css';
import type { TransactionFormModel } from './useTransactionForm';
import { useWords } from './useWords';

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
  return (
    <div role="alert" className={styles.conflict} data-bottom-question>
      <p id={id}>
        {words.nameOf(part, field)}: changed in another tab to “
        {words.shownValue(field, form.theirs(conflict))}”
      </p>
      <Button aria-describedby={id} onPress={() => form.keepMine(conflict)}>
        Keep yours
      </Button>
      <Button aria-describedby={id} onPress={() => form.takeTheirs(conflict)}>
        Take theirs
      </Button>
    </div>
  );
}
