/** Rules fill in a new transaction while a person types it. */
import { newPayeeName } from '@/components/pickers/payeeOptions';
import { send } from '@/lib/connection/backend';
import { changeDraft, type Draft } from './draft';
import type { Fields } from './splits';
import type { Transaction } from './transaction';

const FILLED = ['payee', 'category', 'notes', 'amount'] as const;
/** A change of one of these lets the rules run again. */
const ASKED_FOR = [...FILLED, 'account', 'date'] as const;

type Filled = (typeof FILLED)[number];

const isEmpty = (value: unknown) => value === null || value === '' || value === 0;
const isValue = (field: Filled, value: unknown) =>
  field === 'amount' ? Number.isSafeInteger(value) : typeof value === 'string';

/**
 * The empty fields of a new transaction that the rules fill after a change; nothing for a split. A
 * field that the person just emptied stays empty. If the call fails, the rules run when the row is
 * stored.
 */
export async function fillingOf(before: Draft, { split }: Draft): Promise<Fields> {
  const { row, children } = split;
  const last = before.split.row;
  const isSame = ASKED_FOR.every((field) => row[field] === last[field]);
  if (row.id !== last.id || isSame || children.length > 0 || row.account === '') return {};
  const { _unmatched, ...typed } = row;
  const payee = newPayeeName(row.payee) === null ? row.payee : null;
  let ruled: Record<string, unknown>;
  try {
    ruled = await send('rules-run', { transaction: { ...typed, payee } });
  } catch {
    return {};
  }
  const isFilled = (field: Filled) =>
    isEmpty(row[field]) && isEmpty(last[field]) && isValue(field, ruled[field]);
  const filled = FILLED.filter((field) => isFilled(field) && !isEmpty(ruled[field]));
  return Object.fromEntries(filled.map((field) => [field, ruled[field]]));
}

/** The draft with what the rules filled in, except where something was typed meanwhile. */
export function withFilling(draft: Draft, row: Transaction, fields: Fields): Draft {
  const { split } = draft;
  if (split.row.id !== row.id || split.children.length > 0) return draft;
  const left = Object.entries(fields).filter(([field]) => {
    const key = field as Filled;
    return split.row[key] === row[key];
  });
  return left.length > 0 ? changeDraft(draft, row.id, Object.fromEntries(left)) : draft;
}
