import type { ReactNode } from 'react';
import { explainTexts } from '@/texts/explain';
import styles from './explainButton.module.css';

interface ExplainButtonProps {
  onExplain: () => void;
  children: ReactNode;
}

/** A figure that explains itself when it is pressed. */
export function ExplainButton({ onExplain, children }: ExplainButtonProps) {
  return (
    <button
      type="button"
      title={explainTexts.explain}
      className={styles.button}
      onClick={onExplain}
    >
      {children}
    </button>
  );
}
