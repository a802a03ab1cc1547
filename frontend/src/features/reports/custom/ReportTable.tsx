import styles from '@/components/charts/charts.module.css';
import { BALANCE } from '@/domain/reports/stored';
import { shownValue } from '@/features/dashboards/model/reportRows';
import type { CustomReport, ReportRow, Sums } from '@/generated/contract';
import { reportScreenTexts as words } from '@/texts/reportScreens';
import { periodOf } from '../model/periods';
import { isByTime, periodName, rowKey } from '../model/reportChart';
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
  isInner?: boolean;
}

const lineOf = (row: ReportRow, isInner: boolean): Line => ({
  key: rowKey(row),
  name: row.name,
  sums: row,
  cells: row.cells,
  isInner,
});

/** A report as a table: rows, over time with a column for each period, and their average. */
export function ReportTable({ report, title }: ReportTableProps) {
  const { amounts, dates } = useWritten();
  const { rows, intervals, total, overTime, balanceType } = report;
  const byTime = isByTime(report);
  const periods = intervals.map(({ key }) => periodOf(key, dates));
  const lines: Line[] = byTime
    ? intervals.map((sums, at) => ({
        key: sums.key,
        name: periods[at]?.name ?? '',
        sums,
        cells: [],
      }))
    : rows.flatMap((row) => [
        lineOf(row, false),
        ...(row.categories ?? []).map((category) => lineOf(category, true)),
      ]);
  const isNet = balanceType === BALANCE.net && !overTime;
  const count = Math.max(1, intervals.length);
  const write = (value: number) => amounts.format(shownValue(report, value));
  const figures = ({ sums, cells }: Line) => (
    <>
      {overTime &&
        cells.map((cell, at) => (
          <td key={periods[at]?.key} data-amount>
            {write(cell)}
          </td>
        ))}
      {isNet && <td data-amount>{amounts.format(sums.deposits)}</td>}
      {isNet && <td data-amount>{amounts.format(sums.payments)}</td>}
      <td data-amount>{write(sums.value)}</td>
      {!byTime && <td data-amount>{write(Math.floor(sums.value / count + 0.5))}</td>}
    </>
  );
  const all: Line = {
    key: 'total',
    name: words.total,
    sums: total,
    cells: intervals.map(({ value }) => value),
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard.
    <div className={styles.scroll} role="group" aria-label={title} tabIndex={0}>
      <table className={`${styles.table} ${own.table}`}>
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{byTime ? periodName(report) : words.splits[report.split]}</th>
            {overTime &&
              periods.map(({ key, name }) => (
                <th key={key} scope="col">
                  {name}
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
