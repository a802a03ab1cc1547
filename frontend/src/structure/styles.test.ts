/** Styles and the components that use them fit together. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const SRC = dirname(dirname(fileURLToPath(import.meta.url)));

function files(folder: string, kind: RegExp): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? files(path, kind) : kind.test(path) ? [path] : [];
  });
}

const SCRIPTS = files(SRC, /\.tsx?$/);
const STYLES = files(SRC, /\.css$/);

/** The texts of the files, each of which is read once. */
const TEXTS = new Map([...SCRIPTS, ...STYLES].map((path) => [path, readFileSync(path, 'utf8')]));
const read = (path: string) => TEXTS.get(path) ?? '';
const ALL_SCRIPTS = SCRIPTS.map(read).join('');

/** The style modules a script imports, by the names it gives them. */
function modulesOf(path: string): (readonly [name: string, file: string])[] {
  const imports = read(path).matchAll(/import (\w+) from '([^']+\.module\.css)'/g);
  return [...imports].map(([, name = '', module = '']) => [
    name,
    module.startsWith('@/') ? join(SRC, module.slice(2)) : join(dirname(path), module),
  ]);
}

const IMPORTS = SCRIPTS.flatMap((script) =>
  modulesOf(script).map(([name, module]) => ({ script, name, module })),
);

/** The classes a script asks a style module for that the module lacks. */
function missing({ script, name, module }: (typeof IMPORTS)[number]): string[] {
  const css = read(module);
  const used = read(script)
    .replace(/^import .*$/gm, '')
    .matchAll(new RegExp(`\\b${name}\\.([a-zA-Z]\\w*)`, 'g'));
  return [...new Set([...used].map(([, className = '']) => className))]
    .filter((className) => !new RegExp(`\\.${className}\\b`).test(css))
    .map((className) => `${relative(SRC, script)}: ${className} of ${relative(SRC, module)}`);
}

test('components use only classes that their style modules have', () => {
  expect(IMPORTS.flatMap(missing)).toEqual([]);
});

/** The classes of a style module that no script and no other style takes. */
function unused(path: string): string[] {
  const css = read(path).replace(/\/\*.*?\*\/|"[^"]*"/gs, '');
  const selectors = css.replace(/\{[^{}]*\}/g, '{}');
  const users = IMPORTS.filter(({ module }) => module === path);
  const isTaken = (name: string) =>
    users.some(({ script, name: as }) =>
      new RegExp(`\\b${as}(\\.${name}\\b|\\[)`).test(read(script)),
    ) || STYLES.some((style) => new RegExp(`composes: ${name} from`).test(read(style)));
  const classes = new Set(
    [...selectors.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name),
  );
  return [...classes]
    .filter((name) => !isTaken(name))
    .map((name) => `${relative(SRC, path)}: ${name}`);
}

test('style modules have only classes that something uses', () => {
  expect(STYLES.filter((path) => path.endsWith('.module.css')).flatMap(unused)).toEqual([]);
});

/** The custom properties a style uses that nothing around it sets. */
function unset(path: string): string[] {
  const folder = relative(SRC, path).split('/').slice(0, 2).join('/');
  const around = STYLES.filter(
    (other) => relative(SRC, other).startsWith(folder) || other.endsWith('/tokens.css'),
  );
  const set = new Set(
    around.flatMap((other) => [...read(other).matchAll(/(--[\w-]+)\s*:/g)]).map(([, name]) => name),
  );
  return [...read(path).matchAll(/var\((--[\w-]+)\)/g)]
    .map(([, name = '']) => name)
    .filter(
      (name) => !set.has(name) && !ALL_SCRIPTS.includes(`'${name}'`) && name !== SET_BY_LIBRARY,
    )
    .map((name) => `${relative(SRC, path)}: ${name}`);
}

/** The width of what a popover belongs to. */
const SET_BY_LIBRARY = '--trigger-width';

test('custom properties are tokens, or set in the same part', () => {
  expect(STYLES.flatMap(unset)).toEqual([]);
});
