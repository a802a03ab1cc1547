/** The calls of the rules screen. Every write names its undo step. */
import { useQuery } from '@tanstack/react-query';
import type { Calls, DryRun, Rule, RuleErrors, SavedRule, StepName } from '@/generated/contract';
import { send } from '@/lib/connection/backend';
import { step } from '@/lib/history/steps';
import { lists, reread } from '@/lib/lists/lists';

const ALL_KEY = ['rules', 'all'] as const;

/** Merged payees and categories are read through these tables, so rules change with them. */
const MAPPINGS = { tables: ['payee_mapping', 'category_mapping'] };

/** All rules in the order they run, or only those that mention a payee. */
export function useRules(payeeId: string | null) {
  const queryKey = payeeId === null ? ALL_KEY : ['rules', 'of', payeeId];
  const queryFn = () =>
    payeeId === null ? send('rules-get', {}) : send('payees-get-rules', { id: payeeId });
  return useQuery({ queryKey, queryFn, meta: MAPPINGS }, lists);
}

/** Rules that contradict each other. */
export function useConflicts() {
  const queryFn = () => send('rules-find-conflicts', {});
  return useQuery({ queryKey: ['rules', 'conflicts'], queryFn, meta: MAPPINGS }, lists);
}

export function fetchRule(id: string): Promise<Rule | null> {
  return send('rule-get', { id });
}

/** Why a transaction has its category. */
export function useCategoryReason(id: string) {
  const queryFn = () => send('explain-category', { id });
  const meta = { tables: ['rules', ...MAPPINGS.tables] };
  return useQuery({ queryKey: ['transactions', 'why', id], queryFn, meta, gcTime: 0 }, lists);
}

export type RuleFields = Omit<Calls['rule-add']['args'], 'id'>;

/** Stores a rule; with an id it replaces that one. Returns its id, or why it was refused. */
export async function saveRule(
  id: string | null,
  fields: RuleFields,
): Promise<{ id: string } | { error: RuleErrors }> {
  const saved: SavedRule =
    id === null
      ? await send('rule-add', fields, { step: ADDED })
      : await send('rule-update', { id, ...fields }, { step: CHANGED });
  return 'id' in saved ? { id: saved.id } : saved;
}

/** The errors that a rule would be refused with. */
export async function findErrors({ conditions, actions }: RuleFields): Promise<RuleErrors | null> {
  return (await send('rule-validate', { conditions, actions })).error;
}

/** The effect that a rule alone would have had on the latest transactions. */
export function dryRun({ conditionsOp, conditions, actions }: RuleFields): Promise<DryRun> {
  return send('rule-dry-run', { conditionsOp: conditionsOp ?? null, conditions, actions });
}

/** Carries out actions on transactions; returns the step. */
export async function applyActions(
  ids: readonly string[],
  actions: RuleFields['actions'],
): Promise<StepName> {
  const applied = step('appliedActions', { count: ids.length });
  const args = { transactionIds: [...ids], actions, answerRows: false };
  await send('rule-apply-actions', args, { step: applied });
  return applied;
}

export const ADDED = step('addedRule', {});
export const CHANGED = step('changedRule', {});

export async function duplicateRule(rule: Rule): Promise<void> {
  const { stage, conditionsOp, conditions, actions } = rule;
  await saveRule(null, { stage, conditionsOp, conditions, actions });
}

interface Deleted {
  /** The step as the history has it. */
  step: StepName;
  count: number;
  /** Some belong to schedules and stay. */
  isPartial: boolean;
}

/** Deletes rules; the list is read again to count those that stay. */
export async function deleteRules(rules: readonly Rule[]): Promise<Deleted> {
  const ids = rules.map(({ id }) => id);
  const named = deletionOf(rules.filter(({ schedule }) => schedule === undefined).length);
  const { someDeletionsFailed } = await send('rule-delete-all', { ids }, { step: named });
  if (!someDeletionsFailed) return { step: named, count: ids.length, isPartial: false };
  await reread(ALL_KEY);
  const left = new Set((await send('rules-get', {})).map(({ id }) => id));
  const count = ids.filter((id) => !left.has(id)).length;
  return { step: named, count, isPartial: true };
}

/** The step that deletes rules. */
export const deletionOf = (count: number) => step('deletedRules', { count });
