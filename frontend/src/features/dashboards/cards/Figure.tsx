import type { ReactNode } from 'react';
import { type FigureOf, ReportFigure } from '@/domain/reports/ReportFigure';
import styles from '../card.module.css';

interface FigureProps {
  /** The figure as it is shown, or with what is behind it. */
  children: string | FigureOf;
  /** What it is, or how it changed. */
  words?: ReactNode;
  tone?: 'good' | 'bad' | 'plain';
  /** Tab stops here; on a card only the card is a stop. */
  isTabStop?: boolean;
}

/** The one figure of a card and its words. */
export function Figure({ children, words, tone = 'plain', isTabStop = false }: FigureProps) {
  return (
    <p className={styles.figure}>
      <span data-amount className={styles.amount}>
        {typeof children === 'string' ? (
          children
        ) : (
          <ReportFigure of={children} isTabStop={isTabStop} />
        )}
      </span>{' '}
      {words && (
        <span className={styles.words} data-tone={tone}>
          {words}
        </span>
      )}
    </p>
  );
}
