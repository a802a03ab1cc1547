import type { ComponentProps } from 'react';
import { budgetTexts } from '@/texts/budget';
import styles from './explainButton.module.css';

interface ExplainButtonProps extends ComponentProps<'button'> {
  onExplain: () => void;
}

/** A figure that explains itself when it is pressed. */
export function ExplainButton({ onExplain, children, ...button }: ExplainButtonProps) {
  return (
    <button
      {...button}
      type="button"
      title={budgetTexts.explain}
      className={styles.button}
      onClick={onExplain}
    >
      {children}
    </button>
  );
}
