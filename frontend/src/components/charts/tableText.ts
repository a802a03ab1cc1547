import type { AmountFormat } from '@/lib/format/amount';
import { chartsTexts } from '@/texts/charts';
import type { ChartData } from './chart';

/** The figures of a chart as lines with tabs, for a spreadsheet; amounts with their decimals. */
export function tableText(
  { periodName, periods, series }: ChartData,
  amounts: AmountFormat,
): string {
  const full = (cents: number | undefined) =>
    cents === undefined ? '' : amounts.formatFull(cents);
  const head = [periodName, ...series.map(({ name }) => name)];
  const rows = periods.map(({ name }, at) => [
    name,
    ...series.map(({ values }) => full(values[at])),
  ]);
  const hasTotals = series.some(({ total }) => total !== undefined);
  const totals = hasTotals ? [[chartsTexts.total, ...series.map(({ total }) => full(total))]] : [];
  return [head, ...rows, ...totals].map((cells) => cells.join('\t')).join('\n');
}
