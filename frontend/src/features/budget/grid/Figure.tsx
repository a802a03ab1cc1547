import type { AmountFormat } from '@/lib/format/amount';
import styles from './cells.module.css';

interface FigureProps {
  /** Cents; undefined while the value is not known yet. */
  value: number | undefined;
  amounts: AmountFormat;
}

/** An amount, or a bar of its usual width while it is loading. */
export function Figure({ value, amounts }: FigureProps) {
  if (value === undefined) return <span className={styles.skeleton} aria-hidden="true" />;
  return (
    <span className={styles.figure} data-zero={value === 0 || undefined}>
      {amounts.format(value)}
    </span>
  );
}
