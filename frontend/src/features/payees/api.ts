/** The calls of the payees screen. Every write names its undo step. */
import { useQuery } from '@tanstack/react-query';
import { fetchPayees, PAYEES_KEY } from '@/domain/transactions/payees';
import type { Payee, PayeeChange, SerializedQuery, StepName } from '@/generated/contract';
import { send } from '@/lib/connection/backend';
import { step } from '@/lib/history/steps';
import { lists } from '@/lib/lists/lists';

const COUNTS_KEY = ['transactions', 'by-payee'] as const;

/** Transactions of each payee; a line of a split counts, its whole does not. */
const COUNT_QUERY = {
  table: 'transactions',
  tableOptions: { splits: 'inline' },
  groupExpressions: ['payee'],
  selectExpressions: ['payee', { count: { $count: '$id' } }],
};

async function fetchCounts(): Promise<ReadonlyMap<string, number>> {
  const { data } = await send('query', COUNT_QUERY as unknown as SerializedQuery);
  const rows = data as { payee: string | null; count: number }[];
  return new Map(rows.flatMap(({ payee, count }) => (payee === null ? [] : [[payee, count]])));
}

/** All payees: ordinary ones by name, then those of transfers. */
export function usePayees() {
  return useQuery({ queryKey: PAYEES_KEY, queryFn: fetchPayees }, lists);
}

/** How many transactions each payee has. */
export function useCounts() {
  const meta = { tables: ['payee_mapping', 'payees', 'accounts'] };
  return useQuery({ queryKey: COUNTS_KEY, queryFn: fetchCounts, meta }, lists);
}

const RULE_COUNTS_KEY = ['rules', 'by-payee'] as const;

/** How often the rules mention each payee. */
export function useRuleCounts() {
  const meta = { tables: ['payee_mapping', 'schedules'] };
  const queryFn = () => send('payees-get-rule-counts', {});
  return useQuery({ queryKey: RULE_COUNTS_KEY, queryFn, meta }, lists);
}

type Named = Pick<Payee, 'id' | 'name'>;

export function renamePayee({ id, name }: Named, to: string): Promise<unknown> {
  return change({ id, name: to }, step('renamedPayee', { from: name, to }));
}

export function setFavorite({ id, name }: Named, favorite: boolean): Promise<unknown> {
  return change({ id, favorite }, step(favorite ? 'madeFavorite' : 'removedFavorite', { name }));
}

export function setLearning({ id, name }: Named, learns: boolean): Promise<unknown> {
  const named = step(learns ? 'startedLearning' : 'stoppedLearning', { name });
  return change({ id, learn_categories: learns }, named);
}

/** Changes a payee and shows it at once; a refused change comes back with the list. */
async function change(fields: PayeeChange, named: StepName): Promise<unknown> {
  const write = send('payees-batch-change', { updated: [fields] }, { step: named });
  lists.setQueryData<Payee[]>(PAYEES_KEY, (payees) =>
    payees?.map((payee) => (payee.id === fields.id ? ({ ...payee, ...fields } as Payee) : payee)),
  );
  try {
    return await write;
  } catch (error) {
    void lists.invalidateQueries({ queryKey: PAYEES_KEY });
    throw error;
  }
}

/** Merges payees; with `rename` a rule does the same to the names that banks send. */
export function mergePayees(
  into: Named,
  others: readonly Named[],
  rename: boolean,
): Promise<unknown> {
  const args = { targetId: into.id, mergeIds: others.map(({ id }) => id), rename };
  return send('payees-merge', args, { step: mergeOf(into, others) });
}

/** The rule that names transactions after a payee when a bank sends one of these names. */
export function findRenaming(into: Named, others: readonly Named[]): Promise<string> {
  const fromNames = others.map(({ name }) => name);
  return send('rule-add-payee-rename', { fromNames, to: into.id });
}

/** The step that merges payees. */
export const mergeOf = (into: Named, others: readonly Named[]) =>
  step('mergedPayees', { count: others.length, into: into.name });

export function deletePayees(deleted: readonly Named[]): Promise<unknown> {
  const ids = deleted.map(({ id }) => ({ id }));
  return send('payees-batch-change', { deleted: ids }, { step: deletionOf(deleted) });
}

/** The step that deletes payees. */
export function deletionOf(deleted: readonly Named[]): StepName {
  const [only, ...others] = deleted;
  const isOne = only && others.length === 0;
  return isOne
    ? step('deleted', { name: only.name })
    : step('deletedPayees', { count: deleted.length });
}

/** Those of some payees that no transaction uses now. */
export function fetchOrphans(ids: string[]): Promise<string[]> {
  return send('payees-check-orphaned', { ids });
}
