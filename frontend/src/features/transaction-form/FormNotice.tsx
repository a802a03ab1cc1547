import { Link } from 'react-router';
import { Button } from '@/components/Button';
import { transactionFormTexts } from '@/texts/transactionForm';
import styles from './form.module.css';

interface FormNoticeProps {
  children: string;
  onRetry?: () => void;
}

/** Replaces the form when there is nothing to edit, with ways to continue. */
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
