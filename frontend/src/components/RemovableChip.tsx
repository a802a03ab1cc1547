import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './RemovableChip.module.css';

interface RemovableChipProps {
  removeLabel: string;
  onRemove: () => void;
  children: ReactNode;
}

/** Something chosen, with a button that takes it out again. */
export function RemovableChip({ removeLabel, onRemove, children }: RemovableChipProps) {
  return (
    <span className={styles.chip}>
      {children}
      <button type="button" aria-label={removeLabel} className={styles.remove} onClick={onRemove}>
        <X size="0.875rem" aria-hidden="true" />
      </button>
    </span>
  );
}
