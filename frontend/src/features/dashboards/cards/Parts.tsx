import { type FigureOf, ReportFigure } from '@/domain/reports/ReportFigure';
import styles from '../card.module.css';

export interface Part {
  name: string;
  value: string;
  /** The source of the figure, if it has one. */
  of?: Omit<FigureOf, 'value' | 'name'>;
  /** Stands apart from the others, as their total. */
  isTotal?: boolean;
}

/** A few named figures, one below the other. */
export function Parts({ parts }: { parts: readonly Part[] }) {
  return (
    <dl className={styles.parts}>
      {parts.map(({ name, value, of, isTotal }) => (
        <div key={name} data-total={isTotal || undefined}>
          <dt>{name}</dt>
          <dd data-amount>
            {of ? <ReportFigure of={{ ...of, name, value }} isTabStop={false} /> : value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
