import type { Rolldown } from 'vite';

type Context = Rolldown.ChunkingContext;

/** The screen that opens first, which is to need few requests. */
const FIRST_SCREEN = 'src/features/budget/BudgetPage.tsx';
/** Smaller shared scripts join the one that is used most alike; counted before minifying. */
const SMALL_BYTES = 8_000;

/** Small modules that many parts want. Joined with others, they would bring those along. */
const WANTED_ALONE = /\/(FormDialog(\.module)?|useSubmit|Problem|useUpdateEffect|useLabel)\.\w+$/;
/** What schedules and rules share; joined with others it would make scripts need each other. */
const RECURRENCE = /\/schedules\/recurrence(Words)?\.ts$/;
const ICON = /\/lucide-react\//;

/** A module and all that need it at once, directly or through others. */
function neededIn(id: string, context: Context): Set<string> {
  const seen = new Set<string>([id]);
  // Ids that are added while the set is walked are walked too.
  for (const next of seen) {
    for (const importer of context.getModuleInfo(next)?.importers ?? []) seen.add(importer);
  }
  return seen;
}

/** The parts loaded on demand that need a module. */
function usersOf(id: string, context: Context): string[] {
  const isPart = (each: string) => context.getModuleInfo(each)?.dynamicImporters.length;
  return [...neededIn(id, context)].filter(isPart);
}

/** The first chunk: the modules of the entry, and small ones that more than one part wants. */
function atFirst(id: string, context: Context): string | null {
  const users = usersOf(id, context);
  const isFirst = ICON.test(id) && users.some((user) => user.endsWith(FIRST_SCREEN));
  if (users.length > 1 && (isFirst || WANTED_ALONE.test(id))) return 'app';
  const isEntry = (each: string) => context.getModuleInfo(each)?.isEntry ?? false;
  return [...neededIn(id, context)].some(isEntry) ? 'app' : null;
}

/** Icons that more than one part wants, but not the first screen. */
function laterIcon(id: string, context: Context): string | null {
  return ICON.test(id) && usersOf(id, context).length > 1 ? 'icons' : null;
}

function sharedWithFirst(id: string, context: Context): string | null {
  const users = usersOf(id, context);
  const isShared = users.length > 1 && users.some((user) => user.endsWith(FIRST_SCREEN));
  return isShared ? 'common' : null;
}

/**
 * How the scripts are cut: one that the page begins with, one that its first screen shares with
 * others, and one for each part that is loaded on demand. Small shared ones are joined, because a
 * request costs more than a few bytes that are needed later.
 */
export const chunks: Rolldown.CodeSplittingOptions = {
  groups: [
    { name: atFirst, debugName: 'app', priority: 3 },
    { name: sharedWithFirst, debugName: 'common', priority: 2 },
    { name: laterIcon, debugName: 'icons', priority: 1.5 },
    { name: 'recurrence', test: RECURRENCE, priority: 1.4 },
    {
      name: 'shared',
      minShareCount: 2,
      entriesAware: true,
      entriesAwareMergeThreshold: SMALL_BYTES,
      priority: 1,
    },
  ],
};

/** Shared chunks are named by all their users; one word is enough. */
function shortName(name = ''): string {
  return name.includes('~') ? 'shared' : '[name]';
}

export const fileNames = {
  chunkFileNames: ({ name }: { name: string }) => `assets/${shortName(name)}-[hash].js`,
  assetFileNames: ({ names }: { names: string[] }) =>
    `assets/${shortName(names[0])}-[hash][extname]`,
};
