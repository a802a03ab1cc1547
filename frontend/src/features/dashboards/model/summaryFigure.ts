/** The source of a summary's figure. */
import type { FigureOf } from '@/domain/reports/ReportFigure';
import type { Summary } from '@/generated/contract';
import type { AmountFormat } from '@/lib/format/amount';
import { nameOf } from '@/lib/format/nameOf';
import { figureTexts } from '@/texts/dashboards';
import { number } from '@/texts/locale';
import { rounded } from './amounts';

/** A sum opens its transactions; a share or an average consists of two figures. */
export function summaryFigure(figures: Summary, value: string, { format }: AmountFormat): FigureOf {
  const { type, dividend, divisor } = figures;
  const sum: FigureOf = { id: 'sum', value: format(dividend), part: { series: 'dividend' } };
  if (type === 'sum') return { ...sum, value };
  const isShare = type === 'percentage';
  const by: FigureOf = {
    id: 'divisor',
    name: nameOf(figureTexts.divisors, type) ?? figureTexts.dividedBy,
    when: '',
    value: isShare ? format(divisor ?? 0) : number(rounded(divisor ?? 0, 2)),
    ...(isShare ? { part: { series: 'divisor' } } : {}),
  };
  const terms: FigureOf['terms'] = [
    { sign: '', of: { ...sum, name: figureTexts.sum, when: '' } },
    { sign: '÷', of: by },
  ];
  return { id: 'figure', value, part: { series: 'dividend' }, terms, isNoSum: true };
}
