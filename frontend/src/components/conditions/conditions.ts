/** The fields and operators of conditions, and the draft of a condition while it is edited. */

import type { Condition, ConditionOp } from '@/generated/contract';
import type { DateFormat } from '@/lib/format/dates';
import { conditionsTexts } from '@/texts/conditions';
import { formatMonth, parseMonth } from './months';

type KnownField = Extract<
  Condition['field'],
  | 'account'
  | 'amount'
  | 'category'
  | 'category_group'
  | 'cleared'
  | 'date'
  | 'imported_payee'
  | 'notes'
  | 'payee'
>;
export type FieldId = KnownField | 'inflow' | 'outflow';

export type FieldType = NonNullable<Condition['type']>;

/** The operators that can be edited. */
export type Op = Exclude<ConditionOp, 'onBudget' | 'offBudget'>;

interface FieldRules {
  name: string;
  type: FieldType;
  /** The field of its conditions. */
  field: KnownField;
  options?: Condition['options'];
}

/** The fields that can be edited, in the order of menus. */
export const FIELDS: Record<FieldId, FieldRules> = {
  account: { name: conditionsTexts.account, type: 'id', field: 'account' },
  amount: { name: conditionsTexts.amount, type: 'number', field: 'amount' },
  inflow: {
    name: conditionsTexts.inflow,
    type: 'number',
    field: 'amount',
    options: { inflow: true },
  },
  outflow: {
    name: conditionsTexts.outflow,
    type: 'number',
    field: 'amount',
    options: { outflow: true },
  },
  category: { name: conditionsTexts.category, type: 'id', field: 'category' },
  category_group: { name: conditionsTexts.categoryGroup, type: 'id', field: 'category_group' },
  cleared: { name: conditionsTexts.cleared, type: 'boolean', field: 'cleared' },
  date: { name: conditionsTexts.date, type: 'date', field: 'date' },
  imported_payee: {
    name: conditionsTexts.importedPayee,
    type: 'string',
    field: 'imported_payee',
  },
  notes: { name: conditionsTexts.notes, type: 'string', field: 'notes' },
  payee: { name: conditionsTexts.payee, type: 'id', field: 'payee' },
};

export const FIELD_IDS = Object.keys(FIELDS) as FieldId[];

/** The entries of the filter menu. */
export const FILTER_FIELDS = FIELD_IDS.filter((id) => id !== 'imported_payee');

/** The operators that filters offer. */
export const OPS: Record<FieldType, readonly Op[]> = {
  id: ['is', 'isNot', 'oneOf', 'notOneOf', 'contains', 'doesNotContain'],
  number: ['is', 'isapprox', 'isbetween', 'gt', 'gte', 'lt', 'lte'],
  boolean: ['is'],
  date: ['is', 'isapprox', 'gt', 'gte', 'lt', 'lte'],
  string: ['contains', 'is', 'isNot', 'oneOf', 'notOneOf', 'doesNotContain'],
};

/** The operators that rules offer for a field. They compare ids, so they know no part of a name. */
export function ruleOps(fieldId: FieldId): readonly Op[] {
  const { type } = FIELDS[fieldId];
  if (type === 'id') return OPS.id.filter((op) => op !== 'contains' && op !== 'doesNotContain');
  if (type !== 'string') return OPS[type];
  const tags: readonly Op[] = fieldId === 'notes' ? ['hasTags', 'hasAnyTag'] : [];
  return [...OPS.string, 'matches', ...tags];
}

const WORDS: Record<Op, string> = {
  is: conditionsTexts.is,
  isNot: conditionsTexts.isNot,
  isapprox: conditionsTexts.isApproximately,
  isbetween: conditionsTexts.isBetween,
  gt: conditionsTexts.isGreaterThan,
  gte: conditionsTexts.isAtLeast,
  lt: conditionsTexts.isLessThan,
  lte: conditionsTexts.isAtMost,
  contains: conditionsTexts.contains,
  doesNotContain: conditionsTexts.doesNotContain,
  oneOf: conditionsTexts.isOneOf,
  notOneOf: conditionsTexts.isNotOneOf,
  matches: conditionsTexts.matches,
  hasTags: conditionsTexts.hasTags,
  hasAnyTag: conditionsTexts.hasAnyTag,
};
const DATE_WORDS: Partial<Record<Op, string>> = {
  gt: conditionsTexts.isAfter,
  gte: conditionsTexts.isOnOrAfter,
  lt: conditionsTexts.isBefore,
  lte: conditionsTexts.isOnOrBefore,
};

export function opWords(op: Op, type: FieldType): string {
  return (type === 'date' ? DATE_WORDS[op] : undefined) ?? WORDS[op];
}

/** How exactly a date is meant; months and years allow only 'is'. */
export type DateKind = 'day' | 'month' | 'year';

export interface Pair {
  num1: number | null;
  num2: number | null;
}

