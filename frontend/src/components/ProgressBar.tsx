import styles from './ProgressBar.module.css';

/** A bar for work whose end is not known. It shows only once the work has taken a while. */
export function ProgressBar({ label }: { label: string }) {
  return (
    <span role="progressbar" aria-label={label} className={styles.bar}>
      <span className={styles.part} />
    </span>
  );
}
