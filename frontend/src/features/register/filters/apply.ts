/** Turns what was built into filters of the list; the backend checks every condition first. */
import { exact } from '@/app/texts';
import type { Condition } from '@/generated/contract';
import { send } from '@/lib/connection/backend';
import { type DateFormat, formatDay } from '@/lib/format/dates';
import { type AppliedFilter, addFilter, type Expression, replaceFilter } from '../model/view';
import { conditionOf, type Draft, FIELDS } from './conditions';

const ERROR_WORDS: Record<string, string> = {
  'date-format': exact.invalidDate,
  'no-null': exact.valueEmpty,
  'no-empty-array': exact.valueEmpty,
  'no-empty-string': exact.valueEmpty,
  'not-number': exact.valueNumber,
  'number-format': exact.valueNumber,
  'invalid-field': exact.fieldForRule,
};

/** What is wrong with a condition: the field's name and the message (spec/2 section 8). */
export function conditionError(field: string, code: string): string {
  return `${field}: ${ERROR_WORDS[code] ?? exact.internal}`;
}

export type Made = { ok: true; expressions: Expression[] } | { ok: false; error: string };

/** Asks the backend for the filters of conditions; the first error of the first that is wrong. */
export async function makeFilters(
  conditions: readonly Condition[],
  fieldName: string,
): Promise<Made> {
  const { filters, errors } = await send('make-filters-from-conditions', {
    conditions: [...conditions],
  });
  const [code] = errors;
  if (code !== undefined) return { ok: false, error: conditionError(fieldName, code) };
  return { ok: true, expressions: filters as Expression[] };
}

/** Puts the filter of a draft in force, in place of `replaced` if given; null or what is wrong. */
export async function applyDraft(
  draft: Draft,
  replaced: string | null,
  format: DateFormat,
): Promise<string | null> {
  const { name } = FIELDS[draft.fieldId];
  const value = draft.dateKind === 'day' ? draft.value : readRange(draft, format);
  if (value === null && draft.dateKind !== 'day') return conditionError(name, 'date-format');
  if (Array.isArray(value) && value.length === 0) return conditionError(name, 'no-empty-array');
  const condition = conditionOf({ ...draft, value });
  const made = await makeFilters([condition], name);
  if (!made.ok) return made.error;
  put({ condition, name: null, expressions: made.expressions }, replaced);
  return null;
}

function put(filter: Omit<AppliedFilter, 'id'>, replaced: string | null): void {
  if (replaced === null) addFilter(filter);
  else replaceFilter(replaced, filter);
}

/** Puts conditions in force under one name of their own, such as a range of days. */
export async function applyNamed(
  name: string,
  conditions: readonly Condition[],
  replaced: string | null,
): Promise<string | null> {
  const made = await makeFilters(conditions, FIELDS.date.name);
  if (!made.ok) return made.error;
  put({ condition: null, name, conditions, expressions: made.expressions }, replaced);
  return null;
}

/** A month or year as it was typed; null if it is none. */
function readRange({ dateKind, value }: Draft, format: DateFormat): string | null {
  const text = String(value ?? '').trim();
  if (dateKind === 'month') return parseMonth(text, format);
  return /^\d{4}$/.test(text) ? text : null;
}

/** Reads a month in the month form of the date format; null if it is none. */
export function parseMonth(text: string, format: DateFormat): string | null {
  const form = monthForm(format);
  const yearFirst = form.startsWith('yyyy');
  const found = (yearFirst ? /^(\d{4})\D(\d{1,2})$/ : /^(\d{1,2})\D(\d{4})$/).exec(text.trim());
  const [, first = '', second = ''] = found ?? [];
  const [year, month] = yearFirst ? [first, second] : [second, first];
  const isMonth = found !== null && Number(month) >= 1 && Number(month) <= 12;
  return isMonth ? `${year}-${month.padStart(2, '0')}` : null;
}

/** The date format without its day, such as MM/yyyy. */
export function monthForm(format: DateFormat): string {
  return format.replace(/^dd.|.dd/, '');
}

export function formatMonth(month: string, format: DateFormat): string {
  return formatDay(`${month}-01`, monthForm(format) as DateFormat);
}
