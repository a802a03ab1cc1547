import { Lock } from 'lucide-react';
import { AccountPicker } from '@/components/pickers/AccountPicker';
import { DateField } from '@/components/pickers/DateField';
import { Switch } from '@/components/Switch';
import { TextField } from '@/components/TextField';
import { rowNames } from '@/domain/transactions/names';
import { RecentPayeePicker } from '@/domain/transactions/RecentPayeePicker';
import { payeeOf } from '@/domain/transactions/splits';
import type { TransactionData } from '@/domain/transactions/useTransactionData';
import { CategoryOfDay } from '@/domain/transactions/ValueField';
import { commonTexts } from '@/texts/common';
import { transactionFormTexts } from '@/texts/transactionForm';
import { COLUMN_TITLES } from '@/texts/transactions';
import styles from './form.module.css';
import type { TransactionFormModel } from './useTransactionForm';

interface FieldsProps {
  form: TransactionFormModel;
  data: TransactionData;
}

/** Everything of the transaction besides its amount and its parts. */
export function TransactionFields({ form, data }: FieldsProps) {
  const { row } = form.state.draft.split;
  const change = (fields: Partial<typeof row>) => form.change(row.id, fields);
  return (
    <>
      <RecentPayeePicker
        label={COLUMN_TITLES.payee}
        value={payeeOf(form.state.draft.split)}
        payees={data.payees}
        onChange={form.setPayee}
        onRefused={form.refusal.onRefused}
      />
      {!row.is_parent && <CategoryField form={form} data={data} />}
      <AccountPicker
        label={COLUMN_TITLES.account}
        value={row.account || null}
        accounts={data.accounts}
        error={form.errors.account}
        onChange={(account) => account !== null && change({ account })}
        onRefused={form.refusal.onRefused}
      />
      <DateField
        label={COLUMN_TITLES.date}
        value={row.date}
        onChange={(date) => date !== null && form.setDate(date)}
        onRefused={form.refusal.onRefused}
      />
      <TextField
        label={COLUMN_TITLES.notes}
        value={row.notes ?? ''}
        onChange={(notes) => change({ notes: notes === '' ? null : notes })}
      />
      <Switch
        isSelected={row.cleared}
        onChange={(cleared) => change({ cleared })}
        isDisabled={form.isBusy}
      >
        {transactionFormTexts.cleared}
      </Switch>
      {row.reconciled && (
        <p className={styles.locked}>
          <Lock size="0.9375rem" aria-hidden="true" />
          {transactionFormTexts.savingUnlocks}
        </p>
      )}
    </>
  );
}

function CategoryField({ form, data }: FieldsProps) {
  const { row } = form.state.draft.split;
  const isOffBudget = data.account.get(row.account)?.offbudget === true;
  const names = rowNames(row, { data });
  const isInternal = names.isTransfer && !names.needsCategory && row.category === null;
  const instead = isOffBudget
    ? commonTexts.offBudget
    : isInternal
      ? transactionFormTexts.transfer
      : null;
  return (
    <CategoryOfDay
      label={COLUMN_TITLES.category}
      value={row.category}
      groups={data.groups}
      day={row.date}
      onChange={(category) => form.change(row.id, { category })}
      onRefused={form.refusal.onRefused}
      onSplit={form.split}
      isDisabled={instead !== null}
      {...(instead ? { shownInstead: instead } : {})}
    />
  );
}
