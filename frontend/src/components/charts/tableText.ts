/** The figures of a chart as text, to be taken along. */
import { csvFormatRows } from 'd3-dsv';
import type { AmountFormat } from '@/lib/format/amount';
import { chartsTexts } from '@/texts/charts';
import { type ChartData, readSeries, type Series } from './chart';

type Value = number | null | undefined;
type Cell = Pick<Series, 'format'>;

/** Lines with tabs, for a spreadsheet; amounts with their decimals. */
export function tableText(data: ChartData, amounts: AmountFormat): string {
  const full = (value: Value, { format }: Cell) => {
    if (value === undefined || value === null) return '';
    return format ? String(value) : amounts.formatFull(value);
  };
  return table(data, (name) => name, full)
    .map((cells) => cells.join('\t'))
    .join('\n');
}

/** Comma-separated values; amounts are plain decimals in every format of numbers. */
export function tableCsv(data: ChartData): string {
  const plain = (value: Value, { format }: Cell) => {
    if (value === undefined || value === null) return '';
    return (format ?? data.format) ? String(value) : decimal(value);
  };
  return `${csvFormatRows(table(data, asText, plain))}\n`;
}

/** The rows of the chart's table, with its head and totals. */
function table(
  data: ChartData,
  nameCell: (name: string) => string,
  valueCell: (value: Value, series: Cell) => string,
): string[][] {
  const { periodName, periods } = data;
  const series = readSeries(data);
  const head = [periodName, ...series.map(({ name }) => name)].map(nameCell);
  const rows = periods.map(({ name }, at) => [
    nameCell(name),
    ...series.map((each) => valueCell(each.values[at], each)),
  ]);
  const hasTotals = series.some(({ total }) => total !== undefined);
  const totals = hasTotals
    ? [[nameCell(chartsTexts.total), ...series.map((each) => valueCell(each.total, each))]]
    : [];
  return [head, ...rows, ...totals];
}

/** A name that no spreadsheet takes for a formula. */
const asText = (name: string) => (/^[=+\-@\t\r]/.test(name) ? `'${name}` : name);

/** Cents as a decimal without padding: -1250 is '-12.5'. */
function decimal(cents: number): string {
  const size = Math.abs(cents);
  const rest = String(size % 100)
    .padStart(2, '0')
    .replace(/0+$/, '');
  const whole = `${cents < 0 ? '-' : ''}${Math.trunc(size / 100)}`;
  return rest ? `${whole}.${rest}` : whole;
}
