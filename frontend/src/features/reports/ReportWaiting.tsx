import { Skeleton } from '@/components/Skeleton';
import styles from './reports.module.css';

/** Stands for the figures and the chart while they load. */
export function ReportWaiting() {
  return (
    <div aria-busy="true" className={styles.card}>
      <div className={styles.facts}>
        <Skeleton width="8rem" />
        <Skeleton width="8rem" />
        <Skeleton width="8rem" />
      </div>
      <Skeleton width="100%" className={styles.waitingChart ?? ''} />
    </div>
  );
}
