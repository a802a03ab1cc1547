import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  type CheckboxProps as Aria,
  Checkbox as AriaCheckbox,
} from 'react-aria-components/Checkbox';
import styles from './Checkbox.module.css';

interface CheckboxProps extends Omit<Aria, 'children' | 'className' | 'style'> {
  children: string;
  hint?: ReactNode;
}

/** A box with its words beside it; both can be pressed. */
export function Checkbox({ children, hint, ...rest }: CheckboxProps) {
  return (
    <AriaCheckbox {...rest} className={styles.checkbox ?? ''}>
      <span className={styles.box} aria-hidden="true">
        <Check size="0.875rem" strokeWidth={3} />
      </span>
      <span>
        {children}
        {hint && <span className={styles.hint}>{hint}</span>}
      </span>
    </AriaCheckbox>
  );
}
