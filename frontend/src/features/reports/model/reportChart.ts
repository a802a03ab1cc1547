/** The charts of a saved report: its rows one below the other, or its periods with a series each. */
import type { ChartData, Look, Period, Series } from '@/components/charts/chart';
import { type HueAndPattern, looksOf, MOST_LOOKS } from '@/components/charts/looks';
import { BALANCE, DAILY, GRAPH, WEEKLY, YEARLY } from '@/domain/reports/stored';
import { rounded } from '@/features/dashboards/model/amounts';
import { isByTime, shownValue } from '@/features/dashboards/model/reportRows';
import type { CustomReport, ReportRow } from '@/generated/contract';
import type { AmountFormat } from '@/lib/format/amount';
import type { DateFormat } from '@/lib/format/dates';
import { figureTexts } from '@/texts/dashboards';
import { number } from '@/texts/locale';
import { reportScreenTexts as words } from '@/texts/reportScreens';
import { reportsTexts } from '@/texts/reports';
import { comparedIntervals, comparedRows, type EarlierReport } from '../compare/reportSeries';
import { periodOf } from './periods';

interface Named {
  /** Names the chart on this device. */
  id: string;
  title: string;
  amounts: AmountFormat;
  dates: DateFormat;
  /** The earlier figures that the report is compared with. */
  before?: EarlierReport;
}

/** The series that are not rows. */
export const TOTAL = 'total';
export const OTHERS = 'others';

/** The most series that can be distinguished; the others are drawn as one. */
const MOST_SERIES = 14;

export const rowKey = ({ id, special, name }: ReportRow) => id ?? special ?? name;

/** The word for one position along a chart of periods. */
export function periodName({ interval }: CustomReport): string {
  if (interval === DAILY) return reportsTexts.day;
  if (interval === WEEKLY) return words.week;
  return interval === YEARLY ? words.year : reportsTexts.month;
}

const valueName = ({ balanceType }: CustomReport) => words.balances[balanceType];

/** A sentence that sums up the report. */
function sentenceOf(report: CustomReport, { amounts }: Named): string {
  const total = amounts.format(shownValue(report, report.total.value));
  const what = valueName(report);
  const [most] = report.rows;
  if (!most) return words.reportSentence(what, total);
  const value = amounts.format(shownValue(report, most.value));
  return words.reportSentenceOf({
    what,
    total,
    first: most.name,
    value,
    count: report.rows.length,
  });
}

/** The sums of both signs, where the report shows what is left of them. */
function netSeries(
  { balanceType, total }: CustomReport,
  sums: readonly { deposits: number; payments: number; net: number }[],
): Series[] {
  if (balanceType !== BALANCE.net) return [];
  return [
    {
      id: 'deposits',
      name: words.balances.Deposit,
      values: sums.map(({ deposits }) => deposits),
      total: total.deposits,
    },
    {
      id: 'payments',
      name: words.balances.Payment,
      values: sums.map(({ payments }) => payments),
      total: total.payments,
    },
  ];
}

/** Rows as things one below the other. */
export function rowsChart(report: CustomReport, named: Named): ChartData {
  const { rows, total } = report;
  const looks = reportLooks(report);
  const compared = { before: named.before ?? null };
  const periods = rows.map((row): Period => {
    const look = looks.get(rowKey(row));
    return { key: rowKey(row), name: row.name, tick: '', ...(look ? { look } : {}) };
  });
  return {
    id: named.id,
    title: named.title,
    sentence: sentenceOf(report, named),
    periodName: words.splits[report.split],
    periods,
    series: [
      {
        id: 'value',
        name: valueName(report),
        values: rows.map(({ value }) => shownValue(report, value)),
        total: shownValue(report, total.value),
      },
      ...comparedRows(report, {
        ...compared,
        rows,
        drawn: { name: valueName(report), look: 'tick' },
      }),
      ...netSeries(report, rows),
    ],
  };
}

