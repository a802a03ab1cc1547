import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const SRC = dirname(fileURLToPath(import.meta.url));

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? files(path) : /\.tsx?$/.test(path) ? [path] : [];
  });
}

/** 'lib', 'components', 'domain', 'features/budget', 'app' ... of a path inside src. */
function zoneOf(path: string): string {
  const [first = '', second = ''] = relative(SRC, path).split('/');
  return first === 'features' ? `features/${second}` : first;
}

function importsOf(path: string): string[] {
  const source = readFileSync(path, 'utf8');
  const found = source.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g);
  return [...found].flatMap(([, target = '']) => {
    if (target.startsWith('@/')) return [join(SRC, target.slice(2))];
    return target.startsWith('.') ? [join(dirname(path), target)] : [];
  });
}

const BELOW_FEATURES = ['lib', 'components', 'domain'];

/** What a zone is made of besides: the register has its forms, filters and reconciling beside it. */
const PARTS: Record<string, readonly string[]> = {
  'features/register': ['features/filters', 'features/reconcile', 'features/transaction-form'],
};

/** What each zone may use besides itself: app → features → domain → components → lib. */
function allowed(zone: string, target: string): boolean {
  if (zone === target || target === 'generated') return true;
  if (zone.startsWith('features/')) {
    return BELOW_FEATURES.includes(target) || (PARTS[zone]?.includes(target) ?? false);
  }
  const level = BELOW_FEATURES.indexOf(zone);
  return level < 0 || BELOW_FEATURES.slice(0, level).includes(target);
}

test('features never import each other, and nothing below imports the app', () => {
  const wrong = files(SRC)
    .filter((path) => !/\.test\.tsx?$|\/testing\//.test(path))
    .flatMap((path) =>
      importsOf(path)
        // The text catalogue imports nothing and belongs to everyone.
        .filter((target) => !target.endsWith('app/texts'))
        .filter((target) => !allowed(zoneOf(path), zoneOf(target)))
        .map((target) => `${relative(SRC, path)} uses ${relative(SRC, target)}`),
    );
  expect(wrong).toEqual([]);
});

test('nothing is used that only pages of this computer and of https have', () => {
  const wrong = files(SRC)
    .filter((path) => !/\.test\.tsx?$|\/testing\//.test(path))
    .filter((path) =>
      /crypto\.(randomUUID|subtle)\b|navigator\.clipboard\b/.test(readFileSync(path, 'utf8')),
    )
    .map((path) => relative(SRC, path));
  expect(wrong).toEqual(['lib/clipboard/copyText.ts', 'lib/ids/newId.ts']);
});
