import type { ReactNode } from 'react';
import { explainTexts } from '@/texts/explain';
import styles from './explainButton.module.css';

interface ExplainButtonProps {
  onExplain: () => void;
  /** Left out where the keyboard moves by cells. */
  isTabStop?: boolean;
  children: ReactNode;
}

/** A figure that explains itself when it is pressed. */
export function ExplainButton({ onExplain, isTabStop = true, children }: ExplainButtonProps) {
  return (
    <button
      type="button"
      tabIndex={isTabStop ? undefined : -1}
      title={explainTexts.explain}
      className={styles.button}
      onClick={onExplain}
    >
      {children}
    </button>
  );
}
