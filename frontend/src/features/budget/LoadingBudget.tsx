import { Skeleton } from '@/components/Skeleton';
import { budgetTexts } from '@/texts/budget';
import styles from './LoadingBudget.module.css';

const ROWS = Array.from({ length: 14 }, (_, row) => row);

/** The shape of the budget while its categories are on their way. */
export function LoadingBudget() {
  return (
    <div className={styles.loading} role="status" aria-label={budgetTexts.loading}>
      <h1 tabIndex={-1} className="visually-hidden">
        {budgetTexts.budget}
      </h1>
      {ROWS.map((row) => (
        <div key={row} className={styles.row}>
          <Skeleton width={row % 5 === 0 ? 120 : 90} />
          <Skeleton />
        </div>
      ))}
    </div>
  );
}
