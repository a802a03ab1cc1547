import type { ReactNode } from 'react';
import styles from './RowList.module.css';

/** Things of a dialog one under the other, such as devices or uploads, each with its action. */
export function RowList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className={styles.list}>
      {children}
    </ul>
  );
}

interface RowProps {
  icon?: ReactNode;
  title: string;
  /** A word that sets this one apart, such as "This device". */
  mark?: string | undefined;
  hint: string;
  /** What can be done with it. */
  action?: ReactNode;
}

export function ListRow({ icon, title, mark, hint, action }: RowProps) {
  return (
    <li className={styles.row}>
      {icon && <span className={styles.icon}>{icon}</span>}
      <span className={styles.text}>
        <span className={styles.title}>
          {title}
          {mark && <span className={styles.mark}>{mark}</span>}
        </span>
        <span className={styles.hint}>{hint}</span>
      </span>
      {action}
    </li>
  );
}
