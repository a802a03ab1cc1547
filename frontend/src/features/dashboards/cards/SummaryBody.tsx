import type { Summary } from '@/generated/contract';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import styles from '../card.module.css';
import { summaryWords } from '../model/summaryWords';
import { Figure } from './Figure';

/** One figure about some transactions. */
export function SummaryBody({ figures }: { figures: Summary }) {
  const { figure, way, made } = summaryWords(figures, useAmountFormat());
  return (
    <>
      <Figure words={way}>{figure}</Figure>
      <p className={styles.note}>{made}</p>
    </>
  );
}
