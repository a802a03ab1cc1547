import type { ReactNode } from 'react';
import styles from '../card/screen.module.css';

/** Settings that belong together. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div role="group" aria-label={title} className={styles.section}>
      <h2>{title}</h2>
      {children}
    </div>
  );
}
