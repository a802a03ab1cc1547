import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Source, SRC, sources } from './sources';

const tokens = readFileSync(join(SRC, 'components/tokens.css'), 'utf8');
const sheets = sources(/\.css$/).filter(({ path }) => path !== 'components/tokens.css');

/** The values that tokens of a kind stand for, such as '8px' of `--space-3`. */
const valuesOf = (kind: string) =>
  [...tokens.matchAll(new RegExp(`--${kind}[\\w-]*: ([\\d.]+(?:px|rem));`, 'g'))].map(
    ([, value = '']) => value,
  );

/** Declarations of some properties that have one of the values in their own writing. */
function raw({ path, text }: Source, property: RegExp, isWrong: (value: string) => boolean) {
  return [...text.matchAll(/^\s*([\w-]+):\s*([^;{}]+);/gm)]
    .filter(([, name = '']) => property.test(name))
    .filter(([, , value = '']) => (value.match(/(?<![\w.])[\d.]+(px|rem)?/g) ?? []).some(isWrong))
    .map(([, name, value]) => `${path}: ${name}: ${value}`);
}

const SPACE = /^(padding|margin|gap|row-gap|column-gap|inset|scroll-padding|scroll-margin)/;
const HEIGHT = /^(min-|max-)?(height|block-size)$/;

test.each([
  ['spaces', SPACE, valuesOf('space')],
  ['radii', /radius/, valuesOf('radius')],
  ['heights', HEIGHT, [...valuesOf('control'), ...valuesOf('touch')]],
])('%s that have a token are written as the token', (_, property, values) => {
  expect(values.length).toBeGreaterThan(2);
  const wrong = sheets.flatMap((sheet) => raw(sheet, property, (value) => values.includes(value)));
  expect(wrong).toEqual([]);
});

test('layers of the page are tokens; up to five order what lies within one part', () => {
  const wrong = sheets.flatMap((sheet) => raw(sheet, /^z-index$/, (value) => Number(value) > 5));
  expect(wrong).toEqual([]);
});

/** Widths where layouts change: small phone, phone, tablet, wide; the narrow ends of a part. */
const BREAKPOINTS = [359, 360, 440, 511, 512, 767, 768, 1024, 1279, 1599];

test('layouts change at the same widths everywhere', () => {
  const wrong = sources(/\.(css|tsx?)$/).flatMap(({ path, text }) =>
    [...text.matchAll(/\((?:min|max)-width: (\d+)px\)/g)]
      .filter(([, width]) => !BREAKPOINTS.includes(Number(width)))
      .map(([words]) => `${path}: ${words}`),
  );
  expect(wrong).toEqual([]);
});
