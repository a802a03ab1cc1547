import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ChartData, Series } from './chart';
import { chartLayout } from './layout';

const chart = (series: Series[]): ChartData => ({
  id: 'test',
  title: 'Test',
  sentence: 'A test.',
  periodName: 'Month',
  periods: (series[0]?.values ?? []).map((_, at) => ({
    key: String(at),
    name: `Period ${at}`,
    tick: `P${at}`,
  })),
  series,
});

const room = (width: number) => ({ width, textScale: 1, label: String });

const values = fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), {
  minLength: 1,
  maxLength: 60,
});

test('all values are inside the plot, at any width', () => {
  fc.assert(
    fc.property(values, fc.integer({ min: 300, max: 1600 }), (drawn, width) => {
      const layout = chartLayout(
        chart([{ id: 'a', name: 'A', values: drawn, look: 'line' }]),
        room(width),
      );
      for (const value of drawn) {
        expect(layout.y(value)).toBeGreaterThanOrEqual(layout.top - 0.001);
        expect(layout.y(value)).toBeLessThanOrEqual(layout.bottom + 0.001);
      }
      const [first = 0] = layout.centres;
      expect(first).toBeGreaterThan(layout.left);
      expect(layout.centres.at(-1)).toBeLessThan(layout.right);
    }),
  );
});

test('names beside the series never cover each other', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -500, max: 500 }), { minLength: 3, maxLength: 3 }),
      (ends) => {
        const series = ends.map(
          (end, at): Series => ({ id: String(at), name: `S${at}`, values: [end], look: 'line' }),
        );
        const { names, bottom } = chartLayout(chart(series), room(900));
        for (const [at, name] of names.entries()) {
          const below = names[at + 1];
          if (below) expect(below.y - name.y).toBeGreaterThanOrEqual(17.999);
          expect(name.y).toBeLessThanOrEqual(bottom);
        }
      },
    ),
  );
});

test('a narrow chart has no names beside it, and keeps the width for its figures', () => {
  const data = chart([{ id: 'a', name: 'Net worth', values: [1, 2], look: 'line' }]);
  expect(chartLayout(data, room(360)).names).toEqual([]);
  expect(chartLayout(data, room(360)).right).toBeGreaterThan(340);
});

test('labels of periods leave room for each other', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 400 }),
      fc.integer({ min: 300, max: 1600 }),
      (count, width) => {
        const data = chart([{ id: 'a', name: 'A', values: Array(count).fill(1), look: 'line' }]);
        const periods = data.periods.map((each) => ({ ...each, tick: 'Nov 2026' }));
        const { labelled, centres } = chartLayout({ ...data, periods }, room(width));
        const places = labelled.map((at) => centres[at] ?? 0);
        for (const [at, place] of places.slice(1).entries()) {
          // The label is about 53 px wide; the last one may stand half of that further left.
          expect(place - (places[at] ?? 0)).toBeGreaterThan(70);
        }
      },
    ),
  );
});
