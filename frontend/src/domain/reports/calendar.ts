/** Today, and the days of the first and the last transaction. */
import { useQuery } from '@tanstack/react-query';
import type { Day } from '@/generated/contract';
import { send } from '@/lib/connection/backend';
import { lists } from '@/lib/lists/lists';
import { getToday, useToday } from '@/lib/prefs/useToday';

/** The days that ranges depend on. */
export interface Calendar {
  today: Day;
  /** The days of the first and the last transaction; today without any. */
  earliest: Day;
  latest: Day;
}

/** Whether there are transactions before today, so that figures can be compared with earlier ones. */
export const hasPast = ({ today, earliest }: Calendar) => earliest < today;

async function readEnds() {
  const [earliest, latest] = await Promise.all([
    send('get-earliest-transaction', {}),
    send('get-latest-transaction', {}),
  ]);
  return { earliest: earliest?.date ?? null, latest: latest?.date ?? null };
}

const endsQuery = { queryKey: ['transactions', 'ends'], queryFn: readEnds };

type Ends = Awaited<ReturnType<typeof readEnds>>;

const calendarOf = ({ earliest, latest }: Ends, today: Day): Calendar => ({
  today,
  earliest: earliest ?? today,
  latest: latest ?? today,
});

/** Null while it loads, and for a caller that does not need it. */
export function useCalendar({ isNeeded = true } = {}) {
  const today = useToday();
  const { data, error, refetch } = useQuery({ ...endsQuery, enabled: isNeeded }, lists);
  const calendar = data ? calendarOf(data, today) : null;
  return { calendar, error, retry: () => void refetch() };
}

/** The same outside of components. */
export async function readCalendar(): Promise<Calendar> {
  return calendarOf(await lists.fetchQuery(endsQuery), getToday());
}
