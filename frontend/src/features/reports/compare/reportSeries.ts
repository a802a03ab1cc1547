/** The earlier figures of a saved report, as a further series of its chart. */
import type { Look, Series } from '@/components/charts/chart';
import { rounded } from '@/features/dashboards/model/amounts';
import { shownValue } from '@/features/dashboards/model/reportRows';
import type { ComparedFigure, CustomReport, ReportRow } from '@/generated/contract';
import { compareTexts } from '@/texts/compare';
import type { Behind } from '../drill/behind';
import { comparedPart } from './figures';
import type { Earlier } from './useEarlier';

export type EarlierReport = Earlier<CustomReport> | null;

const ID = 'compared';

const figureOf = ({ compared }: Earlier<CustomReport>, row: ReportRow | null) =>
  compared.figures.find((figure) =>
    row === null
      ? figure.name === null
      : figure.name !== null &&
        figure.row === row.id &&
        (figure.special ?? null) === (row.special ?? null),
  );

interface Drawn {
  name: string;
  /** Without one it is read and listed only. */
  look?: Look;
}

const seriesOf = (
  before: Earlier<CustomReport>,
  { name, look }: Drawn,
  rest: Pick<Series, 'values' | 'total'>,
): Series => ({
  id: ID,
  name: compareTexts.others[before.way](name),
  ...rest,
  ...(look ? { look, hue: 3 as const } : {}),
});

const totalOf = (report: CustomReport, before: Earlier<CustomReport>) => {
  const base = figureOf(before, null)?.base;
  return base === undefined ? {} : { total: shownValue(report, base) };
};

/** Beside each row what it was; nothing where nothing is compared. */
export function comparedRows(
  report: CustomReport,
  { before, rows, drawn }: { before: EarlierReport; rows: readonly ReportRow[]; drawn: Drawn },
): Series[] {
  if (!before) return [];
  const values = rows.map((row) => {
    const base = figureOf(before, row)?.base;
    return base === undefined ? null : shownValue(report, base);
  });
  return [seriesOf(before, drawn, { values, ...totalOf(report, before) })];
}

/** Beside each period the one at its place in the earlier range, or the mean of these. */
export function comparedIntervals(
  report: CustomReport,
  { before, drawn }: { before: EarlierReport; drawn: Drawn },
): Series[] {
  if (!before || before.figures.length === 0) return [];
  const values = report.intervals.map((_, at) => {
    const known = before.figures.flatMap(({ intervals }) => intervals[at]?.value ?? []);
    if (known.length < before.figures.length) return null;
    const sum = known.reduce((total, value) => total + value, 0);
    return shownValue(report, rounded(sum / known.length, 0));
  });
  return [seriesOf(before, drawn, { values, ...totalOf(report, before) })];
}

/** The sources of the compared figures; null for all others, and for those without any. */
export function comparedReportBehind(
  before: EarlierReport,
  rowAt: (at: number) => ReportRow | null,
): Behind {
  return (id, at) => {
    if (!before || id !== ID || before.way === 'budget') return null;
    const { ranges } = before.compared;
    const row = at === null ? null : rowAt(at);
    if (at === null || row) {
      const figure = figureOf(before, row);
      return figure ? comparedPart(figure, ranges) : null;
    }
    const days = before.figures.flatMap(({ intervals }) => {
      const interval = intervals[at];
      return interval ? [{ from: interval.from, to: interval.to }] : [];
    });
    return comparedPart({ series: null, row: null, special: null } as ComparedFigure, days);
  };
}

export const isCompared = (id: string) => id === ID;
