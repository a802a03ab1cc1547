/**
 * Pure edits of a transaction and its split: every function returns the resulting split, and
 * `difference` the rows to write for it.
 */
import type { SplitError } from '@/generated/contract';
import { type Entry, rowsOf, type Transaction } from './transaction';

/** A transaction with its children. */
export type Split = Pick<Entry, 'row' | 'children'>;

export type Fields = Partial<Transaction>;

/** What `transactions-batch-update` is to do. */
export interface Batch {
  added: Transaction[];
  updated: ({ id: string } & Fields)[];
  deleted: { id: string }[];
}

/** A split has the payee that all its parts share; none where they differ. */
export function payeeOf({ row, children }: Split): string | null {
  const [first = null, ...others] = new Set(children.map(({ payee }) => payee));
  return row.payee ?? (others.length === 0 ? first : null);
}

/** The transaction with another payee, which goes to the parts of a split. */
export function withPayee({ row, children }: Split, payee: string | null): Split {
  if (!row.is_parent) return { row: { ...row, payee }, children };
  return { row: { ...row, payee: null }, children: children.map((part) => ({ ...part, payee })) };
}

/** The amount not yet split, in cents. */
export function amountLeft({ row, children }: Split): number {
  return children.reduce((left, { amount }) => left - (amount ?? 0), row.amount ?? 0);
}

function errorOf(split: Split): SplitError | null {
  const difference = amountLeft(split);
  return difference === 0 ? null : { type: 'SplitTransactionError', version: 1, difference };
}

/** The split with its error as it must be. */
function settled(split: Split): Split {
  if (!split.row.is_parent) return split;
  return { ...split, row: { ...split.row, error: errorOf(split) } };
}

/** A child shares account, date and state with its parent; the rest may be its own. */
function childOf(parent: Transaction, given: Fields & { id: string }): Transaction {
  return {
    amount: 0,
    payee: parent.payee,
    category: parent.category,
    ...given,
    account: parent.account,
    date: parent.date,
    cleared: parent.cleared,
    reconciled: parent.reconciled ?? null,
    starting_balance_flag: parent.starting_balance_flag ?? null,
    is_child: true,
    parent_id: parent.id,
    error: null,
  } as Transaction;
}

/** Makes a transaction the parent of one empty split line, which receives payee and category. */
export function splitRow(split: Split, childId: string): Split {
  const { row } = split;
  if (row.is_parent || row.is_child) return split;
  const child = childOf(row, { id: childId, sort_order: -1 });
  return settled({ row: { ...row, is_parent: true, payee: null }, children: [child] });
}

/** Adds an empty child at the end; its payee is that of the one before. */
export function addChild(split: Split, childId: string): Split {
  const last = split.children.at(-1);
  if (!split.row.is_parent || !last) return split;
  const given = { id: childId, payee: last.payee, sort_order: (last.sort_order ?? 0) - 1 };
  return settled({ ...split, children: [...split.children, childOf(split.row, given)] });
}

/** Adds a child that holds what is left; while another one is empty, all of them wait for theirs. */
export function addLine(split: Split, childId: string): Split {
  const hasEmpty = split.children.some(({ amount }) => amount === 0);
  const added = addChild(split, childId);
  return hasEmpty ? added : fillRemaining(added, childId);
}

/** Changes fields of the transaction or of one of its children. */
export function changeRow(split: Split, rowId: string, fields: Fields): Split {
  const { row, children } = split;
  if (rowId !== row.id) {
    const changed = children.map((child) =>
      childOf(row, child.id === rowId ? { ...child, ...fields } : child),
    );
    return settled({ row, children: changed });
  }
  const parent = { ...row, ...fields };
  const followed = children.map((child) => {
    const follows = fields.payee !== undefined && child.payee === row.payee;
    return childOf(parent, follows ? { ...child, payee: parent.payee } : child);
  });
  return settled({ row: parent, children: followed });
}

/** Takes a child out. The last one takes the split with it; null when all of it goes. */
export function removeRow(split: Split, rowId: string): Split | null {
  if (rowId === split.row.id) return null;
  const children = split.children.filter(({ id }) => id !== rowId);
  if (children.length === split.children.length) return split;
  if (children.length > 0) return settled({ ...split, children });
  return { row: { ...split.row, is_parent: false, error: null }, children };
}

/** Gives what is left to one child. */
export function fillRemaining(split: Split, childId: string): Split {
  const child = split.children.find(({ id }) => id === childId);
  const left = amountLeft(split);
  if (!child || left === 0) return split;
  return changeRow(split, childId, { amount: child.amount + left });
}

/** Shares what is left evenly among the empty lines; odd cents go to the first of them. */
export function distributeEvenly(split: Split): Split {
  return distribute(
    split,
    split.children.map(({ amount }) => (amount === 0 ? 1 : 0)),
  );
}

/** Shares what is left in proportion to what the lines hold, such as tax or a tip. */
export function distributeInProportion(split: Split): Split {
  return distribute(
    split,
    split.children.map(({ amount }) => Math.abs(amount)),
  );
}

/** Shares what is left by weights. All of it is given: each share is what is due by then. */
export function distribute(split: Split, weights: readonly number[]): Split {
  const left = amountLeft(split);
  const whole = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (left === 0 || whole === 0n) return split;
  let passed = 0n;
  let given = 0;
  const children = split.children.map((child, at) => {
    passed += BigInt(weights[at] ?? 0);
    const due = Number((BigInt(left) * passed) / whole);
    const share = due - given;
    given = due;
    return share === 0 ? child : { ...child, amount: child.amount + share };
  });
  return settled({ ...split, children });
}

/** What must be written so that `before` becomes `after`; null is nothing at all. */
export function differenceOf(before: Split | null, after: Split | null): Batch {
  const batch: Batch = { added: [], updated: [], deleted: [] };
  const old = new Map((before ? rowsOf(before) : []).map((row) => [row.id, row]));
  const next = after ? rowsOf(after) : [];
  for (const row of next) {
    const was = old.get(row.id);
    if (!was) batch.added.push(row);
    else {
      const fields = changedFields(was, row);
      if (Object.keys(fields).length > 0) batch.updated.push({ id: row.id, ...fields });
    }
    old.delete(row.id);
  }
  batch.deleted = [...old.keys()].map((id) => ({ id }));
  return batch;
}

export function isEmptyBatch({ added, updated, deleted }: Batch): boolean {
  return added.length + updated.length + deleted.length === 0;
}

function changedFields(was: Transaction, is: Transaction): Fields {
  const changed = Object.entries(is).filter(([key, value]) => {
    const before = was[key as keyof Transaction];
    return before !== value && JSON.stringify(before) !== JSON.stringify(value);
  });
  return Object.fromEntries(changed) as Fields;
}
