/**
 * What is changed elsewhere while a transaction stands in its form. What the person left alone is
 * taken over; where both changed a field, theirs is told and what was typed stays until decided.
 */
import { changeDraft } from '../model/draft';
import { changeRow, type Fields, type Split } from '../model/splits';
import type { Transaction } from '../model/transaction';
import { directionOf, type FormState } from './formModel';

const PART_FIELDS = ['amount', 'category', 'notes'] as const;
const FIELDS = [...PART_FIELDS, 'payee', 'account', 'date', 'cleared'] as const;
/** A field of the form, or all of a part. */
export type FormField = (typeof FIELDS)[number] | 'part';

/** A field that was changed here and elsewhere, or a changed part that was deleted elsewhere. */
export interface Conflict {
  rowId: string;
  field: FormField;
  /** Of which part, in words; empty for the whole. */
  part: string;
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

/** The parts as they will be, and those changed here that are no longer there. */
function mergeParts(base: Split, mine: Split, theirs: Split, typed: string | null) {
  const [old, stored] = [base, theirs].map(
    ({ children }) => new Map(children.map((row) => [row.id, row])),
  ) as [Map<string, Row>, Map<string, Row>];
  const conflicts: Conflict[] = [];
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
    const isChanged = PART_FIELDS.some((field) => !isSame(was, part, field));
    if (isChanged) conflicts.push({ rowId: part.id, field: 'part', part: name });
    return [];
  });
  const own = new Set(mine.children.map(({ id }) => id));
  const added = theirs.children.filter(({ id }) => !old.has(id) && !own.has(id));
  return { children: [...children, ...added], conflicts };
}

/** Takes in how the transaction is stored now, and names the shown fields that changed with it. */
export function withStored(
  held: Held,
  stored: Split,
  typed: string | null,
): { held: Held; news: FormField[] } {
  const { state, base } = held;
  const mine = state.draft.split;
  if (!base) return { held, news: [] };
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
  const news: FormField[] = fieldsOf(row).filter((field) => !isSame(mine.row, split.row, field));
  if (!hasSameParts(mine, split)) news.push('part');
  return { held: { ...next, conflicts: next.conflicts.filter((one) => stands(next, one)) }, news };
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
  if (field === 'part') return true;
  const [mine, theirs] = [rowOf(state.draft.split, rowId), rowOf(base, rowId)];
  return Boolean(mine && theirs) && !isSame(mine ?? undefined, theirs ?? undefined, field);
}

/** What is stored where a conflict stands; undefined where the part is gone. */
export function theirsIn({ base }: Held, { rowId, field }: Conflict) {
  return field === 'part' ? undefined : rowOf(base, rowId)?.[field];
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
  if (field === 'part' || !theirs) return next;
  // The place within the day comes with the day.
  const more = field === 'date' ? { sort_order: theirs.sort_order } : {};
  const draft = changeDraft(held.state.draft, rowId, { [field]: theirs[field], ...more });
  const { row } = draft.split;
  const direction = row.amount === 0 ? held.state.direction : directionOf(row);
  return { ...next, state: { draft, direction } };
}
