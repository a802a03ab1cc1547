import { X } from 'lucide-react';
import { IconButton } from '@/components/IconButton';
import { AmountField } from '@/components/pickers/AmountField';
import { TextField } from '@/components/TextField';
import { shownAmount } from '@/domain/transactions/direction';
import type { Transaction } from '@/domain/transactions/transaction';
import type { TransactionData } from '@/domain/transactions/useTransactionData';
import { CategoryOfDay } from '@/domain/transactions/ValueField';
import { transactionFormTexts } from '@/texts/transactionForm';
import { COLUMN_TITLES } from '@/texts/transactions';
import styles from './form.module.css';
import type { TransactionFormModel } from './useTransactionForm';

interface SplitCardsProps {
  form: TransactionFormModel;
  data: TransactionData;
  withPad: boolean;
}

/** The parts of a split, each on a card of its own. */
export function SplitCards({ form, data, withPad }: SplitCardsProps) {
  const { children } = form.state.draft.split;
  return (
    <section aria-label={transactionFormTexts.parts} className={styles.parts}>
      {children.map((part, at) => (
        <PartCard
          key={part.id}
          part={part}
          name={transactionFormTexts.part(at + 1)}
          form={form}
          data={data}
          withPad={withPad}
        />
      ))}
    </section>
  );
}

interface PartCardProps extends SplitCardsProps {
  part: Transaction;
  name: string;
}

function PartCard({ part, name, form, data, withPad }: PartCardProps) {
  const { state } = form;
  return (
    <div role="group" aria-label={name} className={styles.part}>
      <CategoryOfDay
        label={COLUMN_TITLES.category}
        value={part.category}
        groups={data.groups}
        day={part.date}
        onChange={(category) => form.change(part.id, { category })}
        onRefused={form.refusal.onRefused}
      />
      <IconButton
        label={transactionFormTexts.remove(name)}
        onPress={() => form.removePart(part.id)}
      >
        <X size="1.125rem" aria-hidden="true" />
      </IconButton>
      <AmountField
        label={transactionFormTexts.amount}
        value={shownAmount(state, part.amount)}
        onChange={(typed) => form.setAmount(part.id, typed)}
        onRefused={form.refusal.onRefused}
        percentOf={Math.abs(state.draft.split.row.amount)}
        placeholder="0.00"
        withPad={withPad}
        autoFocus={form.newPart === part.id}
      />
      <TextField
        label={COLUMN_TITLES.notes}
        value={part.notes ?? ''}
        onChange={(notes) => form.change(part.id, { notes: notes === '' ? null : notes })}
      />
    </div>
  );
}