/** The shares of a whole; of groups, with their categories around them. */
export function slicesChart(report: CustomReport, named: Named): ChartData {
  const { slices } = report;
  const keys = slices.map(({ id, name }) => id ?? name ?? '');
  const looks = reportLooks(report);
  const rest = looks.get(OTHERS);
  return {
    id: named.id,
    title: named.title,
    sentence: sentenceOf(report, named),
    periodName: words.splits[report.split],
    periods: slices.map(({ name }, at) => ({
      key: keys[at] ?? '',
      name: name ?? figureTexts.nodes.other,
      tick: '',
      ...lookOf(looks.get(keys[at] ?? '') ?? rest),
    })),
    series: [
      {
        id: 'value',
        name: valueName(report),
        values: slices.map(({ value }) => shownValue(report, value)),
        total: shownValue(report, report.total.value),
      },
      {
        id: 'share',
        name: figureTexts.shareColumn,
        values: slices.map(({ share }) => share),
        format: (value) => figureTexts.percent(number(value)),
      },
    ],
  };
}

const PATTERNS = 4;

const groupsOf = ({ rows }: CustomReport) =>
  rows.map((row) => ({
    row,
    categories: (row.categories ?? []).filter(({ value }) => value !== 0),
  }));

/** The parts of the outer ring. A group without categories is its own part. */
export const ringParts = (report: CustomReport) =>
  groupsOf(report).flatMap(({ row, categories }) =>
    (categories.length > 0 ? categories : [row]).map((part, at) => ({ row, part, at })),
  );

/** Categories around their groups: each group has a color, and each of its categories a pattern. */
export function ringsChart(report: CustomReport, named: Named): ChartData {
  const groups = groupsOf(report);
  const looks = reportLooks(report);
  const hueOf = (row: ReportRow) => looks.get(rowKey(row))?.hue ?? 1;
  const parts = ringParts(report);
  const whole = parts.reduce((sum, { part }) => sum + Math.abs(part.value), 0);
  return {
    id: named.id,
    title: named.title,
    sentence: sentenceOf(report, named),
    periodName: words.splits[report.split],
    periods: parts.map(({ row, part, at }) => ({
      key: `${rowKey(row)} ${rowKey(part)}`,
      name: part === row ? row.name : words.within(row.name, part.name),
      tick: '',
      look: { hue: hueOf(row), pattern: (at % PATTERNS) as HueAndPattern['pattern'] },
    })),
    inner: groups.map(({ row, categories }) => ({
      key: rowKey(row),
      name: row.name,
      count: Math.max(1, categories.length),
      hue: hueOf(row),
    })),
    series: [
      {
        id: 'value',
        name: valueName(report),
        values: parts.map(({ part }) => shownValue(report, part.value)),
        total: shownValue(report, report.total.value),
      },
      {
        id: 'share',
        name: figureTexts.shareColumn,
        values: parts.map(({ part }) =>
          whole === 0 ? null : rounded((Math.abs(part.value) / whole) * 100, 2),
        ),
        format: (value) => figureTexts.percent(number(value)),
      },
    ],
  };
}

/** The periods of a report that is split by them. */
export function intervalsChart(report: CustomReport, named: Named): ChartData {
  const { intervals, total, graphType } = report;
  const isArea = graphType === GRAPH.area;
  return {
    id: named.id,
    title: named.title,
    sentence: sentenceOf(report, named),
    periodName: periodName(report),
    periods: intervals.map(({ key }) => periodOf(key, named.dates)),
    series: [
      {
        id: 'value',
        name: valueName(report),
        values: intervals.map(({ value }) => shownValue(report, value)),
        total: shownValue(report, total.value),
        look: isArea ? 'area' : 'up',
        hue: 1,
      },
      ...comparedIntervals(report, {
        before: named.before ?? null,
        drawn: { name: valueName(report), look: isArea ? 'compared' : 'tick' },
      }),
      ...netSeries(report, intervals),
    ],
  };
}

