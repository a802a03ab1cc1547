import { Skeleton } from '@/components/Skeleton';
import styles from './list.module.css';

/** Stands for the rows of a list while they load. */
export function ListWaiting({ lines }: { lines: number }) {
  return (
    <div aria-busy="true" className={styles.waiting}>
      {Array.from({ length: lines }, (_, line) => line).map((line) => (
        <Skeleton key={line} width={`${48 + ((line * 17) % 40)}%`} />
      ))}
    </div>
  );
}
