import { ArrowLeftRight } from 'lucide-react';
import { monthTitle } from '@/lib/format/dates';
import { columnId, columnIndex } from '../model/columns';
import cellStyles from './cells.module.css';
import { measureTitle } from './GridRowView';
import type { GridModel } from './gridModel';
import styles from './rows.module.css';

interface GridHeaderProps {
  model: GridModel;
  /** Phones: the first figure changes between Budgeted and Spent. */
  onSwitchMeasure?: (() => void) | undefined;
}

/** Names of the columns; it stays in view above the rows. */
export function GridHeader({ model, onSwitchMeasure }: GridHeaderProps) {
  const { months, measures } = model;
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" aria-rowindex={1} className={styles.headRow}>
        <div role="columnheader" aria-colindex={1} className={styles.headName}>
          Category
        </div>
        {months.flatMap((month) =>
          measures.map((measure, place) => {
            const column = columnId(measure, month);
            const title = measureTitle(measure, false);
            return (
              <div
                key={column}
                role="columnheader"
                aria-colindex={columnIndex(column, model)}
                aria-label={`${title} ${monthTitle(month)}`}
                className={`${styles.headCell} ${place === 0 ? cellStyles.monthStart : ''}`}
              >
                {place === 0 && onSwitchMeasure ? (
                  <button type="button" className={styles.switch} onClick={onSwitchMeasure}>
                    <ArrowLeftRight size="0.875rem" aria-hidden="true" />
                    {title}
                  </button>
                ) : (
                  title
                )}
              </div>
            );
          }),
        )}
      </div>
    </div>
  );
}
