import { Link } from 'react-router';
import { Button } from '@/components/Button';
import styles from './form.module.css';

interface FormNoticeProps {
  children: string;
  onRetry?: () => void;
}

/** What stands in place of the form when there is nothing to change, and the ways on. */
export function FormNotice({ children, onRetry }: FormNoticeProps) {
  return (
    <div role="alert" className={styles.failed}>
      <h1 tabIndex={-1}>Transaction</h1>
      <p>{children}</p>
      {onRetry && <Button onPress={onRetry}>Try again</Button>}
      <Link to="/accounts">Go to the accounts</Link>
    </div>
  );
}
