import { notifyManager, type Query, QueryClient, type QueryKey } from '@tanstack/react-query';
import { listen } from '@/lib/connection/backend';
import { whenIdle } from '@/lib/idle/whenIdle';

/**
 * Lists (query results) of the open budget. The first element of a query key is the table the
 * list comes from (more of them in `meta.tables`); a pushed event that names one of its tables
 * makes the list load again. A list that costs much to read also has `meta.restedTables`: while
 * these change quickly, it loads once they rest. One that is shown beside other work has
 * `meta.idleTables`: it loads once nothing has changed for a while and the page is seen and idle.
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

function tablesOf({ queryKey, meta }: Query): readonly string[] {
  const table = String(queryKey[0]);
  const more = (meta?.tables ?? []) as string[];
  return [table, ...(MADE_OF[table] ?? []), ...more];
}

const idleTablesOf = ({ meta }: Query) => (meta?.idleTables ?? []) as readonly string[];
const restedTablesOf = ({ meta }: Query) => (meta?.restedTables ?? []) as readonly string[];

/** Changes that follow each other faster than this are one burst. */
const BURST_MS = 300;

/** The lists in view that load when their tables rest. */
const resting = new Set<Query>();
let restedAt = Number.NEGATIVE_INFINITY;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Loads the lists of these tables again: those in view now, the others when next shown. */
export function reloadLists(tables: readonly string[]): void {
  const isOf = (made: readonly string[]) => made.some((each) => tables.includes(each));
  const all = lists.getQueryCache().getAll();
  const now = new Set(all.filter((query) => isOf(tablesOf(query))));
  const costly = all.filter((query) => !now.has(query) && isOf(restedTablesOf(query)));
  const isBurst = costly.length > 0 && isInBurst();
  for (const query of costly) (isBurst && query.isActive() ? resting : now).add(query);
  const quiet = all.filter((query) => !now.has(query) && isOf(idleTablesOf(query)));
  for (const query of quiet) (query.isActive() ? waiting : now).add(query);
  if (quiet.length > 0) waitForIdle();
  reload(now);
  clearTimeout(timer);
  if (resting.size > 0) timer = setTimeout(() => reload(resting), BURST_MS);
}

/** A user who is still editing makes the next change within this time. */
const QUIET_MS = 2000;

/** The visible lists to refetch when idle. */
const waiting = new Set<Query>();
let quietTimer: ReturnType<typeof setTimeout> | undefined;

function waitForIdle(): void {
  clearTimeout(quietTimer);
  quietTimer = setTimeout(() => whenSeen(() => whenIdle(() => reload(waiting))), QUIET_MS);
}

function whenSeen(act: () => void): void {
  if (document.hidden) {
    document.addEventListener('visibilitychange', () => whenSeen(act), { once: true });
  } else act();
}

/** Whether this change of rested tables follows another one quickly. */
function isInBurst(): boolean {
  const before = restedAt;
  restedAt = performance.now();
  return restedAt - before < BURST_MS;
}

function reload(queries: ReadonlySet<Query>): void {
  const chosen = new Set(queries);
  for (const query of chosen) {
    resting.delete(query);
    waiting.delete(query);
  }
  void lists.invalidateQueries({ predicate: (query) => chosen.has(query) });
}

/** Refetches a list; resolves once the components that show it have been notified. */
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
