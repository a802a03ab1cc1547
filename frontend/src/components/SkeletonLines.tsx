import { Skeleton } from './Skeleton';
import styles from './SkeletonLines.module.css';

/** Stands for lines of text while they load. */
export function SkeletonLines({ lines }: { lines: number }) {
  return (
    <div aria-busy="true" className={styles.lines}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all lines are alike.
        <Skeleton key={line} width={`${48 + ((line * 17) % 40)}%`} />
      ))}
    </div>
  );
}
