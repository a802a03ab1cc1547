import { useState } from 'react';
import styles from '@/components/charts/charts.module.css';
import { moveAmongFigures } from '@/components/charts/moveAmongFigures';
import { useSideScroll } from '@/components/charts/useSideScroll';
import { ReportFigure } from '@/domain/reports/ReportFigure';
import { BALANCE } from '@/domain/reports/stored';
import { useFigureReturn } from '@/domain/reports/useFigureReturn';
import { isByTime, shownValue } from '@/features/dashboards/model/reportRows';
import type { CustomReport, ReportRow, Sums } from '@/generated/contract';
import { reportScreenTexts as words } from '@/texts/reportScreens';
import { type Cell, cellFigure } from '../drill/reportFigures';
import { periodOf } from '../model/periods';
import { periodName, rowKey } from '../model/reportChart';
import { useWritten } from '../views/useWritten';
import own from './table.module.css';

interface ReportTableProps {
  report: CustomReport;
  title: string;
}

/** A line of the table: a row, a period, or the total. */
interface Line {
  key: string;
  name: string;
  sums: Sums;
  cells: readonly number[];
  /** The row or the period of this line. */
  of: Cell;
  isInner?: boolean;
}

const lineOf = (row: ReportRow, isInner: boolean): Line => ({
  key: rowKey(row),
  name: row.name,
  sums: row,
  cells: row.cells,
  of: { row },
  isInner,
});

/** A report as a table: rows, over time with a column for each period, and their average. */
export function ReportTable({ report, title }: ReportTableProps) {
  const { amounts, dates } = useWritten();
  useFigureReturn();
  const [place, setPlace] = useState<HTMLDivElement | null>(null);
  // The names stay at the other edge.
  const { 'data-after': after } = useSideScroll(place);
  const { rows, intervals, total, overTime, balanceType } = report;
  const byTime = isByTime(report);
  const periods = intervals.map(({ key }) => periodOf(key, dates));
  const lines: Line[] = byTime
    ? intervals.map((sums, at) => ({
        key: sums.key,
        name: periods[at]?.name ?? '',
        sums,
        cells: [],
        of: { point: sums.key },
      }))
    : rows.flatMap((row) => [
        lineOf(row, false),
        ...(row.categories ?? []).map((category) => lineOf(category, true)),
      ]);
  const isNet = balanceType === BALANCE.net && !overTime;
  const count = Math.max(1, intervals.length);
  const write = (value: number) => amounts.format(shownValue(report, value));
  const figure = (line: Line, value: string, cell: Cell, kind = '') => {
    const { point, side } = cell;
    const period = periods.find(({ key }) => key === point);
    const of = {
      ...cellFigure(report, { ...line.of, ...cell }),
      id: `${line.key}/${point ?? ''}/${side ?? kind}`,
      value,
      ...(kind === 'average' ? { isNoSum: true } : {}),
      ...(period ? { when: period.name } : {}),
    };
    return (
      <td key={point} data-amount>
        <ReportFigure of={of} isTabStop={line === lines[0]} />
      </td>
    );
  };
  const figures = (line: Line) => {
    const { sums, cells, of } = line;
    return (
      <>
        {overTime &&
          cells.map((cell, at) => figure(line, write(cell), { point: periods[at]?.key ?? '' }))}
        {isNet && figure(line, amounts.format(sums.deposits), { ...of, side: 'in' })}
        {isNet && figure(line, amounts.format(sums.payments), { ...of, side: 'out' })}
        {figure(line, write(sums.value), of)}
        {!byTime && figure(line, write(Math.floor(sums.value / count + 0.5)), of, 'average')}
      </>
    );
  };
  const all: Line = {
    key: 'total',
    name: words.total,
    sums: total,
    cells: intervals.map(({ value }) => value),
    of: {},
  };
  return (
    <div
      ref={setPlace}
      className={styles.scroll}
      data-after={after}
      role="group"
      aria-label={title}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
      tabIndex={0}
      onKeyDown={moveAmongFigures}
    >
      <table className={`${styles.table} ${own.table}`}>
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{byTime ? periodName(report) : words.splits[report.split]}</th>
            {overTime &&
              periods.map(({ key, tick }) => (
                <th key={key} scope="col">
                  {tick}
                </th>
              ))}
            {isNet && <th scope="col">{words.balances.Deposit}</th>}
            {isNet && <th scope="col">{words.balances.Payment}</th>}
            <th scope="col">{overTime ? words.total : words.balances[balanceType]}</th>
            {!byTime && <th scope="col">{words.averagesPer[report.interval]}</th>}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.key} data-inner={line.isInner || undefined}>
              <th scope="row">{line.name}</th>
              {figures(line)}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{all.name}</th>
            {figures(all)}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
