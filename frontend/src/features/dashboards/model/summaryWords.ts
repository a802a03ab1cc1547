/** The one figure of a summary, with its sign and its meaning in words. */
import type { Summary } from '@/generated/contract';
import type { AmountFormat } from '@/lib/format/amount';
import { figureTexts } from '@/texts/dashboards';
import { number } from '@/texts/locale';
import { rounded, toCent } from './amounts';

export interface SummaryWords {
  figure: string;
  /** The meaning of the sign. */
  way: string | null;
  /** The calculation behind the figure. */
  made: string;
}

function wayOf(cents: number): string | null {
  if (cents === 0) return null;
  return cents < 0 ? figureTexts.spent : figureTexts.received;
}

export function summaryWords(figures: Summary, { format }: AmountFormat): SummaryWords {
  const { type, total, dividend, divisor, count } = figures;
  if (type === 'percentage') {
    const figure =
      total === null ? figureTexts.nothing : figureTexts.percent(number(rounded(total, 2)));
    const made = figureTexts.per.percentage(format(dividend), format(divisor ?? 0));
    return { figure, way: null, made };
  }
  const cents = toCent(total ?? 0);
  const figure = total === null ? figureTexts.nothing : format(cents);
  const isAverage = type === 'avgPerMonth' || type === 'avgPerYear' || type === 'avgPerTransact';
  const made =
    isAverage && divisor !== null && count > 0
      ? figureTexts.per[type](format(dividend), rounded(divisor, 2))
      : figureTexts.sumOf(count);
  return { figure, way: wayOf(cents), made };
}
