/** Conditions of cards: their words, and the backend's word on them. */
import { conditionFrom, type Draft, FIELDS } from '@/components/conditions/conditions';
import { conditionError } from '@/components/conditions/errorWords';
import {
  type ConditionWords,
  conditionWords,
  type WordSources,
} from '@/components/conditions/words';
import type { Condition, ConditionsOp } from '@/generated/contract';
import { send } from '@/lib/connection/backend';
import type { DateFormat } from '@/lib/format/dates';
import { commonTexts } from '@/texts/common';
import { conditionsTexts } from '@/texts/conditions';
import { reportScreenTexts } from '@/texts/reportScreens';

/** A condition as a card stores it. */
export type Stored = Condition & {
  /** The leftover name of a saved filter; it filters nothing. */
  customName?: unknown;
};

export const conditionsIn = (value: unknown): Stored[] =>
  Array.isArray(value) ? (value as Stored[]) : [];

export const opIn = (value: unknown): ConditionsOp => (value === 'or' ? 'or' : 'and');

/** The operators that the editor of conditions does not build. */
const OTHER_OPS: ReadonlySet<string> = new Set([
  'onBudget',
  'offBudget',
  'matches',
  'hasTags',
  'hasAnyTag',
]);

/** Whether the editor of conditions can change a condition. */
export const canBeEdited = ({ field, op }: Condition) =>
  Object.hasOwn(FIELDS, field) && !OTHER_OPS.has(op);

/** The conditions that are offered beside those of the editor. */
export const READY = {
  onBudget: { field: 'account', op: 'onBudget', value: '', type: 'id' },
  offBudget: { field: 'account', op: 'offBudget', value: '', type: 'id' },
  noTransfers: { field: 'transfer', op: 'is', value: false, type: 'boolean' },
} as const satisfies Record<string, Condition>;

export type ReadyId = keyof typeof READY;

/** What they are called. */
export const READY_NAMES: Readonly<Record<ReadyId, string>> = {
  onBudget: reportScreenTexts.ready.onBudget,
  noTransfers: reportScreenTexts.ready.noTransfers,
  offBudget: commonTexts.offBudget,
};

/** A condition in words, also one that only other programs make. */
export function wordsOf(condition: Stored, sources: WordSources): ConditionWords {
  const { field, op, value } = condition;
  if (op === 'onBudget' || op === 'offBudget') {
    return {
      field: conditionsTexts.account,
      op: conditionsTexts.is,
      value: READY_NAMES[op],
    };
  }
  if (Object.hasOwn(FIELDS, field)) return conditionWords(condition, sources);
  if (field === 'transfer') {
    return {
      field: reportScreenTexts.transfer,
      op: conditionsTexts.is,
      value: value ? conditionsTexts.yes : conditionsTexts.no,
    };
  }
  const each = (Array.isArray(value) ? value : [value]).map(String);
  const isNot = op === 'isNot' || op === 'notOneOf';
  return {
    field,
    op: isNot ? conditionsTexts.isNot : conditionsTexts.is,
    value: each.join(', '),
  };
}

export type Finished = { ok: true; condition: Condition } | { ok: false; wrong: string };

/** Finishes a condition and asks whether the program can read it. */
export async function finished(draft: Draft, format: DateFormat): Promise<Finished> {
  const { name } = FIELDS[draft.fieldId];
  const made = conditionFrom(draft, format);
  if (!made.ok) return { ok: false, wrong: conditionError(name, made.code) };
  const { condition } = made;
  const { errors } = await send('make-filters-from-conditions', { conditions: [condition] });
  const [code] = errors;
  return code === undefined
    ? { ok: true, condition }
    : { ok: false, wrong: conditionError(name, code) };
}
