import { Link } from 'react-router';
import { Button } from '@/components/Button';
import { transactionFormTexts } from '@/texts/transactionForm';
import styles from './form.module.css';

interface FormNoticeProps {
  children: string;
  onRetry?: () => void;
}

/** What stands in place of the form when there is nothing to change, and the ways on. */
export function FormNotice({ children, onRetry }: FormNoticeProps) {
  return (
    <div role="alert" className={styles.failed}>
      <h1 tabIndex={-1}>{transactionFormTexts.transaction}</h1>
      <p>{children}</p>
      {onRetry && <Button onPress={onRetry}>{transactionFormTexts.tryAgain}</Button>}
      <Link to="/accounts">{transactionFormTexts.goToAccounts}</Link>
    </div>
  );
}
