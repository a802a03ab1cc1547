import type { PointerEventHandler } from 'react';
import styles from './card.module.css';

/** The corner that a pointer resizes a card by; keys do the same. */
export function ResizeHandle(props: { onPointerDown: PointerEventHandler<HTMLElement> }) {
  return (
    <div role="none" className={styles.corner} {...props}>
      <svg viewBox="0 0 10 10" aria-hidden="true">
        <path d="M9 1 1 9M9 5 5 9" />
      </svg>
    </div>
  );
}
