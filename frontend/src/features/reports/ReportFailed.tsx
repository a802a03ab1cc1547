import { LoadFailed } from '@/components/LoadFailed';
import { errorText } from '@/texts/errors';
import styles from './reports.module.css';

interface ReportFailedProps {
  error: unknown;
  onRetry: () => void;
}

/** Stands in the place of the figures when they could not be had. */
export function ReportFailed({ error, onRetry }: ReportFailedProps) {
  return (
    <div className={`${styles.card} ${styles.failed}`}>
      <LoadFailed onRetry={onRetry}>{errorText(error)}</LoadFailed>
    </div>
  );
}
