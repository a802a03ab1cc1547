import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const css = readFileSync(
  join(dirname(fileURLToPath(import.meta.url)), '../components/tokens.css'),
  'utf8',
);

/** The colours of one theme: custom properties with a six-digit hex value. */
function theme(name: 'light' | 'dark'): Map<string, string> {
  const start = css.indexOf(`:root[data-theme="${name}"] {`);
  const block = css.slice(start, css.indexOf('}', start));
  const found = block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/gi);
  return new Map([...found].map(([, token = '', value = '']) => [token, value]));
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

const SURFACES = ['bg-app', 'bg-surface', 'bg-sunken', 'bg-group', 'bg-hover', 'bg-selected'];

/** Foreground, where it may sit, and the least contrast that the design states. */
const PAIRS: readonly [token: string, surfaces: readonly string[], light: number, dark: number][] =
  [
    ['text', SURFACES, 13.9, 10.9],
    ['text-2', SURFACES, 6.4, 6.9],
    ['text-muted', SURFACES, 5.0, 5.0],
    ['amount-zero', SURFACES, 5.0, 5.0],
    ['border-control', SURFACES, 3.5, 3.5],
    ['accent', SURFACES, 5.7, 6.0],
    ['accent-fill-text', ['accent-fill'], 7.1, 8.7],
    ['positive', SURFACES, 5.2, 7.1],
    ['negative', SURFACES, 5.2, 5.8],
    ['danger-fill-text', ['danger-fill'], 6.5, 8.5],
    ['warning', SURFACES, 5.8, 7.5],
    ['upcoming', SURFACES, 6.4, 6.2],
    ['negative', ['chip-overspent'], 5.6, 6.5],
    ['warning', ['chip-due'], 6.5, 7.9],
    ['positive', ['chip-ok'], 5.7, 7.4],
    ['accent', ['chip-info'], 6.0, 6.5],
    ['upcoming', ['chip-upcoming'], 6.6, 6.9],
    ...['chart-1', 'chart-2', 'chart-3', 'chart-4', 'chart-5', 'chart-6'].map(
      (token): [string, readonly string[], number, number] => [token, ['bg-surface'], 5.0, 7.4],
    ),
  ];

const CASES = (['light', 'dark'] as const).flatMap((name) =>
  PAIRS.flatMap(([token, surfaces, light, dark]) =>
    surfaces.map((surface) => ({ name, token, surface, least: name === 'light' ? light : dark })),
  ),
);

test.each(CASES)(
  '$name: $token on $surface reaches $least:1',
  ({ name, token, surface, least }) => {
    const colours = theme(name);
    const value = contrast(colours.get(token) ?? '', colours.get(surface) ?? '');
    // The design's figures are rounded to one decimal.
    expect(value).toBeGreaterThanOrEqual(least - 0.05);
  },
);

test('text is readable and the focus ring visible on raised surfaces too', () => {
  for (const name of ['light', 'dark'] as const) {
    const colours = theme(name);
    const on = (token: string) =>
      contrast(colours.get(token) ?? '', colours.get('bg-raised') ?? '');
    expect(on('text')).toBeGreaterThan(7);
    expect(on('text-muted')).toBeGreaterThan(4.5);
    expect(on('accent')).toBeGreaterThan(4.5);
  }
});

test('both themes define the same colours', () => {
  expect([...theme('light').keys()].sort()).toEqual([...theme('dark').keys()].sort());
});
