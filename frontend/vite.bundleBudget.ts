import { brotliCompressSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

interface Limit {
  /** Module of the screen. */
  screen: string;
  /** Scripts and styles in bytes, compressed. */
  bytes: number;
  /** Scripts and styles. */
  files: number;
}

/**
 * Opening the first screen takes 12 requests and 280,000 bytes at most; of these the page itself,
 * its theme, its icon, the session, the font and the headers need 5 requests and 36,000 bytes.
 */
const LIMITS: Limit[] = [
  { screen: 'src/features/budget/BudgetPage.tsx', bytes: 238 * 1024, files: 7 },
  { screen: 'src/features/files/FilesPage.tsx', bytes: 232 * 1024, files: 20 },
];

type Bundle = Rolldown.OutputBundle;

function reach(bundle: Bundle, name: string, seen: Set<string>): void {
  const chunk = bundle[name];
  if (chunk?.type !== 'chunk' || seen.has(name)) return;
  seen.add(name);
  for (const style of chunk.viteMetadata?.importedCss ?? []) seen.add(style);
  for (const next of chunk.imports) reach(bundle, next, seen);
}

/** Scripts and styles that the page and a screen need. */
function neededBy(screen: string, bundle: Bundle): Set<string> {
  const seen = new Set<string>();
  for (const output of Object.values(bundle)) {
    if (output.type !== 'chunk') continue;
    const isScreen = output.facadeModuleId?.endsWith(screen) ?? false;
    if (output.isEntry || isScreen) reach(bundle, output.fileName, seen);
  }
  return seen;
}

function packedBytes(bundle: Bundle, name: string): number {
  const output = bundle[name];
  if (!output) return 0;
  return brotliCompressSync(output.type === 'chunk' ? output.code : output.source).length;
}

/** Scripts that need each other in a circle: one of them would run before what it needs. */
function circleIn(bundle: Bundle): string | null {
  const path: string[] = [];
  const done = new Set<string>();
  const visit = (name: string): string | null => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name].join(' > ');
    const chunk = bundle[name];
    if (chunk?.type !== 'chunk' || done.has(name)) return null;
    path.push(name);
    const found = chunk.imports.reduce<string | null>(
      (circle, next) => circle ?? visit(next),
      null,
    );
    path.pop();
    done.add(name);
    return found;
  };
  return Object.keys(bundle).reduce<string | null>((circle, name) => circle ?? visit(name), null);
}

/** Fails the build when scripts need each other, or a screen needs more of them than it may. */
export function bundleBudget(): Plugin {
  return {
    name: 'bundle-budget',
    apply: 'build',
    generateBundle: {
      // Styles are named and put beside their scripts by other plugins first.
      order: 'post',
      handler(_, bundle) {
        const circle = circleIn(bundle);
        if (circle) this.error(`Scripts need each other: ${circle}. Cut them otherwise.`);
        for (const { screen, bytes, files } of LIMITS) {
          const needed = [...neededBy(screen, bundle)];
          const size = needed.reduce((sum, name) => sum + packedBytes(bundle, name), 0);
          const told = `${screen}: ${needed.length} files, ${Math.ceil(size / 1024)} KB compressed`;
          const isTooMuch = size > bytes || needed.length > files;
          if (isTooMuch) this.error(`${told}; the limit is ${files} and ${bytes / 1024} KB.`);
          else this.info(told);
        }
      },
    },
  };
}
