import type { ReactNode } from 'react';
import { type FigureOf, ReportFigure } from '@/domain/reports/ReportFigure';
import styles from '../card.module.css';

interface FigureProps {
  /** The figure as it is shown, or with what is behind it. */
  children: string | FigureOf;
  /** What it is, or how it changed. */
  words?: ReactNode;
  tone?: 'good' | 'bad' | 'plain';
}

/** The one figure of a card and its words. */
export function Figure({ children, words, tone = 'plain' }: FigureProps) {
  return (
    <p className={styles.figure}>
      <span data-amount className={styles.amount}>
        {typeof children === 'string' ? children : <ReportFigure of={children} isTabStop={false} />}
      </span>{' '}
      {words && (
        <span className={styles.words} data-tone={tone}>
          {words}
        </span>
      )}
    </p>
  );
}
