/** The calls about schedules. Every write names its undo step; screens import from here. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type {
  Condition,
  Day,
  FoundSchedule,
  Month,
  NewPayee,
  Preview,
  StepName,
} from '@/generated/contract';
import { send } from '@/lib/connection/backend';
import { step } from '@/lib/history/steps';
import { lists } from '@/lib/lists/lists';
import { useToday } from '@/lib/prefs/useToday';
import { type Recurrence, recurrenceConfig } from './recurrence';

const ALL_KEY = ['schedules', 'all'] as const;

/** Payments make a schedule paid; its conditions are those of its rule. */
const MADE_OF = {
  tables: ['schedules_next_date', 'rules', 'preferences', 'payee_mapping', 'accounts'],
  restedTables: ['transactions'],
};

/** All schedules, whose status goes by the day. */
export function useSchedules() {
  const queryKey = [...ALL_KEY, useToday()];
  const queryFn = () => send('schedules-get', {});
  return useQuery({ queryKey, queryFn, meta: MADE_OF, placeholderData: keepPreviousData }, lists);
}

const NO_PREVIEWS: readonly Preview[] = [];

/**
 * The transactions to come, of one account or of all (null); none while they load. Those of
 * undefined are not read.
 */
export function usePreviews(account: string | null | undefined): readonly Preview[] {
  const queryKey = ['schedules', 'previews', account, useToday()];
  const queryFn = () => send('schedule/get-previews', { account: account ?? null });
  const enabled = account !== undefined;
  const asked = { queryKey, queryFn, meta: MADE_OF, placeholderData: keepPreviousData, enabled };
  const { data } = useQuery(asked, lists);
  return (enabled && data) || NO_PREVIEWS;
}

/** How low the balance of each account will be, counted from today; not read unless it is shown. */
export function useLowestBalances({ isShown = true } = {}) {
  const queryKey = ['schedules', 'lowest', useToday()];
  const queryFn = () => send('schedule/get-lowest-balances', {});
  return useQuery({ queryKey, queryFn, meta: MADE_OF, enabled: isShown }, lists);
}

/** The bills of a month that are not paid yet, by category. */
export function useBills(month: Month) {
  const queryKey = ['schedules', 'bills', month, useToday()];
  const queryFn = () => send('schedule/get-bills', { month });
  return useQuery({ queryKey, queryFn, meta: MADE_OF }, lists);
}

/** The next dates of a repeating date; refused if it has none that can be computed. */
export async function upcomingDates(recurrence: Recurrence, count: number): Promise<Day[]> {
  return send('schedule/get-upcoming-dates', { config: recurrenceConfig(recurrence), count });
}

/** The next dates while a repeating date is typed. */
export function useUpcomingDates(recurrence: Recurrence | null, count: number) {
  return useQuery(
    {
      queryKey: ['upcoming-dates', recurrence, count, useToday()],
      queryFn: () => upcomingDates(recurrence as Recurrence, count),
      enabled: recurrence !== null,
      placeholderData: keepPreviousData,
      gcTime: 0,
    },
    lists,
  );
}

export interface ScheduleFields {
  name: string | null;
  postsTransaction: boolean;
  conditions: Condition[];
  /** Payees that are typed for the first time. */
  newPayees: NewPayee[];
  /** Transactions that are linked to it in the same step. */
  transactionIds: string[];
}

/** Makes a schedule and returns its id. */
export async function createSchedule(fields: ScheduleFields, named: StepName): Promise<string> {
  const { name, postsTransaction, ...rest } = fields;
  const schedule = { name, posts_transaction: postsTransaction };
  return send('schedule/create', { schedule, ...rest }, { step: named });
}

export async function updateSchedule(
  id: string,
  fields: ScheduleFields,
  named: StepName,
): Promise<void> {
  const { name, postsTransaction, ...rest } = fields;
  const schedule = { id, name, posts_transaction: postsTransaction };
  await send('schedule/update', { schedule, ...rest }, { step: named });
}

/** Transactions that recur and belong to no schedule. */
export const discover = () => send('schedule/discover', {});

/** Makes schedules of what was found, in one step. */
export async function createFound(found: readonly FoundSchedule[]): Promise<StepName> {
  const added = step('addedSchedules', { count: found.length });
  const schedules = found.map(({ id, _conditions }) => ({
    schedule: { id },
    conditions: _conditions,
  }));
  await send('schedule/create-many', { schedules }, { step: added });
  return added;
}
