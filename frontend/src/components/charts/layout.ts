/** Where the parts of a chart stand, in px. */
import { range } from 'd3-array';
import { type ScaleLinear, scaleBand, scaleLinear } from 'd3-scale';
import { type ChartData, type DrawnSeries, drawnSeries, isBar } from './chart';
import { amountTicks, labelledPlaces, MOST_TICKS } from './ticks';

export interface ChartLayout {
  width: number;
  height: number;
  /** The edges of what is drawn inside the axes. */
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** The middle of each period. */
  centres: readonly number[];
  /** The width of a bar. */
  bar: number;
  y: ScaleLinear<number, number>;
  /** Cents. */
  ticks: readonly number[];
  /** The periods with a label. */
  labelled: readonly number[];
  series: readonly DrawnSeries[];
  /** Where the bars of stacked series begin, by their ids. */
  bases: ReadonlyMap<string, readonly number[]>;
  /** Names beside the ends of the series; none where there is no room. */
  names: readonly { series: DrawnSeries; y: number }[];
}

interface Room {
  /** The width of the place. */
  width: number;
  /** How much larger than usual the text is. */
  textScale: number;
  /** Formats an amount for the axis. */
  label: (cents: number) => string;
}

/** From this width on there is room for names beside the series. */
const WIDE_PX = 560;
const HEIGHT_PX = { wide: 320, narrow: 250 };
/** The mean width of a character of small text, and the height of its line. */
const CHARACTER_PX = 6.6;
const LINE_PX = 18;
const GAP_PX = 8;
/** Bars of few periods would be as wide as a hand. */
const WIDEST_BAR_PX = 48;
/** More names than this would cover each other. */
const MOST_NAMES = 8;

/** Stacked series begin where the one below ends: above zero upwards, below zero downwards. */
function stacked(series: readonly DrawnSeries[]): ChartLayout['bases'] {
  const up: number[] = [];
  const down: number[] = [];
  const stacks = series.filter(({ look }) => look === 'stack');
  const baseAt = (value: number | null, at: number): number => {
    const ends = (value ?? 0) < 0 ? down : up;
    const base = ends[at] ?? 0;
    ends[at] = base + (value ?? 0);
    return base;
  };
  return new Map(stacks.map(({ id, values }) => [id, values.map(baseAt)]));
}

/** All values that the axis has to reach. */
function extentOf(series: readonly DrawnSeries[], bases: ChartLayout['bases']): number[] {
  return series.flatMap(({ id, values, before = 0 }) => [
    before,
    ...values.map((value, at) => (bases.get(id)?.[at] ?? 0) + (value ?? 0)),
  ]);
}

/** Lines that end within the last part of the chart reach its end. */
const END_PART = 0.25;

function isNearEnd(values: readonly (number | null)[]): boolean {
  const last = values.findLastIndex((value) => value !== null);
  return last >= (values.length - 1) * (1 - END_PART);
}

export function chartLayout(data: ChartData, { width, textScale, label }: Room): ChartLayout {
  const series = drawnSeries(data);
  const bases = stacked(series);
  const ticks = amountTicks(extentOf(series, bases), data.format ? 1 : undefined);
  const isWide = width >= WIDE_PX * textScale;
  const height = Math.round(HEIGHT_PX[isWide ? 'wide' : 'narrow'] * textScale);
  const widthOf = (texts: readonly string[]) =>
    Math.max(0, ...texts.map((text) => text.length)) * CHARACTER_PX * textScale;
  const left = Math.ceil(widthOf(ticks.map(label)) + GAP_PX);
  // The name of a line that ends earlier would stand far from it.
  const named = series.filter(
    ({ look, isQuiet, values }) =>
      look !== 'stack' && look !== 'tick' && !isQuiet && isNearEnd(values),
  );
  const isNamed = isWide && named.length <= MOST_NAMES;
  const names = isNamed ? widthOf(named.map(({ name }) => name)) + 2 * GAP_PX : GAP_PX;
  const right = Math.max(left + 1, Math.floor(width - names));
  const top = (LINE_PX / 2) * textScale;
  const bottom = height - (LINE_PX + GAP_PX) * textScale;
  const [lowest = 0] = ticks;
  const y = scaleLinear([lowest, ticks.at(-1) ?? 1], [bottom, top]);
  const x = scaleBand(range(data.periods.length), [left, right]).padding(0.28);
  // The labels at the ends may stand half their width further in.
  const ticksWide = 1.5 * widthOf(data.periods.map(({ tick }) => tick)) + GAP_PX;
  const mostLabels = Math.min(MOST_TICKS, Math.max(1, Math.floor((right - left) / ticksWide)));
  return {
    width,
    height,
    left,
    right,
    top,
    bottom,
    centres: data.periods.map((_, at) => (x(at) ?? left) + x.bandwidth() / 2),
    bar: Math.min(WIDEST_BAR_PX, x.bandwidth()),
    y,
    ticks,
    labelled: labelledPlaces(data.periods.length, mostLabels),
    series,
    bases,
    names: isNamed ? placedNames(named, { y, line: LINE_PX * textScale, bottom }) : [],
  };
}

/** Names at the height of the last values, moved so that none covers another one. */
function placedNames(
  series: readonly DrawnSeries[],
  { y, line, bottom }: { y: (cents: number) => number; line: number; bottom: number },
): ChartLayout['names'] {
  const placed = series
    .map((each) => {
      const last = each.values.findLast((value) => value !== null) ?? 0;
      return { series: each, y: y(isBar(each) ? last / 2 : last) };
    })
    .sort((a, b) => a.y - b.y);
  for (const [at, name] of placed.entries()) {
    name.y = Math.max(name.y, (placed[at - 1]?.y ?? Number.NEGATIVE_INFINITY) + line);
  }
  // Names that were pushed out at the bottom move back up and push the others up.
  for (let at = placed.length - 1; at >= 0; at -= 1) {
    const name = placed[at];
    const below = placed[at + 1];
    if (name) name.y = Math.min(name.y, below ? below.y - line : bottom);
  }
  return placed;
}

/** The pointer means a point of a line from so far away. */
const REACH_PX = 16;

/** The series whose bar or point of a period lies at a height; null where there is none. */
export function seriesAt(layout: ChartLayout, at: number, height: number): string | null {
  const { series, bases, y } = layout;
  const lines = series.filter((each) => !isBar(each) && !each.isQuiet);
  const points = lines.flatMap(({ id, values }) => {
    const value = values[at];
    const far = value === null || value === undefined ? REACH_PX : Math.abs(y(value) - height);
    return far < REACH_PX ? [{ id, far }] : [];
  });
  points.sort((one, other) => one.far - other.far);
  if (points[0]) return points[0].id;
  const hit = series.find((each) => {
    const [value, base] = [each.values[at] ?? 0, bases.get(each.id)?.[at] ?? 0];
    const [foot, head] = [y(base), y(base + value)];
    return isBar(each) && height >= Math.min(foot, head) && height <= Math.max(foot, head);
  });
  return hit?.id ?? null;
}
