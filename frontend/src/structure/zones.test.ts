import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { type Source, sources } from './sources';

/** 'lib', 'components', 'features/budget', 'app' ... of a path inside src. */
function zoneOf(path: string): string {
  const [first = '', second = ''] = path.split('/');
  return first === 'features' ? `features/${second}` : first;
}

function importsOf({ path, text }: Source): string[] {
  const found = text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g);
  return [...found].flatMap(([, target = '']) => {
    if (target.startsWith('@/')) return [target.slice(2)];
    return target.startsWith('.') ? [join(dirname(path), target)] : [];
  });
}

/** What each zone may use besides itself: app → features → domain → components → lib → texts. */
const BELOW: Record<string, readonly string[]> = {
  texts: [],
  lib: ['texts'],
  components: ['texts', 'lib'],
  domain: ['texts', 'lib', 'components'],
  features: ['texts', 'lib', 'components', 'domain'],
};

/**
 * Other features a feature may import: the register contains forms, filters and reconciling, and a
 * report is the screen of a card.
 */
const PARTS: Record<string, readonly string[]> = {
  'features/reports': ['features/dashboards'],
  'features/register': ['features/filters', 'features/reconcile', 'features/transaction-form'],
};

function allowed(zone: string, target: string): boolean {
  if (zone === target || target === 'generated') return true;
  const below = BELOW[zone.split('/')[0] ?? ''];
  return !below || below.includes(target) || (PARTS[zone]?.includes(target) ?? false);
}

test('features never import each other, and nothing imports what is above it', () => {
  const wrong = sources().flatMap((source) =>
    importsOf(source)
      .filter((target) => !allowed(zoneOf(source.path), zoneOf(target)))
      .map((target) => `${source.path} uses ${target}`),
  );
  expect(wrong).toEqual([]);
});

test('nothing is used that only pages of this computer and of https have', () => {
  const wrong = sources()
    .filter(({ text }) => /crypto\.(randomUUID|subtle)\b|navigator\.clipboard\b/.test(text))
    .map(({ path }) => path);
  expect(wrong).toEqual(['lib/clipboard/copyText.ts', 'lib/ids/newId.ts']);
});

test('parts load by the loader that tries again', () => {
  const wrong = sources()
    .filter(({ text }) => /import \{[^}]*\blazy\b[^}]*\} from 'react'/.test(text))
    .map(({ path }) => path);
  expect(wrong).toEqual(['lib/parts/lazy.tsx']);
});