/** A condition as it is being built; its value has the shape its operator needs. */
export interface Draft {
  fieldId: FieldId;
  op: Op;
  /** Months and years are the text as typed; `conditionFrom` reads them. */
  value: unknown;
  dateKind: DateKind;
  /** Text in the field of a list that is not an entry yet. */
  pending: string;
}

export function isList(op: Op): boolean {
  return op === 'oneOf' || op === 'notOneOf';
}

/** Whether the operator compares with text, also for fields that have a list to choose from. */
export function isText({ fieldId, op }: Draft): boolean {
  const { type } = FIELDS[fieldId];
  return type === 'string' || (type === 'id' && (op === 'contains' || op === 'doesNotContain'));
}

type Shape = 'list' | 'pair' | 'text' | 'flag' | 'single';

function shapeOf(draft: Draft): Shape {
  if (isList(draft.op)) return 'list';
  if (draft.op === 'isbetween') return 'pair';
  if (isText(draft)) return 'text';
  return FIELDS[draft.fieldId].type === 'boolean' ? 'flag' : 'single';
}

const EMPTY: Record<Shape, unknown> = {
  list: [],
  pair: { num1: null, num2: null },
  text: '',
  flag: true,
  single: null,
};

export function newDraft(fieldId: FieldId): Draft {
  const op = OPS[FIELDS[fieldId].type][0] ?? 'is';
  const draft: Draft = { fieldId, op, value: null, dateKind: 'day', pending: '' };
  return { ...draft, value: EMPTY[shapeOf(draft)] };
}

/** The draft with another operator; the value is carried over as far as it can be. */
export function withOp(draft: Draft, op: Op): Draft {
  const next: Draft = { ...(op === 'is' ? draft : withDateKind(draft, 'day')), op };
  const [from, to] = [shapeOf(draft), shapeOf(next)];
  if (from === to) return next;
  return { ...next, value: convert(draft.value, from, to) };
}

function convert(value: unknown, from: Shape, to: Shape): unknown {
  const isEmpty = value === null || value === '';
  if (to === 'list' && !isEmpty && from !== 'pair') return [value];
  if (from === 'list' && to !== 'pair') return (value as unknown[])[0] ?? EMPTY[to];
  if (to === 'pair' && from === 'single') return { num1: value, num2: null };
  if (from === 'pair' && to === 'single') return (value as Pair).num1;
  return EMPTY[to];
}

/** The draft with another exactness of its date, which starts an empty value. */
export function withDateKind(draft: Draft, dateKind: DateKind): Draft {
  return draft.dateKind === dateKind ? draft : { ...draft, dateKind, value: null };
}

export type FinishedCondition =
  | { ok: true; condition: Condition }
  /** A code of `conditionError`. */
  | { ok: false; code: string };

/** Finishes a draft: reads typed months and years, and adds a list's pending text. */
export function conditionFrom(draft: Draft, format: DateFormat): FinishedCondition {
  if (draft.dateKind !== 'day') {
    const value = readRange(draft, format);
    if (value === null) return { ok: false, code: 'date-format' };
    return { ok: true, condition: conditionOf({ ...draft, value }) };
  }
  if (!isList(draft.op)) return { ok: true, condition: conditionOf(draft) };
  const value = withPending(draft.value as readonly string[], draft.pending);
  if (value.length === 0) return { ok: false, code: 'no-empty-array' };
  return { ok: true, condition: conditionOf({ ...draft, value }) };
}

/** A typed month or year; null if the text is none. */
function readRange({ dateKind, value }: Draft, format: DateFormat): string | null {
  const text = String(value ?? '').trim();
  if (dateKind === 'month') return parseMonth(text, format);
  return /^\d{4}$/.test(text) ? text : null;
}

function withPending(chosen: readonly string[], pending: string): readonly string[] {
  const text = pending.trim();
  return text === '' || chosen.includes(text) ? chosen : [...chosen, text];
}

function conditionOf(draft: Draft): Condition {
  const { name: _, type, field, options } = FIELDS[draft.fieldId];
  const isRange = type === 'date' && draft.dateKind !== 'day';
  return {
    field,
    op: draft.op,
    value: draft.value,
    type,
    ...(options ? { options } : {}),
    ...(isRange ? { options: { [draft.dateKind]: true } } : {}),
  };
}

/** The draft of an existing condition, with its month in the form in which months are typed. */
export function draftFrom(condition: Condition, format: DateFormat): Draft {
  const draft = draftOf(condition);
  if (draft.dateKind !== 'month' || typeof draft.value !== 'string') return draft;
  return { ...draft, value: formatMonth(draft.value, format) };
}

/** The draft a condition was made from, with its value as it is stored. */
export function draftOf(condition: Condition): Draft {
  const { field, op, value, options } = condition;
  const byFlow = options?.inflow ? 'inflow' : options?.outflow ? 'outflow' : null;
  const dateKind = options?.month ? 'month' : options?.year ? 'year' : 'day';
  return { fieldId: byFlow ?? (field as FieldId), op: op as Op, value, dateKind, pending: '' };
}
