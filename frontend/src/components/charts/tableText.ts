import type { AmountFormat } from '@/lib/format/amount';
import { chartsTexts } from '@/texts/charts';
import { type ChartData, readSeries } from './chart';

/** The figures of a chart as lines with tabs, for a spreadsheet; amounts with their decimals. */
export function tableText(data: ChartData, amounts: AmountFormat): string {
  const { periodName, periods } = data;
  const series = readSeries(data);
  const full = (cents: number | null | undefined) =>
    cents === undefined || cents === null ? '' : amounts.formatFull(cents);
  const head = [periodName, ...series.map(({ name }) => name)];
  const rows = periods.map(({ name }, at) => [
    name,
    ...series.map(({ values }) => full(values[at])),
  ]);
  const hasTotals = series.some(({ total }) => total !== undefined);
  const totals = hasTotals ? [[chartsTexts.total, ...series.map(({ total }) => full(total))]] : [];
  return [head, ...rows, ...totals].map((cells) => cells.join('\t')).join('\n');
}
