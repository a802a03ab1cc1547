import { reportsTexts } from '@/texts/reports';
import styles from './reports.module.css';

/** How the figures of a report come about; folded away at first. */
export function HowCalculated({ lines }: { lines: readonly string[] }) {
  return (
    <details className={styles.how}>
      <summary>{reportsTexts.how}</summary>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </details>
  );
}
