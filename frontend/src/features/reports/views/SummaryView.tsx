import { useFigureReturn } from '@/domain/reports/useFigureReturn';
import { rounded } from '@/features/dashboards/model/amounts';
import { summaryFigure } from '@/features/dashboards/model/summaryFigure';
import { summaryWords } from '@/features/dashboards/model/summaryWords';
import type { Summary } from '@/generated/contract';
import { nameOf } from '@/lib/format/nameOf';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { number } from '@/texts/locale';
import { reportScreenTexts as words } from '@/texts/reportScreens';
import { useBeside } from '../compare/useBeside';
import { ExplainFigure } from '../ExplainFigure';
import { type Fact, Facts } from '../Facts';
import styles from '../reports.module.css';

/** The divisor of the sum, unless there is none or it is the number of transactions. */
function divisorOf({ type, divisor }: Summary, format: (cents: number) => string): Fact[] {
  if (divisor === null) return [];
  if (type === 'percentage') {
    const of = { id: 'whole', when: '', part: { series: 'divisor' } };
    return [{ name: words.percentOf, amount: format(divisor), of }];
  }
  const name = nameOf(words.counted, type);
  return name ? [{ name, amount: number(rounded(divisor, 2)) }] : [];
}

/** One figure about some transactions, and what it was made of. */
export function SummaryView({ figures }: { figures: Summary }) {
  const amounts = useAmountFormat();
  const { figure, way, made } = summaryWords(figures, amounts);
  const { type, dividend, count } = figures;
  const of = summaryFigure(figures, figure, amounts);
  const ofSum = useBeside()('sum');
  useFigureReturn();
  return (
    <>
      <Facts
        facts={[
          {
            name: nameOf(words.summaries, type) ?? words.figure,
            amount: figure,
            of,
            isMain: true,
            ...(way ? { note: way } : {}),
            ...(type === 'sum' ? ofSum : {}),
          },
          ...(type === 'sum'
            ? []
            : [
                {
                  name: words.sumOfThem,
                  amount: amounts.format(dividend),
                  of: { id: 'sum', part: { series: 'dividend' } },
                  ...ofSum,
                },
              ]),
          ...divisorOf(figures, amounts.format),
          { name: words.count, amount: number(count) },
        ]}
      />
      {type !== 'sum' && <p className={styles.note}>{made}</p>}
      <ExplainFigure of={of} />
    </>
  );
}
