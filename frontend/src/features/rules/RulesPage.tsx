import { rulesTexts } from '@/texts/rules';
import { Rules } from './Rules';
import styles from './rules.module.css';

/** The rules of the open budget: to search, edit and delete. */
export default function RulesPage() {
  return (
    <div className={styles.page}>
      <h1 tabIndex={-1} className={styles.title}>
        {rulesTexts.title}
      </h1>
      <Rules payee={null} />
    </div>
  );
}
