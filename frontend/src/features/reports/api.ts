/** The calls of report screens but for the figures, which have a hook of their own. */
import { useQuery } from '@tanstack/react-query';
import { send } from '@/lib/connection/backend';
import { lists } from '@/lib/lists/lists';
import { useToday } from '@/lib/prefs/useToday';
import type { Calendar } from './model/range';

async function readEnds() {
  const [earliest, latest] = await Promise.all([
    send('get-earliest-transaction', {}),
    send('get-latest-transaction', {}),
  ]);
  return { earliest: earliest?.date ?? null, latest: latest?.date ?? null };
}

/** Today, and the days of the first and the last transaction. */
export function useCalendar() {
  const today = useToday();
  const { data, error, refetch } = useQuery(
    { queryKey: ['transactions', 'ends'], queryFn: readEnds },
    lists,
  );
  const calendar: Calendar | null = data
    ? { today, earliest: data.earliest ?? today, latest: data.latest ?? today }
    : null;
  return { calendar, error, retry: () => void refetch() };
}
