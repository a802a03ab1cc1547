import { commonTexts } from '@/texts/common';
import { Button } from './Button';
import styles from './Problem.module.css';

interface LoadFailedProps {
  /** Why, in words. */
  children: string;
  onRetry: () => void;
}

/** In the place of what could not be loaded. */
export function LoadFailed({ children, onRetry }: LoadFailedProps) {
  return (
    <div role="alert" className={styles.failed}>
      <p>{children}</p>
      <Button onPress={onRetry}>{commonTexts.tryAgain}</Button>
    </div>
  );
}
