/**
 * What is changed elsewhere while a transaction stands in its form. What the person left alone is
 * taken over; where both changed a field, theirs is told and what was typed stays until decided.
 */
import { changeDraft } from '@/domain/transactions/draft';
import { knownPayee } from '@/domain/transactions/newPayees';
import { changeRow, type Fields, type Split } from '@/domain/transactions/splits';
import { compareRows, type Transaction } from '@/domain/transactions/transaction';
import { directionOf, type FormState } from './formModel';

/** The fields of a part. */
export const PART_FIELDS = ['amount', 'category', 'notes'] as const;
const FIELDS = [...PART_FIELDS, 'payee', 'account', 'date', 'cleared'] as const;
/** A field of the form. */
export type FormField = (typeof FIELDS)[number];

/** A field that was changed here and elsewhere, or a part that was removed here and changed there. */
export interface Conflict {
  rowId: string;
  field: FormField | 'part';
  /** Of which part, in words; empty for the whole. */
  part: string;
}

/** A field and what was typed into it. */
export interface Change {
  rowId: string;
  field: FormField;
  /** Of which part, in words; empty for the whole. */
  part: string;
  value: unknown;
}

/** A form together with what is stored of its transaction. */
export interface Held {
  state: FormState;
  /** As it is stored, as far as is known here; null for a new one. */
  base: Split | null;
  conflicts: readonly Conflict[];
}

/** How the input of a field is called, so that it is known which one is being typed into. */
export const inputName = (rowId: string, field: string) => `${rowId} ${field}`;

type Row = Transaction;

function isSame(a: Row | undefined, b: Row | undefined, key: keyof Row): boolean {
  return JSON.stringify(a?.[key] ?? null) === JSON.stringify(b?.[key] ?? null);
}

/** The fields of a row that the form shows. */
function fieldsOf(row: Row) {
  const shown = row.is_child ? PART_FIELDS : FIELDS;
  return row.is_parent ? shown.filter((field) => field !== 'category') : shown;
}

interface Versions {
  base: Row;
  mine: Row;
  theirs: Row;
}

/** Theirs, with what was changed here; `typed` names the input whose text is not taken yet. */
function mergeRow({ base, mine, theirs }: Versions, typed: string | null): Row {
  const changed = Object.keys(mine).filter(
    (key) => !isSame(base, mine, key as keyof Row) || typed === inputName(mine.id, key),
  );
  const kept = changed.map((key) => [key, mine[key as keyof Row]]);
  return { ...theirs, ...(Object.fromEntries(kept) as Fields) };
}

function conflictsOf({ base, mine, theirs }: Versions, part: string, typed: string | null) {
  return fieldsOf(mine)
    .filter((field) => !isSame(base, theirs, field) && !isSame(mine, theirs, field))
    .filter((field) => !isSame(base, mine, field) || typed === inputName(mine.id, field))
    .map((field): Conflict => ({ rowId: mine.id, field, part }));
}

/** The parts as they will be, and what was changed here of those that are no longer there. */
function mergeParts(base: Split, mine: Split, theirs: Split, typed: string | null) {
  const [old, stored] = [base, theirs].map(
    ({ children }) => new Map(children.map((row) => [row.id, row])),
  ) as [Map<string, Row>, Map<string, Row>];
  const conflicts: Conflict[] = [];
  const lost: Change[] = [];
  const children = mine.children.flatMap((part, at) => {
    const name = `Part ${at + 1}`;
    const was = old.get(part.id);
    if (!was) return part;
    const now = stored.get(part.id);
    if (now) {
      const versions = { base: was, mine: part, theirs: now };
      conflicts.push(...conflictsOf(versions, name, typed));
      return mergeRow(versions, typed);
    }
    lost.push(...changesOf(was, part, name, typed));
    return [];
  });
  const own = new Set(mine.children.map(({ id }) => id));
  for (const [at, was] of base.children.entries()) {
    const now = stored.get(was.id);
    const isNews = now !== undefined && !PART_FIELDS.every((field) => isSame(was, now, field));
    if (isNews && !own.has(was.id))
      conflicts.push({ rowId: was.id, field: 'part', part: `Part ${at + 1}` });
  }
  const added = theirs.children.filter(({ id }) => !old.has(id) && !own.has(id));
  return { children: [...children, ...added], conflicts, lost };
}

function changesOf(was: Row | undefined, is: Row, part: string, typed: string | null): Change[] {
  return fieldsOf(is)
    .filter((field) => !isSame(was, is, field) || typed === inputName(is.id, field))
    .map((field) => ({ rowId: is.id, field, part, value: is[field] }));
}

/** What a form changes of what is stored. */
export function changesIn({ state, base }: Held): Change[] {
  const { row, children } = state.draft.split;
  const parts = children.map((part, at) => ({ part, name: `Part ${at + 1}` }));
  return [{ part: row, name: '' }, ...parts].flatMap(({ part, name }) =>
    changesOf(rowOf(base, part.id) ?? undefined, part, name, null),
  );
}

type Payees = Parameters<typeof knownPayee>[1];

