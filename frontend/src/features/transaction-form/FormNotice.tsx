import { Button } from '@/components/Button';
import { ButtonLink } from '@/components/ButtonLink';
import { commonTexts } from '@/texts/common';
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
      <h1 tabIndex={-1}>{commonTexts.transaction}</h1>
      <p>{children}</p>
      {onRetry && <Button onPress={onRetry}>{commonTexts.tryAgain}</Button>}
      <ButtonLink to="/accounts">{transactionFormTexts.goToAccounts}</ButtonLink>
    </div>
  );
}
