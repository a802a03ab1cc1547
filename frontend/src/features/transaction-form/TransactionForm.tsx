import { ChevronLeft, Ellipsis } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '@/components/Button';
import { ChoiceGroup } from '@/components/ChoiceGroup';
import { IconButton } from '@/components/IconButton';
import { Menu, MenuItem, MenuTrigger } from '@/components/Menu';
import { AmountField } from '@/components/pickers/AmountField';
import { COARSE, useMedia } from '@/components/useMedia';
import { similarPlace } from '@/domain/reports/similarPlace';
import { shownAmount, shownLeft } from '@/domain/transactions/direction';
import type { TransactionDraft } from '@/domain/transactions/drafts';
import { ruleStart } from '@/domain/transactions/ruleStart';
import type { Split } from '@/domain/transactions/splits';
import type { TransactionData } from '@/domain/transactions/useTransactionData';
import { useOffline } from '@/lib/connection/useOffline';
import { openModal } from '@/lib/modals/named';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { commonTexts } from '@/texts/common';
import { transactionFormTexts } from '@/texts/transactionForm';
import { transactionsTexts } from '@/texts/transactions';
import { Conflict } from './Conflict';
import styles from './form.module.css';
import { Gone } from './Gone';
import { SplitCards } from './SplitCards';
import { TransactionFields } from './TransactionFields';
import { type TransactionFormModel, useTransactionForm } from './useTransactionForm';

export interface TransactionFormProps {
  /** As it is stored now; null for a new one. */
  stored: Split | null;
  /** It is stored no longer. */
  isGone?: boolean;
  start: TransactionDraft;
  data: TransactionData;
}

/** A transaction for a thumb: amount first, then what it was for, and Save always in reach. */
export function TransactionForm(props: TransactionFormProps) {
  const form = useTransactionForm(props);
  const isTouch = useMedia(COARSE);
  const { state } = form;
  const { row } = state.draft.split;
  if (form.isGone) {
    return (
      <Gone id={row.id} data={props.data}>
        {transactionFormTexts.deletedMeanwhile}
      </Gone>
    );
  }
  return (
    <form
      aria-label={commonTexts.transaction}
      aria-busy={form.isBusy || undefined}
      className={styles.form}
      onInput={form.onInput}
      {...form.refusal.handlers}
      onSubmit={(event) => {
        event.preventDefault();
        form.save();
      }}
    >
      <FormHead form={form} stored={props.stored} data={props.data} />
      {/* What is typed while a write is under way would be neither in it nor in the form after. */}
      <fieldset disabled={form.isBusy} className={styles.resting}>
        <div className={styles.fields}>
          <div className={styles.amountField} data-direction={state.direction}>
            <ChoiceGroup
              label={transactionFormTexts.direction}
              isLabelHidden
              look="bar"
              choices={[
                { id: 'payment', name: transactionFormTexts.payment },
                { id: 'deposit', name: transactionFormTexts.deposit },
              ]}
              value={state.direction}
              onChange={form.setDirection}
              isDisabled={form.isBusy}
            />
            <AmountField
              label={transactionFormTexts.amount}
              value={shownAmount(state, row.amount)}
              onChange={(typed) => form.setAmount(row.id, typed)}
              onRefused={form.refusal.onRefused}
              placeholder="0.00"
              error={form.errors.amount}
              withPad={isTouch}
              autoFocus={props.stored === null}
            />
          </div>
          <TransactionFields form={form} data={props.data} />
          {row.is_parent && <SplitCards form={form} data={props.data} withPad={isTouch} />}
        </div>
        <Conflict form={form} />
      </fieldset>
      <FormFoot form={form} />
    </form>
  );
}

interface HeadProps {
  form: TransactionFormModel;
  stored: Split | null;
  data: TransactionData;
}

function FormHead({ form, stored, data }: HeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The card that led here is gone.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <header className={styles.titleRow}>
      <IconButton label={commonTexts.back} onPress={form.back}>
        <ChevronLeft size="1.375rem" aria-hidden="true" />
      </IconButton>
      <h1 ref={heading} tabIndex={-1}>
        {form.isNew ? commonTexts.newTransaction : commonTexts.transaction}
      </h1>
      {stored && <MoreActions form={form} stored={stored} data={data} />}
    </header>
  );
}

function MoreActions({ form, stored, data }: HeadProps & { stored: Split }) {
  const navigate = useNavigate();
  const offline = useOffline();
  const { row } = form.state.draft.split;
  const actions: Record<string, () => void> = {
    why: () => openModal('why-category', { id: row.id, start: ruleStart(row) }),
    // A typed payee may not exist yet, and reports lag behind: the stored ones are used.
    rule: () =>
      openModal('new-rule', { start: ruleStart({ ...stored.row, category: row.category }) }),
    reports: () => void navigate(similarPlace(stored.row, data), { state: { goBack: true } }),
    duplicate: form.duplicate,
    delete: form.remove,
  };
  return (
    <MenuTrigger>
      <IconButton label={transactionFormTexts.moreActions}>
        <Ellipsis size="1.25rem" aria-hidden="true" />
      </IconButton>
      <Menu placement="bottom end" onAction={(key) => actions[key]?.()}>
        {!row.is_parent && <MenuItem id="why">{transactionFormTexts.whyCategory}</MenuItem>}
        <MenuItem id="rule" isDisabled={offline}>
          {transactionFormTexts.createRule}
        </MenuItem>
        <MenuItem id="reports">{commonTexts.showInReports}</MenuItem>
        <MenuItem id="duplicate">{commonTexts.duplicate}</MenuItem>
        <MenuItem id="delete" look="danger">
          {commonTexts.delete}
        </MenuItem>
      </Menu>
    </MenuTrigger>
  );
}

function FormFoot({ form }: { form: TransactionFormModel }) {
  const amounts = useAmountFormat();
  const offline = useOffline();
  const { row } = form.state.draft.split;
  const left = shownLeft(form.state);
  const isOpen = row.is_parent && left !== 0;
  return (
    <footer className={styles.foot} data-bottom-bar>
      {row.is_parent && (
        <p className={styles.left} data-open={isOpen || undefined}>
          {transactionsTexts.amountLeft} <strong data-amount>{amounts.formatFull(left)}</strong>
        </p>
      )}
      {row.is_parent && (
        <Button size="large" onPress={form.addPart} isDisabled={form.isBusy}>
          {transactionsTexts.addSplit}
        </Button>
      )}
      <Button
        ref={form.saveButton}
        type="submit"
        look="primary"
        size="large"
        isBusy={form.isBusy}
        isDisabled={offline || isOpen || form.isConflicting}
        aria-describedby={isOpen ? 'transaction-left' : undefined}
      >
        {commonTexts.save}
      </Button>
      {isOpen && (
        <span id="transaction-left" hidden>
          {commonTexts.linesDoNotAddUp}
        </span>
      )}
    </footer>
  );
}
