/** A transaction that is being entered, before it is written. */
import type { Day } from '@/generated/contract';
import { addLine, changeRow, type Fields, removeRow, type Split, splitRow } from './splits';
import { blankTransaction } from './transaction';

export interface Draft {
  split: Split;
  /** The amount of the whole is that of its parts, until it is typed itself. */
  followsParts: boolean;
}

export interface Start {
  id: string;
  date: Day;
  account: string | null;
}

export function newDraft({ id, date, account }: Start): Draft {
  const row = blankTransaction(id, date, account ?? '');
  return { split: { row, children: [] }, followsParts: false };
}

export function changeDraft({ split, followsParts }: Draft, rowId: string, fields: Fields): Draft {
  const isWhole = rowId === split.row.id;
  const follows = followsParts && !(isWhole && fields.amount !== undefined);
  return followed({ split: changeRow(split, rowId, fields), followsParts: follows });
}

export function splitDraft({ split }: Draft, childId: string): Draft {
  return { split: splitRow(split, childId), followsParts: split.row.amount === 0 };
}

export function addPart({ split, followsParts }: Draft, childId: string): Draft {
  return { split: addLine(split, childId), followsParts };
}

export function removePart(draft: Draft, childId: string): Draft {
  const split = removeRow(draft.split, childId);
  return split ? followed({ ...draft, split }) : draft;
}

function followed(draft: Draft): Draft {
  const { split, followsParts } = draft;
  if (!followsParts || split.children.length === 0) return draft;
  const amount = split.children.reduce((sum, child) => sum + child.amount, 0);
  return { split: changeRow(split, split.row.id, { amount }), followsParts };
}

/** Is there anything in it that would be lost? */
export function isEmptyDraft({ split: { row, children } }: Draft): boolean {
  return !row.payee && !row.notes && !row.category && row.amount === 0 && children.length === 0;
}
