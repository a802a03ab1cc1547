/** Saved filters: what is kept of the filters in force, and how they come back. */
import { draftOf, FIELDS, OPS } from '@/components/conditions/conditions';
import { conditionError } from '@/components/conditions/errorWords';
import { type AppliedFilter, showFilters, type ViewStore } from '@/domain/transactions/view';
import type { Condition, ConditionsOp, FilterId } from '@/generated/contract';
import { makeFilters, oneOf } from './apply';

/** A row of `transaction_filters`. */
export interface SavedFilter {
  id: FilterId;
  name: string;
  conditions: readonly Condition[];
  conditions_op: ConditionsOp;
}

export interface Kept {
  conditions: readonly Condition[];
  op: ConditionsOp;
}

/** The active filters in the form they are saved in; null if some are not conditions. */
export function keptOf(filters: readonly AppliedFilter[]): Kept | null {
  const [first] = filters;
  if (!first) return null;
  if (filters.some(({ anyOf }) => anyOf)) {
    return filters.length === 1 && first.conditions
      ? { conditions: first.conditions, op: 'or' }
      : null;
  }
  const conditions: Condition[] = [];
  for (const { condition, conditions: more } of filters) {
    const given = condition ? [condition] : more;
    if (!given) return null;
    conditions.push(...given);
  }
  return { conditions, op: 'and' };
}

/** Do they ask the same? */
export function isSame(saved: SavedFilter, kept: Kept | null): boolean {
  if (!kept || (saved.conditions_op === 'or') !== (kept.op === 'or')) return false;
  return essence(saved.conditions) === essence(kept.conditions);
}

function essence(conditions: readonly Condition[]): string {
  return JSON.stringify(
    conditions.map(({ field, op, value, options }) => [field, op, value, options ?? {}]),
  );
}

/** Replaces all filters with a saved one; returns the error, or null. */
export async function applySaved(view: ViewStore, saved: SavedFilter): Promise<string | null> {
  const { name, conditions } = saved;
  const made = await makeFilters(conditions, name);
  if (!made.ok) return made.error;
  if (made.expressions.length !== conditions.length) {
    return conditionError(name, 'internal');
  }
  const filters =
    saved.conditions_op === 'or'
      ? [{ condition: null, name, conditions, anyOf: true, expressions: oneOf(made.expressions) }]
      : conditions.map((condition, at) => one(condition, made.expressions[at] ?? {}));
  showFilters(view, filters, saved.id);
  return null;
}

/** A chip that can be edited, or one that only says what it asks if the builder cannot build it. */
function one(condition: Condition, expression: Record<string, unknown>) {
  if (isBuildable(condition)) return { condition, name: null, expressions: [expression] };
  const name = `${condition.field} ${condition.op}`.replaceAll('_', ' ');
  return { condition: null, name, conditions: [condition], expressions: [expression] };
}

function isBuildable(condition: Condition): boolean {
  const rules = FIELDS[draftOf(condition).fieldId];
  const isRecurring = rules?.type === 'date' && typeof condition.value === 'object';
  return rules !== undefined && !isRecurring && OPS[rules.type].some((op) => op === condition.op);
}

/** Which of the saved filters is in force, and whether it was changed since. */
export function savedInForce(
  saved: readonly SavedFilter[],
  { savedId, filters }: { savedId: string | null; filters: readonly AppliedFilter[] },
): { filter: SavedFilter; isChanged: boolean } | null {
  const filter = saved.find(({ id }) => id === savedId);
  return filter ? { filter, isChanged: !isSame(filter, keptOf(filters)) } : null;
}

/** The filters in force are those of this saved one from now on. */
export function adoptSaved(view: ViewStore, savedId: string | null): void {
  view.setState({ savedId });
}
