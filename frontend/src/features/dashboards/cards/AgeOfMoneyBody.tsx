import { Hourglass } from 'lucide-react';
import type { AgeOfMoney } from '@/generated/contract';
import { usePref } from '@/lib/prefs/prefs';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { chartsTexts } from '@/texts/charts';
import { figureTexts } from '@/texts/dashboards';
import { number } from '@/texts/locale';
import styles from '../card.module.css';
import { ageFigure, ageTrendWords } from '../model/ageFigure';
import { CardEmpty } from './CardEmpty';
import { CardLine } from './CardLine';
import { Figure } from './Figure';

/** How long money waits between coming and going. */
export function AgeOfMoneyBody({ figures }: { figures: AgeOfMoney }) {
  const { current, points, insufficient } = figures;
  const written = { amounts: useAmountFormat(), dates: usePref('dateFormat') };
  const values = points.map(({ age }) => age);
  const words = [values[0] ?? 0, values.at(-1) ?? 0, Math.min(...values), Math.max(...values)];
  const [first, last, low, high] = words.map(number) as [string, string, string, string];
  return (
    <>
      {current === null ? (
        <CardEmpty icon={Hourglass}>
          {insufficient ? figureTexts.insufficient : figureTexts.noAge}
        </CardEmpty>
      ) : (
        <Figure words={ageTrendWords(figures, written.dates)}>{ageFigure(figures, written)}</Figure>
      )}
      {current !== null && (
        <p className={styles.note}>
          {insufficient ? figureTexts.insufficient : figureTexts.ageHint}
        </p>
      )}
      <CardLine
        lines={[{ values, look: 'main' }]}
        label={chartsTexts.line(first, last, low, high)}
        ends={[low, high]}
      />
    </>
  );
}
