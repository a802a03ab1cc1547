import type { KeyboardEvent } from 'react';
import { useStore } from 'zustand';
import { announce } from '@/lib/announce/announce';
import { type ColumnId, isResizable, withinLimits } from '../model/columns';
import { COLUMN_TITLES } from '../texts';
import type { ColumnSizing } from '../useColumns';
import { ColumnEdge } from './ColumnEdge';
import type { GridController } from './GridController';
import styles from './grid.module.css';
import { useRegisterModel } from './registerModel';

/** What an arrow key adds to the width of a column. */
const STEP_PX = 16;

interface HeaderProps {
  controller: GridController;
  sizing: ColumnSizing;
}

/** The titles of the columns; the first one selects everything that is loaded, or nothing. */
export function GridHeader({ controller, sizing }: HeaderProps) {
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
            tabIndex={-1}
            data-col={column}
            className={styles.header}
            onKeyDown={(event) => pressTitle(event, column, controller, sizing)}
          >
            {column === 'select' ? (
              <SelectAll onPress={() => controller.selectAll()} />
            ) : column === 'cleared' ? (
              <span className="visually-hidden">{COLUMN_TITLES.cleared}</span>
            ) : (
              <span className={styles.title}>{COLUMN_TITLES[column]}</span>
            )}
            {isResizable(column) && !columns.isNarrow && (
              <ColumnEdge column={column} controller={controller} sizing={sizing} />
            )}
          </div>
        ))}
      </div>
    </div>
  );
}

/** The keys of a title: arrows go on, with Shift they make the column wider or narrower. */
function pressTitle(
  event: KeyboardEvent,
  column: ColumnId,
  controller: GridController,
  sizing: ColumnSizing,
): void {
  const { ids, isNarrow } = controller.model.columns;
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  const title = event.currentTarget;
  if (event.key === 'ArrowDown') controller.enterAt(column);
  else if (step === 0) return;
  else if (!event.shiftKey) controller.focusTitle(ids[ids.indexOf(column) + step] ?? column);
  else if (isResizable(column) && !isNarrow && title instanceof HTMLElement) {
    const width = withinLimits(column, controller.widthOf(title) + step * STEP_PX);
    sizing.keep(column, width);
    announce(`${COLUMN_TITLES[column]} ${step === 1 ? 'wider' : 'narrower'}`);
  }
  event.preventDefault();
  event.stopPropagation();
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
