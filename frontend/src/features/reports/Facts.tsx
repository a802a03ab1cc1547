import type { ReactNode } from 'react';
import { type FigureOf, ReportFigure } from '@/domain/reports/ReportFigure';
import styles from './reports.module.css';

export interface Fact {
  name: string;
  /** The amount as it is shown. */
  amount: string;
  /** The source of the amount, if it has one. */
  of?: Omit<FigureOf, 'name' | 'value'>;
  /** More about it, in words. */
  note?: string;
  /** What it is compared with, and the difference, in words. */
  compared?: string;
  isMain?: boolean;
}

/** The totals of a report, as pairs of a name and an amount. */
export function Facts({ facts, children }: { facts: readonly Fact[]; children?: ReactNode }) {
  return (
    <div className={styles.head}>
      <dl className={styles.facts}>
        {facts.map(({ name, amount, of, note, compared, isMain }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd data-amount className={isMain ? styles.main : styles.figure}>
              {of ? <ReportFigure of={{ ...of, name, value: amount }} /> : amount}
            </dd>
            {note !== undefined && <dd className={styles.note}>{note}</dd>}
            {compared !== undefined && <dd className={styles.compared}>{compared}</dd>}
          </div>
        ))}
      </dl>
      {children && <div className={styles.choices}>{children}</div>}
    </div>
  );
}
