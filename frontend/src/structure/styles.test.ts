/** Every class that a component takes from a style module is there. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const SRC = dirname(dirname(fileURLToPath(import.meta.url)));

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? files(path) : /\.tsx?$/.test(path) ? [path] : [];
  });
}

/** The classes a file asks a style module for that the module lacks. */
function missing(path: string): string[] {
  const source = readFileSync(path, 'utf8');
  const imports = source.matchAll(/import (\w+) from '([^']+\.module\.css)'/g);
  return [...imports].flatMap(([, name = '', module = '']) => {
    const file = module.startsWith('@/') ? join(SRC, module.slice(2)) : join(dirname(path), module);
    const css = readFileSync(file, 'utf8');
    const used = source
      .replace(/^import .*$/gm, '')
      .matchAll(new RegExp(`\\b${name}\\.([a-zA-Z]\\w*)`, 'g'));
    return [...new Set([...used].map(([, className = '']) => className))]
      .filter((className) => !new RegExp(`\\.${className}\\b`).test(css))
      .map((className) => `${relative(SRC, path)}: ${className} of ${module}`);
  });
}

test('components use only classes that their style modules have', () => {
  expect(files(SRC).flatMap(missing)).toEqual([]);
});
