/** The fields and operators of the filter builder (spec/2 section 5, spec/5 section 4.2). */
import type { Condition, ConditionOp } from '@/generated/contract';

type FilterField = Extract<
  Condition['field'],
  'account' | 'amount' | 'category' | 'cleared' | 'date' | 'notes' | 'payee'
>;
export type FieldId = FilterField | 'inflow' | 'outflow';

export type FieldType = NonNullable<Condition['type']>;

/** The operators that the builder offers; rules know more. */
export type Op = Exclude<
  ConditionOp,
  'matches' | 'hasTags' | 'hasAnyTag' | 'onBudget' | 'offBudget'
>;

interface FieldRules {
  name: string;
  type: FieldType;
  /** The field of its conditions. */
  field: FilterField;
  options?: Condition['options'];
}

/** The entries of the filter menu, in their order. */
export const FIELDS: Record<FieldId, FieldRules> = {
  account: { name: 'Account', type: 'id', field: 'account' },
  amount: { name: 'Amount', type: 'number', field: 'amount' },
  inflow: { name: 'Inflow', type: 'number', field: 'amount', options: { inflow: true } },
  outflow: { name: 'Outflow', type: 'number', field: 'amount', options: { outflow: true } },
  category: { name: 'Category', type: 'id', field: 'category' },
  cleared: { name: 'Cleared', type: 'boolean', field: 'cleared' },
  date: { name: 'Date', type: 'date', field: 'date' },
  notes: { name: 'Notes', type: 'string', field: 'notes' },
  payee: { name: 'Payee', type: 'id', field: 'payee' },
};

export const FIELD_IDS = Object.keys(FIELDS) as FieldId[];

export const OPS: Record<FieldType, readonly Op[]> = {
  id: ['is', 'isNot', 'oneOf', 'notOneOf', 'contains', 'doesNotContain'],
  number: ['is', 'isapprox', 'isbetween', 'gt', 'gte', 'lt', 'lte'],
  boolean: ['is'],
  date: ['is', 'isapprox', 'gt', 'gte', 'lt', 'lte'],
  string: ['contains', 'is', 'isNot', 'oneOf', 'notOneOf', 'doesNotContain'],
};

const WORDS: Record<Op, string> = {
  is: 'is',
  isNot: 'is not',
  isapprox: 'is approximately',
  isbetween: 'is between',
  gt: 'is greater than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  contains: 'contains',
  doesNotContain: 'does not contain',
  oneOf: 'is one of',
  notOneOf: 'is not one of',
};
const DATE_WORDS: Partial<Record<Op, string>> = {
  gt: 'is after',
  gte: 'is on or after',
  lt: 'is before',
  lte: 'is on or before',
};

export function opWords(op: Op, type: FieldType): string {
  return (type === 'date' ? DATE_WORDS[op] : undefined) ?? WORDS[op];
}

/** How exactly a date is meant; months and years allow only 'is' (spec/2 section 5). */
export type DateKind = 'day' | 'month' | 'year';

export interface Pair {
  num1: number | null;
  num2: number | null;
}

/** A condition as it is being built; its value has the shape its operator needs. */
export interface Draft {
  fieldId: FieldId;
  op: Op;
  value: unknown;
  dateKind: DateKind;
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
  const draft: Draft = { fieldId, op, value: null, dateKind: 'day' };
  return { ...draft, value: EMPTY[shapeOf(draft)] };
}

/** The draft with another operator; the value is carried over as far as it can be. */
export function withOp(draft: Draft, op: Op): Draft {
  const next: Draft = { ...draft, op };
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

/** The condition the backend checks and turns into a filter. */
export function conditionOf(draft: Draft): Condition {
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

/** The draft a condition was made from, to edit it again. */
export function draftOf(condition: Condition): Draft {
  const { field, op, value, options } = condition;
  const byFlow = options?.inflow ? 'inflow' : options?.outflow ? 'outflow' : null;
  const dateKind = options?.month ? 'month' : options?.year ? 'year' : 'day';
  return { fieldId: byFlow ?? (field as FieldId), op: op as Op, value, dateKind };
}
