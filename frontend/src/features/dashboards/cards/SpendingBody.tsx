import { useSparkWords } from '@/components/charts/useSparkWords';
import type { Spending, SpendingPoint } from '@/generated/contract';
import { monthOf, monthTitle } from '@/lib/format/dates';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { useToday } from '@/lib/prefs/useToday';
import { figureTexts } from '@/texts/dashboards';
import styles from '../card.module.css';
import { toCent } from '../model/amounts';
import { spendingWords } from '../model/spendingWords';
import { CardLine } from './CardLine';
import { Figure } from './Figure';

/** The series that a mode compares with; spending counts up. */
function other(mode: string, point: SpendingPoint): number | null {
  if (mode === 'budget') return toCent(-point.budget);
  if (mode === 'average') return -point.average;
  return point.compareTo === null ? null : -point.compareTo;
}

/** The spending of a month so far, against another month, the average or the budget. */
export function SpendingBody({ figures }: { figures: Spending }) {
  const { mode, compare, spent, points, averageMonths } = figures;
  const amounts = useAmountFormat();
  const isNow = compare === monthOf(useToday());
  // A month begins with nothing spent.
  const so = [0, ...points.map((point) => (point.compare === null ? null : -point.compare + 0))];
  const hasOther = mode !== 'average' || averageMonths.length > 0;
  const others = hasOther ? [0, ...points.map((point) => other(mode, point))] : [];
  const spark = useSparkWords(so, others);
  const spentWords = isNow ? figureTexts.spentSoFar : figureTexts.spentIn(monthTitle(compare));
  const difference = spendingWords(figures, isNow, amounts);
  return (
    <>
      <Figure words={(spent ?? 0) > 0 ? figureTexts.receivedSoFar : spentWords}>
        {{
          id: 'spent',
          name: figureTexts.spentTitle,
          value: amounts.format(Math.abs(spent ?? 0)),
          part: { series: 'compare' },
        }}
      </Figure>
      {difference && (
        <p className={styles.words} data-tone={difference.tone}>
          {difference.words}
        </p>
      )}
      <CardLine
        lines={[
          { values: others, look: 'other' },
          { values: so, look: 'main' },
        ]}
        {...spark}
      />
    </>
  );
}
