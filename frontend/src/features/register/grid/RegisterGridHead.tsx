import { ArrowDown, ArrowUp } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useStore } from 'zustand';
import { GridHead } from '@/components/grid/GridHead';
import { directionOf, isSortable } from '@/domain/transactions/sort';
import { useRegisterView } from '@/domain/transactions/view';
import { pressAction } from '@/lib/actions/actions';
import { commonTexts } from '@/texts/common';
import { COLUMN_TITLES } from '@/texts/transactions';
import { TITLE_ACTIONS, type TitleAt } from '../actions/title';
import { type ColumnId, isResizable } from '../model/columns';
import type { ColumnSizing } from '../useColumns';
import { ColumnEdge } from './ColumnEdge';
import styles from './grid.module.css';
import type { RegisterController } from './RegisterController';
import { useRegisterModel } from './registerModel';
import { SortMenu } from './SortMenu';
import { sortAloud } from './sortAloud';

interface HeadProps {
  controller: RegisterController;
  sizing: ColumnSizing;
}

/** The titles of the columns; a press sorts. The first one selects everything loaded, or nothing. */
export function RegisterGridHead({ controller, sizing }: HeadProps) {
  const { columns, view } = useRegisterModel();
  const sort = useRegisterView((state) => state.sort);
  return (
    <GridHead
      className={styles.head}
      rowClassName={styles.headRow}
      isNarrow={columns.isNarrow}
      columns={columns.ids.map((column) => ({
        id: column,
        sort: directionOf(sort, column),
        isSortable: isSortable(column),
        className: styles.header,
        onPress: () => sortAloud(view, column),
        onKeyDown: (event) => pressTitle(event, { grid: controller, column, sizing }),
        title: (
          <>
            {column === 'select' ? (
              <SelectAll onPress={() => controller.selectAll()} />
            ) : (
              <Title column={column} direction={directionOf(sort, column)} />
            )}
            {isResizable(column) && !columns.isNarrow && (
              <ColumnEdge column={column} controller={controller} sizing={sizing} />
            )}
          </>
        ),
      }))}
    >
      {columns.isNarrow && <SortMenu columns={columns.ids} />}
    </GridHead>
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

function pressTitle(event: KeyboardEvent, at: Omit<TitleAt, 'title'>): void {
  if (!(event.currentTarget instanceof HTMLElement)) return;
  const title = event.currentTarget;
  if (!pressAction(TITLE_ACTIONS, { ...at, title }, event.nativeEvent)) return;
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
      aria-label={count > 0 ? commonTexts.selectNone : commonTexts.selectAll}
      checked={isAll}
      ref={(box) => {
        if (box) box.indeterminate = count > 0 && !isAll;
      }}
      onChange={onPress}
    />
  );
}
