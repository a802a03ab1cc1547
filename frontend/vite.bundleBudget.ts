import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

/** Script of the first route, compressed (ui-brief 2). */
const FIRST_ROUTE_BYTES = 280 * 1024;
const ROUTES = ['src/features/budget/BudgetPage.tsx', 'src/features/files/FilesPage.tsx'];

type Chunks = Map<string, Rolldown.OutputChunk>;

function reach(chunks: Chunks, name: string, seen: Set<string>): void {
  const chunk = chunks.get(name);
  if (!chunk || seen.has(name)) return;
  seen.add(name);
  for (const next of chunk.imports) reach(chunks, next, seen);
}

/** Fails the build when a route needs more script than is allowed. */
export function bundleBudget(): Plugin {
  return {
    name: 'bundle-budget',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks: Chunks = new Map();
      for (const output of Object.values(bundle)) {
        if (output.type === 'chunk') chunks.set(output.fileName, output);
      }
      for (const route of ROUTES) {
        const seen = new Set<string>();
        for (const chunk of chunks.values()) {
          const isRoute = chunk.facadeModuleId?.endsWith(route) ?? false;
          if (chunk.isEntry || isRoute) reach(chunks, chunk.fileName, seen);
        }
        const sizes = [...seen].map((name) => gzipSync(chunks.get(name)?.code ?? '').length);
        const bytes = sizes.reduce((sum, size) => sum + size, 0);
        const told = `${route}: ${Math.ceil(bytes / 1024)} KB of script, compressed`;
        if (bytes > FIRST_ROUTE_BYTES) this.error(`${told}; the limit is 280 KB.`);
        else this.info(told);
      }
    },
  };
}
