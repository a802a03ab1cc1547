import { useStore } from 'zustand';
import { COLUMN_TITLES } from '../texts';
import styles from './grid.module.css';
import { useRegisterModel } from './registerModel';

/** The titles of the columns; the first one selects everything that is loaded, or nothing. */
export function GridHeader({ onSelectAll }: { onSelectAll: () => void }) {
  const { columns } = useRegisterModel();
  return (
    <div role="rowgroup" className={styles.head}>
      <div
        role="row"
        aria-rowindex={1}
        className={styles.headRow}
        data-narrow={columns.isNarrow || undefined}
      >
        {columns.ids.map((column, at) => (
          <div
            key={column}
            role="columnheader"
            aria-colindex={at + 1}
            aria-sort={column === 'date' ? 'descending' : undefined}
            data-col={column}
            className={styles.header}
          >
            {column === 'select' ? (
              <SelectAll onPress={onSelectAll} />
            ) : column === 'cleared' ? (
              <span className="visually-hidden">{COLUMN_TITLES.cleared}</span>
            ) : (
              COLUMN_TITLES[column]
            )}
          </div>
        ))}
      </div>
    </div>
  );
}

function SelectAll({ onPress }: { onPress: () => void }) {
  const { selection, list } = useRegisterModel();
  const count = useStore(selection, (state) => state.rows.size);
  const isAll = count > 0 && count >= list.entryCount;
  return (
    <input
      type="checkbox"
      className={styles.box}
      aria-label={count > 0 ? 'Select none' : 'Select all'}
      checked={isAll}
      ref={(box) => {
        if (box) box.indeterminate = count > 0 && !isAll;
      }}
      onChange={onPress}
    />
  );
}