/** The form with new payees by the ids that are stored for them: its own write may have made them. */
export function withStoredPayees(held: Held, stored: Split, payees: Payees): Held {
  const { draft } = held.state;
  const named = (row: Row): Row => {
    const payee = knownPayee(row.payee, payees);
    return payee === rowOf(stored, row.id)?.payee ? { ...row, payee } : row;
  };
  const split = { row: named(draft.split.row), children: draft.split.children.map(named) };
  return { ...held, state: { ...held.state, draft: { ...draft, split } } };
}

/** What withstood, and what did not. */
interface Merged {
  held: Held;
  /** The shown fields that changed with it. */
  news: (FormField | 'part')[];
  /** What was changed here of parts that were deleted elsewhere. */
  lost: Change[];
}

/** Takes in how the transaction is stored now. */
export function withStored(held: Held, stored: Split, typed: string | null): Merged {
  const { state, base } = held;
  const mine = state.draft.split;
  if (!base) return { held, news: [], lost: [] };
  const versions = { base: base.row, mine: mine.row, theirs: stored.row };
  const parts = mergeParts(base, mine, stored, typed);
  const row = mergeRow(versions, typed);
  // A split is what has parts, whoever made or removed the last of them.
  if (parts.children.length > 0) row.is_parent = true;
  else if (stored.children.length > 0) row.is_parent = false;
  // The categories of a split are those of its parts.
  if (row.is_parent && stored.row.is_parent) row.category = stored.row.category;
  const merged = { row, children: parts.children };
  const split = isUntouched(base, mine, typed) ? stored : changeRow(merged, row.id, {});
  const fresh = [...conflictsOf(versions, '', typed), ...parts.conflicts];
  const next: Held = {
    base: stored,
    state: {
      draft: { split, followsParts: state.draft.followsParts && isSame(row, mine.row, 'amount') },
      direction: row.amount === 0 ? state.direction : directionOf(row),
    },
    conflicts: [...held.conflicts.filter((one) => !isAmong(one, fresh)), ...fresh],
  };
  const news: Merged['news'] = fieldsOf(row).filter((field) => !isSame(mine.row, split.row, field));
  if (!hasSameParts(mine, split)) news.push('part');
  const conflicts = next.conflicts.filter((one) => stands(next, one));
  return { held: { ...next, conflicts }, news, lost: parts.lost };
}

function hasSameParts({ children: mine }: Split, { children }: Split): boolean {
  const isLike = (part: Row, at: number) =>
    part.id === mine[at]?.id && PART_FIELDS.every((field) => isSame(mine[at], part, field));
  return children.length === mine.length && children.every(isLike);
}

/** Nothing at all was changed here, nor is anything being typed. */
function isUntouched(base: Split, mine: Split, typed: string | null): boolean {
  if (typed !== null || mine.children.length !== base.children.length) return false;
  const rows = [mine.row, ...mine.children];
  const old = [base.row, ...base.children];
  return rows.every((row, at) => JSON.stringify(row) === JSON.stringify(old[at]));
}

const isAmong = ({ rowId, field }: Conflict, others: readonly Conflict[]) =>
  others.some((other) => other.rowId === rowId && other.field === field);

const rowOf = (split: Split | null, id: string) =>
  split && [split.row, ...split.children].find((row) => row.id === id);

/** Whether there still is something to decide. */
function stands({ state, base }: Held, { rowId, field }: Conflict): boolean {
  const [mine, theirs] = [rowOf(state.draft.split, rowId), rowOf(base, rowId)];
  if (field === 'part') return Boolean(theirs && !mine);
  return Boolean(mine && theirs) && !isSame(mine ?? undefined, theirs ?? undefined, field);
}

/** The row as it is stored where a conflict stands. */
export function theirsIn({ base }: Held, { rowId }: Conflict): Row | null {
  return rowOf(base, rowId) ?? null;
}

/** Leaves what was typed, which is written with the rest. */
export function keepMine(held: Held, conflict: Conflict): Held {
  return { ...held, conflicts: held.conflicts.filter((one) => !isAmong(one, [conflict])) };
}

/** Takes over what is stored. */
export function takeTheirs(held: Held, conflict: Conflict): Held {
  const { rowId, field } = conflict;
  const theirs = rowOf(held.base, rowId);
  const next = keepMine(held, conflict);
  if (!theirs) return next;
  if (field === 'part') return { ...next, state: withPart(held, theirs) };
  // The place within the day comes with the day.
  const more = field === 'date' ? { sort_order: theirs.sort_order } : {};
  const draft = changeDraft(held.state.draft, rowId, { [field]: theirs[field], ...more });
  const { row } = draft.split;
  const direction = row.amount === 0 ? held.state.direction : directionOf(row);
  return { ...next, state: { draft, direction } };
}

/** The form with a part that had been removed, in its place. */
function withPart({ state, base }: Held, part: Row): FormState {
  const { split, followsParts } = state.draft;
  const children = [...split.children, part].sort(compareRows);
  // The first one to come back makes it a split again, whose categories are those of its parts.
  const row = { ...split.row, is_parent: true, category: base?.row.category ?? null };
  const draft = changeDraft({ split: { row, children }, followsParts }, row.id, {});
  return { ...state, draft };
}
