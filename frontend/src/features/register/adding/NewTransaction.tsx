import { type CSSProperties, type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { Button } from '@/components/Button';
import type { CommitHow } from '@/components/pickers/field';
import { useRestoredNotice } from '@/domain/transactions/draftNotices';
import { amountLeft } from '@/domain/transactions/splits';
import { useRefusal } from '@/domain/transactions/useRefusal';
import { isMac } from '@/lib/keys/keys';
import { commonTexts } from '@/texts/common';
import { registerTexts } from '@/texts/register';
import { transactionsTexts } from '@/texts/transactions';
import type { RegisterModel } from '../grid/registerModel';
import { SplitTools } from '../grid/SplitPanel';
import type { ColumnId } from '../model/columns';
import type { AddingForm } from './AddingForm';
import styles from './adding.module.css';
import { DraftRow } from './DraftRow';

interface NewTransactionProps {
  model: RegisterModel;
  adding: AddingForm;
}

/** The form above the list. It stays open, so that one transaction after another can be typed. */
export function NewTransaction({ model, adding }: NewTransactionProps) {
  const isOpen = useStore(adding.store, (state) => state.isOpen);
  return isOpen && <OpenForm model={model} adding={adding} />;
}

function OpenForm({ model, adding }: NewTransactionProps) {
  const form = useRef<HTMLFormElement>(null);
  const { draft, isRestored, wanted } = useStore(adding.store);
  const { split } = draft.draft;
  const { row, children } = split;
  const left = row.is_parent ? amountLeft(split) : 0;
  useRestoredNotice(draft, isRestored, () => adding.startOver());
  const refusal = useRefusal();
  useEffect(() => {
    if (!wanted) return;
    const field = `[data-draft=${JSON.stringify(wanted.rowId)}] [data-col=${wanted.column}] input`;
    const input = form.current?.querySelector<HTMLInputElement>(field);
    input?.focus();
    input?.select();
  }, [wanted]);
  const commit = (column: ColumnId, how: CommitHow, kept: boolean): boolean => {
    if (kept) refusal.onRefused();
    // What could not be taken is to be looked at first.
    if (kept && how !== 'blur') return how !== 'tab' && how !== 'shift-tab';
    const isEnd = how === 'enter' && endsWith(column, adding);
    const isAdding = how === 'mod-enter' || isEnd;
    if (isAdding && focusUnread(form.current)) return true;
    // The field itself may just have changed it.
    if (isEnd && adding.store.getState().draft.draft.followsParts) adding.nextPart();
    else if (isAdding) void adding.add();
    else if (how === 'enter') focusNext(form.current);
    return isAdding || how === 'enter';
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!focusUnread(form.current) && !refusal.takeRefusal()) void adding.add();
  };
  const tools = row.is_parent && (
    <SplitTools
      split={split}
      childId={children.at(-1)?.id ?? null}
      left={left}
      amounts={model.amounts}
      data={model.data}
      onAdd={() => adding.addPart()}
      onChange={(change) => adding.changeSplit(change)}
    />
  );
  return (
    <form
      ref={form}
      aria-label={commonTexts.newTransaction}
      className={styles.form}
      style={{ '--columns': model.columns.template } as CSSProperties}
      onKeyDown={(event) => pressKey(event, adding)}
      {...refusal.handlers}
      onSubmit={submit}
    >
      {[row, ...children].map((part) => (
        <DraftRow key={part.id} row={part} model={model} adding={adding} onCommit={commit} />
      ))}
      <div className={styles.foot}>
        <span className={styles.spread} />
        {tools}
        <Button onPress={() => adding.close()}>{commonTexts.cancel}</Button>
        <AddButton left={left} model={model} />
      </div>
    </form>
  );
}

function AddButton({ left, model }: { left: number; model: RegisterModel }) {
  const reason =
    left === 0 ? undefined : transactionsTexts.amountLeftOf(model.amounts.formatFull(left));
  return (
    <span title={reason}>
      <Button look="primary" type="submit" isDisabled={left !== 0 || model.offline}>
        {registerTexts.add}
      </Button>
    </span>
  );
}

/** Does Enter in this column add? It does in the last amount, or the one that is filled. */
function endsWith(column: ColumnId, adding: AddingForm): boolean {
  const { row } = adding.whole;
  return column === 'deposit' || column === 'amount' || (column === 'payment' && row.amount !== 0);
}

function pressKey(event: KeyboardEvent, adding: AddingForm): void {
  if (event.defaultPrevented || !(event.target instanceof HTMLElement)) return;
  const { row } = adding.whole;
  const command = isMac ? event.metaKey : event.ctrlKey;
  const rowId = event.target.closest('[data-draft]')?.getAttribute('data-draft');
  if (event.key === 'Escape') adding.close();
  else if (event.altKey && event.key === 'Enter' && row.is_parent) {
    // A field keeps what is typed to itself until it is left.
    event.target.blur();
    adding.addPart();
  } else if (command && event.key === 'Backspace' && rowId && rowId !== row.id) {
    adding.removePart(rowId);
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

/** Puts the keyboard on the first field with a text that is no value; false if there is none. */
function focusUnread(form: HTMLFormElement | null): boolean {
  const field = form?.querySelector<HTMLInputElement>('input[aria-invalid=true]');
  field?.focus();
  return field != null;
}

function focusNext(form: HTMLFormElement | null): void {
  const fields = [...(form?.querySelectorAll<HTMLInputElement>('input:not([disabled])') ?? [])];
  const at = fields.indexOf(document.activeElement as HTMLInputElement);
  fields[at + 1]?.focus();
}
