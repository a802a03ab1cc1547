import type { ReactNode } from 'react';
import styles from './Problem.module.css';

interface ProblemProps {
  children: ReactNode;
  /** A hint rather than an error: a feature that is unavailable here. */
  isHint?: boolean;
}

/** What went wrong, in words that a screen reader says at once. */
export function Problem({ children, isHint = false }: ProblemProps) {
  return (
    <p role="alert" className={isHint ? styles.hint : styles.problem}>
      {children}
    </p>
  );
}
