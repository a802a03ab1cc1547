/** The source of the age of money: the last payments with their ages. */
import type { FigureOf } from '@/domain/reports/ReportFigure';
import type { AgeOfMoney } from '@/generated/contract';
import type { AmountFormat } from '@/lib/format/amount';
import { type DateFormat, formatDay, monthTitle } from '@/lib/format/dates';
import { figureTexts } from '@/texts/dashboards';
import { number } from '@/texts/locale';

interface Written {
  amounts: AmountFormat;
  dates: DateFormat;
}

/** How the last point differs from the one before; none where there is one alone. */
export function ageTrendWords({ points }: AgeOfMoney, dates: DateFormat): string | undefined {
  const [before, last] = points.slice(-2);
  if (!before || !last) return undefined;
  const isMonth = before.key.length === 'yyyy-MM'.length;
  const when = isMonth
    ? figureTexts.inMonth(monthTitle(before.key))
    : figureTexts.onDay(formatDay(before.key, dates));
  return figureTexts.ageTrend(last.age - before.age, when);
}

/** The mean of the last ages; each payment opens those of its day. */
export function ageFigure(
  { current, averaged }: AgeOfMoney,
  { amounts, dates }: Written,
): FigureOf {
  const payments = averaged.map(({ day, earned, amount, age }, at): FigureOf => {
    const [spentOn, earnedOn] = [formatDay(day, dates), formatDay(earned, dates)];
    return {
      id: `age/${at}`,
      name: figureTexts.agedPayment(amounts.format(amount), spentOn, earnedOn),
      when: '',
      value: figureTexts.age(age),
      part: {},
      adjusts: [{ dates: { from: day, to: day } }],
      isNoSum: true,
    };
  });
  const together = averaged.reduce((sum, { age }) => sum + age, 0);
  const terms: FigureOf['terms'] = [
    ...payments.reverse().map((of) => ({ sign: '+' as const, of })),
    {
      sign: '',
      of: {
        id: 'age/all',
        name: figureTexts.agesTogether,
        when: '',
        value: figureTexts.age(together),
      },
    },
    {
      sign: '÷',
      of: {
        id: 'age/count',
        name: figureTexts.agedPayments,
        when: '',
        value: number(averaged.length),
      },
    },
  ];
  return {
    id: 'age',
    value: figureTexts.age(current ?? 0),
    part: {},
    isNoSum: true,
    formula: figureTexts.howAge(averaged.length),
    ...(averaged.length > 0 ? { terms } : {}),
  };
}
