import { notifyManager, QueryClient, type QueryKey } from '@tanstack/react-query';
import { listen } from '@/lib/connection/backend';

/**
 * Lists (query results) of the open budget. The first element of a query key is the table the
 * list comes from (more of them in `meta.tables`); a pushed event that names one of its tables
 * makes the list load again.
 */
export const lists = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

/** Other tables each table's lists are built from, in every query. */
const MADE_OF: Record<string, readonly string[]> = {
  payees: ['accounts', 'payee_mapping'],
  categories: ['category_groups', 'category_mapping'],
};

/** Loads the lists of these tables again: those in view now, the others when next shown. */
export function reloadLists(tables: readonly string[]): void {
  void lists.invalidateQueries({
    predicate: ({ queryKey, meta }) => {
      const table = String(queryKey[0]);
      const more = (meta?.tables ?? []) as string[];
      return [table, ...(MADE_OF[table] ?? []), ...more].some((each) => tables.includes(each));
    },
  });
}

/** Reads a list again; resolves once the components that show it have been told. */
export async function reread(queryKey: QueryKey): Promise<void> {
  await lists.refetchQueries({ queryKey }, { cancelRefetch: false });
  await new Promise<void>((resolve) => notifyManager.schedule(resolve));
}

export function startLists(): () => void {
  const stops = [
    listen('sync-event', ({ tables }) => reloadLists(tables)),
    listen('undo-event', ({ tables }) => reloadLists(tables)),
    listen('reload', () => void lists.invalidateQueries()),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
