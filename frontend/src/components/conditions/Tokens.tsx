import { type ReactNode, useRef } from 'react';
import { conditionsTexts } from '@/texts/conditions';
import { RemovableChip } from '../RemovableChip';
import styles from './conditions.module.css';

interface TokensProps {
  label: string;
  /** What each token says, by its value. */
  names: readonly (readonly [value: string, name: string])[];
  onRemove: (value: string) => void;
  /** The field that adds one. */
  children: ReactNode;
}

/** The values of a list as tokens that can be taken out again. */
export function Tokens({ label, names, onRemove, children }: TokensProps) {
  const box = useRef<HTMLDivElement>(null);
  const remove = (value: string) => {
    onRemove(value);
    box.current?.querySelector<HTMLElement>('input')?.focus();
  };
  return (
    <div
      ref={box}
      role="none"
      className={styles.tokens}
      onKeyDown={(event) => {
        const isEmpty = event.target instanceof HTMLInputElement && event.target.value === '';
        const last = names.at(-1);
        if (event.key === 'Backspace' && isEmpty && last) remove(last[0]);
      }}
    >
      {children}
      {names.length > 0 && (
        <ul aria-label={conditionsTexts.chosen(label)} className={styles.tokenList}>
          {names.map(([value, name]) => (
            <li key={value} className={styles.token}>
              <RemovableChip
                removeLabel={conditionsTexts.remove(name)}
                onRemove={() => remove(value)}
              >
                <span className={styles.tokenName}>{name}</span>
              </RemovableChip>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
