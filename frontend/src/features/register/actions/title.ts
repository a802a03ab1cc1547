/** The keys of a column's title, above the first row. */

import { isSortable } from '@/domain/transactions/sort';
import type { Action } from '@/lib/actions/actions';
import { announce } from '@/lib/announce/announce';
import { registerTexts } from '@/texts/register';
import { COLUMN_TITLES } from '@/texts/transactions';
import { widthOf } from '../grid/columnWidth';
import type { RegisterController } from '../grid/RegisterController';
import { sortAloud } from '../grid/sortAloud';
import { type ColumnId, isResizable, withinLimits } from '../model/columns';
import type { ColumnSizing } from '../useColumns';

/** How much an arrow key changes the width of a column. */
const STEP_PX = 16;

export interface TitleAt {
  grid: RegisterController;
  column: ColumnId;
  title: HTMLElement;
  sizing: ColumnSizing;
}

const stepOf = (event?: KeyboardEvent) => (event?.key === 'ArrowRight' ? 1 : -1);

export const TITLE_ACTIONS: readonly Action<TitleAt>[] = [
  {
    id: 'sort',
    label: registerTexts.titleSort,
    keys: ['Enter', 'Space'],
    applies: ({ column }) => isSortable(column),
    run: ({ grid, column }) => sortAloud(grid.model.view, column),
  },
  {
    id: 'resize',
    label: registerTexts.titleResize,
    keys: ['Shift+ArrowLeft', 'Shift+ArrowRight'],
    applies: ({ grid, column }) => isResizable(column) && !grid.model.columns.isNarrow,
    run: ({ column, title, sizing }, event) => {
      sizing.keep(column, withinLimits(column, widthOf(title) + stepOf(event) * STEP_PX));
      const resized = stepOf(event) === 1 ? registerTexts.wider : registerTexts.narrower;
      announce(resized(COLUMN_TITLES[column]));
    },
  },
  {
    id: 'next-title',
    label: registerTexts.titleNext,
    keys: ['ArrowLeft', 'ArrowRight'],
    run: ({ grid, column }, event) => {
      const { ids } = grid.model.columns;
      return grid.focusTitle(ids[ids.indexOf(column) + stepOf(event)] ?? column);
    },
  },
  {
    id: 'leave-titles',
    label: registerTexts.titleToRows,
    keys: ['ArrowDown'],
    run: ({ grid, column }) => grid.enterAt(column),
  },
];
