/** The compared ranges as further series of a chart. */
import type { Series } from '@/components/charts/chart';
import { lastDayOf } from '@/domain/reports/pieces';
import type { FigureOf } from '@/domain/reports/ReportFigure';
import { rounded } from '@/features/dashboards/model/amounts';
import type {
  CashFlow,
  ComparedFigure,
  ComparedSeries,
  Day,
  DayRange,
  NetWorth,
} from '@/generated/contract';
import { addDays, addMonths, monthOf, monthsBetween } from '@/lib/format/dates';
import { compareTexts } from '@/texts/compare';
import { reportsTexts } from '@/texts/reports';
import type { Behind } from '../drill/behind';
import { isMonth } from '../model/periods';
import { comparedPart } from './figures';
import type { Earlier } from './useEarlier';

const PREFIX = 'compared/';

interface Point {
  key: string;
}

/** A point of an earlier range: how far it lies along it, and its days. */
interface Place {
  key: string;
  days: DayRange;
}

/** A day or month so many months before; null where that month has no such day. */
function monthsBefore(key: string, months: number): string | null {
  const month = addMonths(monthOf(key), -months);
  if (isMonth(key)) return month;
  const day = `${month}${key.slice('yyyy-MM'.length)}`;
  return day <= lastDayOf(month) ? day : null;
}

function daysOf(key: string, next: string | undefined): DayRange {
  if (key.length === 'yyyy'.length) return { from: `${key}-01-01`, to: `${key}-12-31` };
  if (isMonth(key)) return { from: `${key}-01`, to: lastDayOf(key) };
  const isDaily = next === undefined || addDays(key, 1) === next;
  return { from: key, to: isDaily ? key : addDays(next, -1) };
}

/** Years and weeks stand at the same place of their range; months and days in the same month. */
function placeIn(
  points: readonly Point[],
  { key, at, months, isByPlace }: { key: string; at: number; months: number; isByPlace: boolean },
): Place | null {
  const earlier = isByPlace ? points[at]?.key : monthsBefore(key, months);
  const found = points.findIndex((point) => point.key === earlier);
  const point = points[found];
  return point ? { key: point.key, days: daysOf(point.key, points[found + 1]?.key) } : null;
}

const isWeekly = ([first, second]: readonly Point[]) =>
  first !== undefined &&
  second !== undefined &&
  !isMonth(first.key) &&
  addDays(first.key, 1) !== second.key;

const isByPlace = (points: readonly Point[]) =>
  points[0]?.key.length === 'yyyy'.length || isWeekly(points);

interface Asked<P extends Point> {
  id: ComparedSeries;
  name: string;
  /** All points of the card, and how many of the first ones are not drawn. */
  points: readonly P[];
  skipped: number;
  pointsOf: (at: number) => readonly P[];
  read: (point: P) => number;
}

/** Where each drawn point stands in each of the earlier ranges. */
function placesOf<P extends Point>(
  { compared }: Earlier<unknown>,
  { points, skipped, pointsOf }: Pick<Asked<P>, 'points' | 'skipped' | 'pointsOf'>,
): (Place | null)[][] {
  const byPlace = isByPlace(points);
  return points.slice(skipped).map(({ key }, at) =>
    compared.ranges.map(({ from }, index) => {
      const months = monthsBetween(monthOf(from), monthOf(compared.range.from));
      return placeIn(pointsOf(index), { key, at: at + skipped, months, isByPlace: byPlace });
    }),
  );
}

/** The mean over the ranges; null where one of them has no such point. */
function valuesOf<P extends Point>(earlier: Earlier<unknown>, asked: Asked<P>): (number | null)[] {
  return placesOf(earlier, asked).map((places) => {
    const values = places.map((place, index) => {
      const point = asked.pointsOf(index).find(({ key }) => key === place?.key);
      return point ? asked.read(point) : null;
    });
    const known = values.filter((value) => value !== null);
    if (known.length === 0 || known.length < values.length) return null;
    return rounded(known.reduce((sum, value) => sum + value, 0) / known.length, 0);
  });
}

