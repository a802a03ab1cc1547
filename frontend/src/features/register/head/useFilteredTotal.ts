import { useQuery } from '@tanstack/react-query';
import { fetchTotal } from '@/domain/transactions/api';
import type { EntrySource } from '@/domain/transactions/entrySource';
import { lists } from '@/lib/lists/lists';

/** The total of the transactions that match the search and the filters; undefined until it is read. */
export function useFilteredTotal(
  { filters, readsThrough }: EntrySource,
  isBehind: boolean,
): number | undefined {
  const { data } = useQuery(
    // A change of the key's first table or of those in `meta` refetches the total.
    {
      queryKey: ['transactions', 'total', filters],
      meta: { tables: readsThrough },
      queryFn: () => fetchTotal(filters),
      gcTime: 0,
    },
    lists,
  );
  return isBehind ? undefined : data;
}
