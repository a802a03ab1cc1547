/** The sources of the figures of a cash flow. */
import { lastDayOf } from '@/domain/reports/pieces';
import type { FigureOf } from '@/domain/reports/ReportFigure';
import { reportsTexts } from '@/texts/reports';
import { isMonth } from '../model/periods';

export type Flow = 'income' | 'expenses' | 'transfers' | 'net' | 'change';

const NAMES: Record<Flow, string> = {
  income: reportsTexts.income,
  expenses: reportsTexts.expenses,
  transfers: reportsTexts.transfers,
  net: reportsTexts.net,
  change: reportsTexts.balanceChange,
};

/** The figures that another one adds up. */
const TERMS: Partial<Record<Flow, readonly Flow[]>> = {
  net: ['income', 'expenses'],
  change: ['income', 'expenses', 'transfers'],
};

const ADJUSTS: Partial<Record<Flow, NonNullable<FigureOf['adjusts']>>> = {
  net: [{ without: ['side'] }],
  change: [{ without: ['side', 'rows'] }],
};

export const isFlow = (series: string): series is Flow => Object.hasOwn(NAMES, series);

/** A figure of a period, or of the whole range. `write` writes the figures it is made of. */
export function flowFigure(
  flow: Flow,
  { key, when }: { key: string | null; when: string },
  write: (flow: Flow) => string,
): FigureOf {
  const terms = TERMS[flow]?.map((term) => ({
    sign: '+' as const,
    of: flowFigure(term, { key, when }, write),
  }));
  return {
    id: `${flow}/${key ?? ''}`,
    name: NAMES[flow],
    when,
    value: write(flow),
    part: { series: TERMS[flow] ? 'income' : flow, ...(key === null ? {} : { point: key }) },
    ...(ADJUSTS[flow] ? { adjusts: ADJUSTS[flow] } : {}),
    ...(terms ? { terms } : {}),
  };
}

/** The balance at the end of a period: all that came and went until then. */
export function balanceFigure(key: string, when: string, value: string): FigureOf {
  const to = isMonth(key) ? lastDayOf(key) : key;
  return {
    id: `balance/${key}`,
    name: reportsTexts.balance,
    when,
    value,
    part: { series: 'startingBalance' },
    adjusts: [{ dates: { from: null, to } }],
  };
}
