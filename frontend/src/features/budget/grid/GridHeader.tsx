import type { Month } from '@/generated/contract';
import { monthTitle } from '@/lib/format/dates';
import { columnId, columnIndex, MEASURES } from '../model/columns';
import cellStyles from './cells.module.css';
import { measureTitle } from './GridRowView';
import styles from './rows.module.css';

interface GridHeaderProps {
  months: readonly Month[];
}

/** Names of the columns; it stays in view above the rows. */
export function GridHeader({ months }: GridHeaderProps) {
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" aria-rowindex={1} className={styles.headRow}>
        <div role="columnheader" aria-colindex={1} className={styles.headName}>
          Category
        </div>
        {months.flatMap((month) =>
          MEASURES.map((measure) => {
            const column = columnId(measure, month);
            return (
              <div
                key={column}
                role="columnheader"
                aria-colindex={columnIndex(column, months)}
                aria-label={`${measureTitle(measure, false)} ${monthTitle(month)}`}
                className={`${styles.headCell} ${measure === 'budgeted' ? cellStyles.monthStart : ''}`}
              >
                {measureTitle(measure, false)}
              </div>
            );
          }),
        )}
      </div>
    </div>
  );
}
