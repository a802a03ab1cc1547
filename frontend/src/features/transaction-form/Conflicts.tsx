import { useId } from 'react';
import { Button } from '@/components/Button';
import styles from './form.module.css';
import type { Conflict } from './meanwhile';
import type { TransactionFormModel } from './useTransactionForm';

interface ConflictsProps {
  form: TransactionFormModel;
}

/** Says what was changed elsewhere while it was changed here, beside Save. */
export function Conflicts({ form }: ConflictsProps) {
  return form.conflicts.map((conflict) => (
    <ConflictLine key={`${conflict.rowId} ${conflict.field}`} conflict={conflict} form={form} />
  ));
}

function ConflictLine({ conflict, form }: ConflictsProps & { conflict: Conflict }) {
  const id = useId();
  return (
    <div role="alert" className={styles.conflict} data-bottom-question>
      <p id={id}>{form.wordsOf(conflict)}</p>
      <Button aria-describedby={id} onPress={() => form.keepMine(conflict)}>
        Keep yours
      </Button>
      <Button aria-describedby={id} onPress={() => form.takeTheirs(conflict)}>
        Take theirs
      </Button>
    </div>
  );
}
