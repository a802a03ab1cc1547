import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder `src`. */
export const SRC = dirname(dirname(fileURLToPath(import.meta.url)));

export interface Source {
  /** Path inside `src`. */
  path: string;
  text: string;
}

function* walk(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(path);
    else yield path;
  }
}

/** The files that ship, without tests and what is made by a generator. */
export function sources(kind = /\.tsx?$/): Source[] {
  return [...walk(SRC)]
    .filter((path) => kind.test(path))
    .map((path) => ({ path: relative(SRC, path), text: readFileSync(path, 'utf8') }))
    .filter(({ path }) => !/\.test\.tsx?$|(^|\/)testing\/|^structure\/|^generated\//.test(path));
}