const totalOf = ({ compared }: Earlier<unknown>, id: ComparedSeries) =>
  compared.figures.find(({ series }) => series === id)?.base;

/** The net worth of the earlier range as a dotted line. */
export function worthSeries(
  earlier: Earlier<NetWorth> | null,
  { points }: NetWorth,
  skipped: number,
): Series[] {
  if (!earlier || earlier.figures.length === 0) return [];
  const asked: Asked<NetWorth['points'][number]> = {
    id: 'netWorth',
    name: reportsTexts.netWorth,
    points,
    skipped,
    pointsOf: (at) => earlier.figures[at]?.points ?? [],
    read: ({ netWorth }) => netWorth,
  };
  return [
    {
      id: `${PREFIX}netWorth`,
      name: compareTexts.others[earlier.way](asked.name),
      values: valuesOf(earlier, asked),
      look: 'compared',
      hue: 3,
    },
  ];
}

/** Income and expenses of the earlier range as marks across the bars. */
export function flowSeries(earlier: Earlier<CashFlow> | null, { points }: CashFlow): Series[] {
  if (!earlier || earlier.figures.length === 0) return [];
  const read = {
    income: { name: reportsTexts.income, hue: 1, pattern: 0, of: (point: Flow) => point.income },
    expenses: {
      name: reportsTexts.expenses,
      hue: 2,
      pattern: 1,
      of: (point: Flow) => point.expenses,
    },
  } as const;
  return (['income', 'expenses'] as const).map((id): Series => {
    const { name, hue, pattern, of } = read[id];
    const pointsOf = (at: number) => earlier.figures[at]?.points ?? [];
    const total = totalOf(earlier, id);
    return {
      id: `${PREFIX}${id}`,
      name: compareTexts.others[earlier.way](name),
      values: valuesOf(earlier, { id, name, points, skipped: 0, pointsOf, read: of }),
      ...(total === undefined ? {} : { total }),
      look: 'tick',
      hue,
      pattern,
    };
  });
}

type Flow = CashFlow['points'][number];

const figureFor = (series: ComparedSeries) => ({ series, row: null }) as ComparedFigure;

interface Written {
  format: (cents: number) => string;
  /** A range of days in words. */
  when: (from: Day, to: Day) => string;
}

/** The sources of the compared figures; of an average, the figures that it is the average of. */
export function comparedBehind<F extends NetWorth | CashFlow>(
  earlier: Earlier<F> | null,
  { points, skipped = 0 }: { points: readonly Point[]; skipped?: number },
  { format, when }: Written,
): Behind {
  return (id, at) => {
    if (!earlier || !id.startsWith(PREFIX)) return null;
    const series = id.slice(PREFIX.length) as 'netWorth' | 'income' | 'expenses';
    const { ranges } = earlier.compared;
    const pointsOf = (index: number): readonly Point[] => earlier.figures[index]?.points ?? [];
    const places =
      at === null
        ? ranges.map((days): Place => ({ key: '', days }))
        : (placesOf(earlier, { points, skipped, pointsOf })[at] ?? []);
    const of = (place: Place, index: number): FigureOf => {
      const point = pointsOf(index).find(({ key }) => key === place.key);
      const value = point && (point as unknown as Record<string, number>)[series];
      const { from, to } = place.days;
      return {
        ...comparedPart(figureFor(series), [place.days]),
        id: `${id}/${place.key}`,
        when: when(from, to),
        value: value === undefined ? '' : format(value),
      };
    };
    const found = places.flatMap((place, index) => (place ? [of(place, index)] : []));
    const [only] = found;
    if (!only || found.length < places.length) return null;
    if (found.length === 1) {
      const { id: _, value: __, ...rest } = only;
      return rest;
    }
    if (at === null) return null;
    return {
      formula: compareTexts.averageOf(found.length),
      terms: found.map((each) => ({ sign: '' as const, of: each })),
    };
  };
}
