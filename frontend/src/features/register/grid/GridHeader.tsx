import { ArrowDown, ArrowUp } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useStore } from 'zustand';
import { announce } from '@/lib/announce/announce';
import { type ColumnId, isResizable, withinLimits } from '../model/columns';
import { directionOf, isSortable } from '../model/sort';
import { registerView } from '../model/view';
import { COLUMN_TITLES } from '../texts';
import type { ColumnSizing } from '../useColumns';
import { ColumnEdge } from './ColumnEdge';
import type { GridController } from './GridController';
import styles from './grid.module.css';
import { useRegisterModel } from './registerModel';
import { SortMenu } from './SortMenu';
import { sortAloud } from './sortAloud';

/** What an arrow key adds to the width of a column. */
const STEP_PX = 16;

interface HeaderProps {
  controller: GridController;
  sizing: ColumnSizing;
}

/**
 * The titles of the columns; a press sorts. The first one selects everything that is loaded, or
 * nothing.
 */
export function GridHeader({ controller, sizing }: HeaderProps) {
  const { columns } = useRegisterModel();
  const sort = registerView((state) => state.sort);
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
            aria-sort={directionOf(sort, column)}
            tabIndex={-1}
            data-col={column}
            data-sortable={isSortable(column) || undefined}
            className={styles.header}
            onClick={() => sortAloud(column)}
            onKeyDown={(event) => pressTitle(event, column, controller, sizing)}
          >
            {column === 'select' ? (
              <SelectAll onPress={() => controller.selectAll()} />
            ) : (
              <Title column={column} direction={directionOf(sort, column)} />
            )}
            {isResizable(column) && !columns.isNarrow && (
              <ColumnEdge column={column} controller={controller} sizing={sizing} />
            )}
          </div>
        ))}
        {columns.isNarrow && <SortMenu columns={columns.ids} />}
      </div>
    </div>
  );
}

interface TitleProps {
  column: ColumnId;
  direction: ReturnType<typeof directionOf>;
}

/** The title of a column, with an arrow where it is sorted. */
function Title({ column, direction }: TitleProps) {
  const Arrow = direction === 'ascending' ? ArrowUp : ArrowDown;
  const isHidden = column === 'cleared';
  return (
    <>
      <span className={isHidden ? 'visually-hidden' : styles.title}>{COLUMN_TITLES[column]}</span>
      {direction && <Arrow size="0.8125rem" className={styles.sortedBy} aria-hidden="true" />}
    </>
  );
}

/** The keys of a title: Enter sorts, arrows go on, with Shift they resize the column. */
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
  else if (isSortable(column) && (event.key === 'Enter' || event.key === ' ')) sortAloud(column);
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
