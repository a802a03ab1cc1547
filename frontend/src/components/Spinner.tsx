import styles from './Spinner.module.css';

/** A turning ring without meaning of its own; put the word beside it. */
export function Spinner({ className = '' }: { className?: string | undefined }) {
  return <span aria-hidden="true" className={`${styles.spinner} ${className}`} />;
}
