import { commonTexts } from '@/texts/common';
import { Spinner } from '../Spinner';
import styles from './ManagerWaiting.module.css';

/** In the place of a card that depends on an answer; a quick one comes before it is seen. */
export function ManagerWaiting() {
  return (
    <p className={styles.waiting} role="status">
      <Spinner />
      {commonTexts.loading}
    </p>
  );
}
