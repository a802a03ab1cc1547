import { useId } from 'react';
import { Button } from '@/components/Button';
import { conflictTexts } from '@/texts/transactions';
import styles from './form.module.css';
import type { TransactionFormModel } from './useTransactionForm';

/** Asks, beside Save, which version stays of a transaction that was changed elsewhere too. */
export function Conflict({ form }: { form: TransactionFormModel }) {
  const id = useId();
  if (!form.isConflicting) return null;
  return (
    <div role="alert" className={styles.conflict} data-bottom-question>
      <p id={id}>{conflictTexts.changed}</p>
      <Button aria-describedby={id} onPress={form.keepYours}>
        {conflictTexts.keepYours}
      </Button>
      <Button aria-describedby={id} onPress={form.takeTheirs}>
        {conflictTexts.useTheirs}
      </Button>
    </div>
  );
}
