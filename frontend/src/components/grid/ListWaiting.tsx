import { SkeletonLines } from '@/components/SkeletonLines';
import styles from './list.module.css';

/** Stands for the rows of a list while they load. */
export function ListWaiting({ lines }: { lines: number }) {
  return (
    <div className={styles.waiting}>
      <SkeletonLines lines={lines} />
    </div>
  );
}
