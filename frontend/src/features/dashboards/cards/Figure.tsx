import type { ReactNode } from 'react';
import styles from '../card.module.css';

interface FigureProps {
  children: ReactNode;
  /** What it is, or how it changed. */
  words?: ReactNode;
  tone?: 'good' | 'bad' | 'plain';
}

/** The one figure of a card and its words. */
export function Figure({ children, words, tone = 'plain' }: FigureProps) {
  return (
    <p className={styles.figure}>
      <span data-amount className={styles.amount}>
        {children}
      </span>{' '}
      {words && (
        <span className={styles.words} data-tone={tone}>
          {words}
        </span>
      )}
    </p>
  );
}
