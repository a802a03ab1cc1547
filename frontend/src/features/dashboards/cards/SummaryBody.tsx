import type { Summary } from '@/generated/contract';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import styles from '../card.module.css';
import { summaryFigure } from '../model/summaryFigure';
import { summaryWords } from '../model/summaryWords';
import { Figure } from './Figure';

/** One figure about some transactions. */
export function SummaryBody({ figures }: { figures: Summary }) {
  const amounts = useAmountFormat();
  const { figure, way, made } = summaryWords(figures, amounts);
  return (
    <>
      <Figure words={way}>{summaryFigure(figures, figure, amounts)}</Figure>
      <p className={styles.note}>{made}</p>
    </>
  );
}
