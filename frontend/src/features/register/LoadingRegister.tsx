import { Skeleton } from '@/components/Skeleton';
import { registerTexts } from '@/texts/register';
import styles from './RegisterPage.module.css';

const WIDTHS = [92, 85, 78, 94, 88, 72, 90, 81, 76, 93, 84, 79];

/** The place of a register whose names are still on their way. */
export function LoadingRegister() {
  return (
    <div role="status" aria-label={registerTexts.loadingTransactions} className={styles.skeletons}>
      {WIDTHS.map((width) => (
        <Skeleton key={width} width={`${width}%`} />
      ))}
    </div>
  );
}
