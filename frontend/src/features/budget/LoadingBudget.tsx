import { Skeleton } from '@/components/Skeleton';
import { budgetTexts } from '@/texts/budget';
import styles from './LoadingBudget.module.css';

const ROWS = Array.from({ length: 18 }, (_, row) => row);
/** Every so many rows a group begins. */
const GROUP = 6;

/** The shape of the budget while its categories are on their way. */
export function LoadingBudget() {
  return (
    <div className={styles.loading} role="status" aria-label={budgetTexts.loading}>
      <h1 tabIndex={-1} className="visually-hidden">
        {budgetTexts.budget}
      </h1>
      <div className={styles.bar}>
        <Skeleton width={150} />
      </div>
      {ROWS.map((row) => (
        <div key={row} className={styles.row} data-group={row % GROUP === 0 || undefined}>
          <Skeleton width={row % GROUP === 0 ? 80 : 90 + ((row * 37) % 50)} />
          <Skeleton />
          <Skeleton />
        </div>
      ))}
    </div>
  );
}
