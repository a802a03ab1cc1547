/** The sources behind the figures of a saved report. */
import type { FigureOf } from '@/domain/reports/ReportFigure';
import { BALANCE, GRAPH, MONTHLY, SPLIT } from '@/domain/reports/stored';
import { isByTime, isOfBudgets, shownValue } from '@/features/dashboards/model/reportRows';
import type { CustomReport, ReportRow } from '@/generated/contract';
import { number } from '@/texts/locale';
import { reportScreenTexts as words } from '@/texts/reportScreens';
import { drawnRows, OTHERS, ringParts, rowKey, TOTAL } from '../model/reportChart';
import { type Behind, budgetOf } from './behind';

/** Identifies a figure of a report: one row or all, one period or all. */
export interface Cell {
  row?: ReportRow;
  /** The key of the period. */
  point?: string;
  /** Only deposits, or only payments. */
  side?: 'in' | 'out';
}

const rowPart = ({ id, special }: ReportRow) => (id === null ? { special } : { row: id });

/** Net reports of one sign add up per period, so their figures are not the sum of their rows. */
const isCut = ({ balanceType }: CustomReport) =>
  balanceType === BALANCE.netPayment || balanceType === BALANCE.netDeposit;

export function cellFigure(report: CustomReport, { row, point, side }: Cell): Partial<FigureOf> {
  const named = row ? { name: row.name } : {};
  if (isOfBudgets(report)) {
    const isMonth = point !== undefined && report.interval === MONTHLY;
    return { ...named, ...(isMonth ? budgetOf(point) : { place: '/budget' }) };
  }
  return {
    ...named,
    part: { ...(row ? rowPart(row) : {}), ...(point === undefined ? {} : { point }) },
    ...(side ? { adjusts: [{ side }] } : {}),
    ...(isCut(report) ? { isNoSum: true } : {}),
  };
}

/** The average per period: the total divided by the number of periods. */
export function averageFigure(
  report: CustomReport,
  format: (cents: number) => string,
): Omit<FigureOf, 'name' | 'value'> {
  const { total, interval, intervals } = report;
  const whole: FigureOf = {
    ...cellFigure(report, {}),
    id: 'average/total',
    name: words.total,
    value: format(shownValue(report, total.value)),
  };
  const count: FigureOf = {
    id: 'average/periods',
    name: words.intervals[interval],
    when: '',
    value: number(intervals.length),
  };
  const terms: FigureOf['terms'] = [
    { sign: '', of: whole },
    { sign: '÷', of: count },
  ];
  return { id: 'average', terms };
}

const SIDES: Readonly<Record<string, 'in' | 'out'>> = { deposits: 'in', payments: 'out' };

const sideOf = (series: string) => {
  const side = SIDES[series];
  return side ? { side } : {};
};

type Write = (cents: number) => string;

/** Lists each of several combined rows as a term of their figure. */
function together(
  report: CustomReport,
  rows: readonly ReportRow[],
  { at, write }: { at: number | null; write: Write },
): Partial<FigureOf> {
  const point = at === null ? undefined : report.intervals[at]?.key;
  const terms = rows.map((row) => ({
    sign: '+' as const,
    of: {
      ...cellFigure(report, { row, ...(point === undefined ? {} : { point }) }),
      id: `${rowKey(row)}/${point ?? ''}`,
      value: write(shownValue(report, at === null ? row.value : (row.cells[at] ?? 0))),
    },
  }));
  return { terms };
}

/** The figures of a chart with one entry per row. */
function ofThings(report: CustomReport, things: readonly (ReportRow | null)[], rest: Behind) {
  const behind: Behind = (series, at) => {
    if (at === null) return cellFigure(report, sideOf(series));
    const row = things[at];
    if (!row) return rest(series, at);
    // The figure is named after its row and covers the whole report.
    return { ...cellFigure(report, { row, ...sideOf(series) }), when: undefined };
  };
  return behind;
}

function ofSlices(report: CustomReport, write: Write): Behind {
  const { slices, rows } = report;
  const things = slices.map(({ id, name }) =>
    rows.find((row) => (id === null ? row.id === null && row.name === name : row.id === id)),
  );
  const rest = rows.filter((row) => !things.includes(row) && row.value !== 0);
  return ofThings(
    report,
    things.map((row) => row ?? null),
    () => together(report, rest, { at: null, write }),
  );
}

function ofSeries(report: CustomReport, write: Write): Behind {
  const { rows, intervals } = report;
  const { others } = drawnRows(rows);
  return (series, at) => {
    const point = at === null ? undefined : intervals[at]?.key;
    const cell = point === undefined ? {} : { point };
    if (series === TOTAL) return cellFigure(report, cell);
    if (series === OTHERS) return together(report, others, { at, write });
    const row = rows.find((each) => rowKey(each) === series);
    return row ? cellFigure(report, { row, ...cell }) : null;
  };
}

/** The sources of the figures in a report's chart. */
export function reportBehind(report: CustomReport, write: Write): Behind {
  const { intervals, rows, split, graphType, overTime } = report;
  if (isByTime(report)) {
    return (series, at) => {
      const point = at === null ? undefined : intervals[at]?.key;
      return cellFigure(report, { ...sideOf(series), ...(point === undefined ? {} : { point }) });
    };
  }
  if (overTime) return ofSeries(report, write);
  if (split === SPLIT.categoryGroup) {
    return ofThings(
      report,
      ringParts(report).map(({ part }) => part),
      () => null,
    );
  }
  return graphType === GRAPH.donut ? ofSlices(report, write) : ofThings(report, rows, () => null);
}
