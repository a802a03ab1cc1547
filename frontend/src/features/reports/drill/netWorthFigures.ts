/** The sources of the figures of a net worth. */
import type { FigureOf } from '@/domain/reports/ReportFigure';
import type { NetWorth, NetWorthPoint } from '@/generated/contract';
import { reportsTexts } from '@/texts/reports';

export type Worth = 'netWorth' | 'assets' | 'debt' | 'change';

const NAMES: Record<Worth, string> = {
  netWorth: reportsTexts.netWorth,
  assets: reportsTexts.assets,
  debt: reportsTexts.debts,
  change: reportsTexts.change,
};

export const isWorth = (series: string): series is Worth => Object.hasOwn(NAMES, series);

interface Shown {
  value: string;
  /** The period in words; that of the last point is the range of the report. */
  when: string;
}

/** A figure of a point. Assets and debts are those of the accounts above and below zero. */
export function worthFigure(
  series: Worth,
  { key, balances }: NetWorthPoint,
  { value, when }: Shown,
): FigureOf | null {
  const of = { id: `${series}/${key}`, name: NAMES[series], when, value };
  if (series === 'netWorth' || series === 'change') {
    return { ...of, part: { series, point: key } };
  }
  const accounts = Object.entries(balances)
    .filter(([, cents]) => (series === 'assets' ? cents > 0 : cents < 0))
    .map(([id]) => id);
  if (accounts.length === 0) return null;
  return { ...of, part: { series: 'netWorth', point: key }, adjusts: [{ accounts }] };
}

export const pointOf = ({ points }: NetWorth, key: string | undefined) =>
  points.find((point) => point.key === key);
