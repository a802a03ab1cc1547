import { Sparkline } from '@/components/charts/Sparkline';
import type { AgeOfMoney } from '@/generated/contract';
import { chartsTexts } from '@/texts/charts';
import { figureTexts } from '@/texts/dashboards';
import { number } from '@/texts/locale';
import styles from '../card.module.css';
import { Figure } from './Figure';

/** How long money waits between coming and going. */
export function AgeOfMoneyBody({ figures }: { figures: AgeOfMoney }) {
  const { current, trend, points, insufficient } = figures;
  const values = points.map(({ age }) => age);
  const words = [values[0] ?? 0, values.at(-1) ?? 0, Math.min(...values), Math.max(...values)];
  const [first, last, low, high] = words.map(number) as [string, string, string, string];
  return (
    <>
      {current === null ? (
        <p className={styles.note}>{figureTexts.noAge}</p>
      ) : (
        <Figure words={figureTexts.trends[trend]}>
          {{ id: 'age', value: figureTexts.age(current), part: {}, isNoSum: true }}
        </Figure>
      )}
      <p className={styles.note}>{insufficient ? figureTexts.insufficient : figureTexts.ageHint}</p>
      <Sparkline
        lines={[{ values, look: 'main' }]}
        label={chartsTexts.line(first, last, low, high)}
        ends={[low, high]}
      />
    </>
  );
}
