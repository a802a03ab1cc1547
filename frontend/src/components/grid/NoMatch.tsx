import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './listPage.module.css';

/** Stands in place of the rows when none fits the filter. */
export function NoMatch({ children }: { children: ReactNode }) {
  return (
    <div className={styles.empty}>
      <SearchX size="2rem" strokeWidth={1.5} aria-hidden="true" />
      <p>{children}</p>
    </div>
  );
}
