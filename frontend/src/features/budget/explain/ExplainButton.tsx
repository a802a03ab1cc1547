import type { ComponentProps } from 'react';
import { explainTexts } from '@/texts/explain';
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
      title={explainTexts.explain}
      className={styles.button}
      onClick={onExplain}
    >
      {children}
    </button>
  );
}
