import { Check, Circle, CircleCheck, Lock, Square, SquareCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useStore } from 'zustand';
import { Spoken } from '@/components/Spoken';
import { categoryWords, rowNames } from '@/domain/transactions/names';
import { payeeOf } from '@/domain/transactions/splits';
import type { Entry, Transaction } from '@/domain/transactions/transaction';
import { commonTexts } from '@/texts/common';
import { SEPARATOR } from '@/texts/locale';
import { registerTexts } from '@/texts/register';
import { phoneTexts } from '@/texts/transactions';
import { isPendingAtBank } from '../model/pendingAtBank';
import { useEntry } from '../useRegisterList';
import type { CardModel } from './DayList';
import styles from './mobile.module.css';

interface TransactionCardProps {
  entry: Entry;
  /** The part of the split that the card is about; null for all of it. */
  partId: string | null;
  model: CardModel;
}

/** One transaction as a card that leads to its form; it is redrawn whenever it changes. */
export function TransactionCard({ entry: drawn, partId, model }: TransactionCardProps) {
  const entry = useEntry(model.list, drawn.row.id) ?? drawn;
  const { children } = entry;
  const row = children.find(({ id }) => id === partId) ?? entry.row;
  const { data, amounts, withAccount } = model;
  const names = rowNames(row, { data });
  const words = categoryWords(row, names, children.length, data);
  const category = words || (names.needsCategory ? commonTexts.uncategorized : '');
  const amount = amounts.format(row.amount);
  const payeeId = (row === entry.row ? null : row.payee) ?? payeeOf(entry);
  const payeeName = data.payee.get(payeeId ?? '')?.name ?? '';
  const payee = payeeName || registerTexts.noPayee;
  const isPending = isPendingAtBank(entry.row, data);
  const pending = isPending ? phoneTexts.pending : '';
  const details = [pending, withAccount ? names.account : '', row.notes ?? '']
    .filter(Boolean)
    .join(SEPARATOR);
  const name = [payee, category, amount, pending].filter(Boolean).join(', ');
  const content = (
    <Spoken text={name}>
      <span className={styles.payee} data-missing={payeeName === '' || undefined}>
        {payee}
      </span>
      <span className={styles.amount} data-amount data-positive={row.amount > 0 || undefined}>
        {amount}
      </span>
      <span className={styles.details}>
        <span data-missing={(words === '' && names.needsCategory) || undefined}>{category}</span>
        {details !== '' && <span className={styles.notes}>{details}</span>}
      </span>
    </Spoken>
  );
  if (model.mode === 'select') {
    return (
      <Selectable row={row} model={model}>
        {content}
      </Selectable>
    );
  }
  const isTicking = model.mode === 'tick';
  return (
    <>
      <Link
        to={`/transaction/${entry.row.id}`}
        className={styles.card}
        data-row-id={row.id}
        data-ticking={isTicking || undefined}
      >
        {content}
        {!isTicking && <StateMark row={row} />}
      </Link>
      {isTicking && <Tick row={row} name={name} model={model} />}
    </>
  );
}

interface MarkedProps {
  row: Transaction;
  model: CardModel;
}

function Selectable({ row, model, children }: MarkedProps & { children: ReactNode }) {
  const { controller } = model;
  const isSelected = useStore(controller.model.selection, ({ rows }) => rows.has(row.id));
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={isSelected}
      className={styles.card}
      data-row-id={row.id}
      data-selected={isSelected || undefined}
      onClick={() => controller.toggleSelected(row.id)}
    >
      {children}
      {isSelected ? (
        <SquareCheck size="1.125rem" className={styles.cleared} aria-hidden="true" />
      ) : (
        <Square size="1.125rem" className={styles.mark} aria-hidden="true" />
      )}
    </button>
  );
}

/** The mark that says whether the bank has a transaction too, as a button. */
function Tick({ row, name, model }: MarkedProps & { name: string }) {
  const { cleared, reconciled } = row;
  const Icon = reconciled ? Lock : cleared ? CircleCheck : Circle;
  return (
    <button
      type="button"
      aria-label={phoneTexts.tick(name)}
      aria-pressed={cleared}
      className={styles.tick}
      onClick={() => model.controller.editing.toggleCleared(row)}
    >
      <Icon size="1.25rem" aria-hidden="true" />
    </button>
  );
}

function StateMark({ row }: { row: Transaction }) {
  if (row.error)
    return <TriangleAlert size="0.9375rem" className={styles.warning} aria-hidden="true" />;
  if (row.reconciled) return <Lock size="0.875rem" className={styles.mark} aria-hidden="true" />;
  if (row.cleared) return <Check size="1rem" className={styles.cleared} aria-hidden="true" />;
  return null;
}
