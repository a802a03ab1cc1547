/** The transactions that a schedule is about, read as its conditions change. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Condition } from '@/generated/contract';
import { send } from '@/lib/connection/backend';
import { lists } from '@/lib/lists/lists';
import { queryRows } from '@/lib/query/query';
import { useRested } from '@/lib/react/useRested';

/** Matching ones belong to no schedule yet. */
export type Mode = 'matched' | 'linked';

/** More of them say nothing new. */
const MOST_ROWS = 100;

const FIELDS = ['id', 'date', 'payee', 'account', 'amount', 'notes'] as const;

function read(filterExpressions: readonly Record<string, unknown>[]) {
  return queryRows({
    table: 'transactions',
    tableOptions: { splits: 'none' },
    filterExpressions,
    selectExpressions: FIELDS,
    limit: MOST_ROWS,
  });
}

export type FoundRow = Awaited<ReturnType<typeof read>>[number];

async function matching(conditions: Condition[]): Promise<FoundRow[]> {
  const { filters } = await send('make-filters-from-conditions', { conditions });
  return read([...(filters as Record<string, unknown>[]), { schedule: null }]);
}

/** Nothing is read for `matched` without conditions. */
export function useFoundTransactions(
  mode: Mode,
  id: string | null,
  conditions: Condition[] | null,
): { rows: FoundRow[] | undefined; error: unknown } {
  const asked = useRested(conditions && JSON.stringify(conditions));
  const { data, error } = useQuery(
    {
      queryKey: ['transactions', 'of-schedule', mode, id, asked],
      queryFn: () =>
        mode === 'linked' ? read([{ schedule: id }]) : matching(JSON.parse(asked ?? '[]')),
      enabled: mode === 'linked' || asked !== null,
      meta: { tables: ['payee_mapping'] },
      placeholderData: keepPreviousData,
      gcTime: 0,
    },
    lists,
  );
  return { rows: data, error };
}
