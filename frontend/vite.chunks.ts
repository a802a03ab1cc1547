import type { Rolldown } from 'vite';

type Context = Rolldown.ChunkingContext;

/** The screen that opens first, which is to need few requests. */
const FIRST_SCREEN = 'src/features/budget/BudgetPage.tsx';
/** Smaller shared scripts join the one that is used most alike; counted before minifying. */
const SMALL_BYTES = 20_000;

/** Small modules that many parts want. Joined with pickers, they would bring those along. */
const WANTED_ALONE = /\/(FormDialog|useSubmit|Problem|useUpdateEffect|useFilter)\.\w+$/;

/** The parts loaded on demand that need a module, directly or through others. */
function usersOf(id: string, context: Context): string[] {
  const users: string[] = [];
  const seen = new Set([id]);
  // Ids that are added while the set is walked are walked too.
  for (const next of seen) {
    const info = context.getModuleInfo(next);
    if (info?.dynamicImporters.length) users.push(next);
    for (const importer of info?.importers ?? []) seen.add(importer);
  }
  return users;
}

function sharedWithFirst(id: string, context: Context): string | null {
  const users = usersOf(id, context);
  const isShared = users.length > 1 && users.some((user) => user.endsWith(FIRST_SCREEN));
  return isShared || WANTED_ALONE.test(id) ? 'common' : null;
}

/**
 * How the scripts are cut: one that the page begins with, one that its first screen shares with
 * others, and one for each part that is loaded on demand. Small shared ones are joined, because a
 * request costs more than a few bytes that are needed later.
 */
export const chunks: Rolldown.CodeSplittingOptions = {
  groups: [
    { name: 'app', tags: ['$initial'], priority: 3 },
    { name: sharedWithFirst, debugName: 'common', priority: 2 },
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