/** The rows over time; those that are left when there are too many for their own look, as one. */
export function seriesChart(
  report: CustomReport,
  named: Named & { withTrends: boolean },
): ChartData {
  const { rows, intervals, graphType } = report;
  const look: Look = graphType === GRAPH.lines ? 'line' : 'stack';
  const { drawn, others } = drawnRows(rows);
  const looks = reportLooks(report);
  const series = drawn.map((row): Series => {
    const cells = row.cells.map((cell) => shownValue(report, cell));
    return {
      id: rowKey(row),
      name: row.name,
      values: cells,
      total: shownValue(report, row.value),
      look,
      ...looks.get(rowKey(row)),
    };
  });
  const trends = named.withTrends
    ? drawn.flatMap((row) => trendOf(report, row, looks.get(rowKey(row))))
    : [];
  return {
    id: named.id,
    title: named.title,
    sentence: sentenceOf(report, named),
    periodName: periodName(report),
    periods: intervals.map(({ key }) => periodOf(key, named.dates)),
    series: [
      ...series,
      ...(others.length > 0 ? [{ ...othersOf(report, others, look), ...looks.get(OTHERS) }] : []),
      {
        id: TOTAL,
        name: words.total,
        values: intervals.map(({ value }) => shownValue(report, value)),
        total: shownValue(report, report.total.value),
      },
      ...comparedIntervals(report, {
        before: named.before ?? null,
        drawn: { name: words.total, ...(look === 'stack' ? { look: 'tick' } : {}) },
      }),
      ...trends,
    ],
  };
}

/** Splits the rows into those with their own series and the others. */
export function drawnRows(rows: readonly ReportRow[]) {
  const drawn = rows.length > MOST_SERIES ? largest(rows, MOST_SERIES - 1) : rows;
  return { drawn, others: rows.filter((row) => !drawn.includes(row)) };
}

/** The looks of the rows, the same in each graph; the largest rows have their own. */
function reportLooks({ rows }: CustomReport): ReadonlyMap<string, HueAndPattern> {
  const first = largest(rows, MOST_LOOKS - 1).map(rowKey);
  return new Map([...looksOf(rows.map(rowKey)), ...looksOf([...first, OTHERS])]);
}

const lookOf = (look: HueAndPattern | undefined) => (look ? { look } : {});

function largest(rows: readonly ReportRow[], count: number): ReportRow[] {
  const kept = new Set(
    [...rows].sort((one, other) => Math.abs(other.value) - Math.abs(one.value)).slice(0, count),
  );
  return rows.filter((row) => kept.has(row));
}

function othersOf(report: CustomReport, rows: readonly ReportRow[], look: Look): Series {
  const sumAt = (at: number) => rows.reduce((sum, { cells }) => sum + (cells[at] ?? 0), 0);
  const sum = rows.reduce((total, { value }) => total + value, 0);
  return {
    id: OTHERS,
    name: words.others(rows.length),
    values: report.intervals.map((_, at) => shownValue(report, sumAt(at))),
    total: shownValue(report, sum),
    look,
  };
}

/** The straight line through a row, from its first to its last period. */
function trendOf(report: CustomReport, row: ReportRow, look: HueAndPattern | undefined): Series[] {
  const { trend, cells } = row;
  if (!trend || cells.length < 2) return [];
  const [from, to] = trend.map((value) => shownValue(report, value)) as [number, number];
  const step = (to - from) / (cells.length - 1);
  return [
    {
      id: `trend/${rowKey(row)}`,
      name: words.trendOf(row.name),
      values: cells.map((_, at) => from + step * at),
      look: 'dashed',
      hue: look?.hue ?? 1,
      isQuiet: true,
    },
  ];
}

/** The rows as a table: over time with a column for each period. */
export function tableData(report: CustomReport, named: Named): ChartData {
  if (isByTime(report)) return intervalsChart(report, named);
  if (!report.overTime) return rowsChart(report, named);
  const chart = rowsChart(report, named);
  const columns = report.intervals.map(
    ({ key, value }, at): Series => ({
      id: key,
      name: periodOf(key, named.dates).name,
      values: report.rows.map(({ cells }) => shownValue(report, cells[at] ?? 0)),
      total: shownValue(report, value),
    }),
  );
  const sums = chart.series.map((series) => ({ ...series, name: words.total }));
  return { ...chart, series: [...columns, ...sums] };
}
