/** Turns what was built into filters of the list; the backend checks every condition first. */
import { conditionFrom, type Draft, FIELDS } from '@/components/conditions/conditions';
import { conditionError } from '@/components/conditions/errorWords';
import {
  type AppliedFilter,
  addFilter,
  type Expression,
  replaceFilter,
  type ViewStore,
} from '@/domain/transactions/view';
import type { Condition } from '@/generated/contract';
import { send } from '@/lib/connection/backend';
import type { DateFormat } from '@/lib/format/dates';

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

/** Filters of which one must hold; each stays whole within the choice. */
export function oneOf(filters: readonly Expression[]): Expression[] {
  return [{ $or: filters.map((filter) => ({ $and: [filter] })) }];
}

/** Puts the filter of a draft in force, in place of `replaced` if given; null or what is wrong. */
export async function applyDraft(
  view: ViewStore,
  draft: Draft,
  replaced: string | null,
  format: DateFormat,
): Promise<string | null> {
  const { name } = FIELDS[draft.fieldId];
  const finished = conditionFrom(draft, format);
  if (!finished.ok) return conditionError(name, finished.code);
  const { condition } = finished;
  const made = await makeFilters([condition], name);
  if (!made.ok) return made.error;
  put(view, { condition, name: null, expressions: made.expressions }, replaced);
  return null;
}

function put(view: ViewStore, filter: Omit<AppliedFilter, 'id'>, replaced: string | null): void {
  if (replaced === null) addFilter(view, filter);
  else replaceFilter(view, replaced, filter);
}

/** Puts conditions in force under one name of their own, such as a range of days. */
export async function applyNamed(
  view: ViewStore,
  name: string,
  conditions: readonly Condition[],
  replaced: string | null,
): Promise<string | null> {
  const made = await makeFilters(conditions, FIELDS.date.name);
  if (!made.ok) return made.error;
  put(view, { condition: null, name, conditions, expressions: made.expressions }, replaced);
  return null;
}
