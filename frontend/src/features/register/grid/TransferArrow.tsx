import { ArrowLeft, ArrowRight } from 'lucide-react';
import styles from './grid.module.css';

/** Beside the other account of a transfer: which way the money goes. */
export function TransferArrow({ amount }: { amount: number }) {
  const Arrow = amount > 0 ? ArrowLeft : ArrowRight;
  return <Arrow size="0.875rem" className={styles.arrow} aria-hidden="true" />;
}
