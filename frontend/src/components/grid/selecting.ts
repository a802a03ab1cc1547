/** The keys that every grid selects by. */

import type { Action } from '@/lib/actions/actions';
import { gridTexts } from '@/texts/grid';
import type { GridController } from './GridController';

/** The selection commands of a grid. */
export interface Selecting extends Pick<GridController, 'moveRows' | 'pageRows'> {
  /** Selects a row or takes it out. */
  toggleSelected: (rowId: string) => void;
  /** Selects everything up to a row. */
  selectTo: (rowId: string) => void;
  selectAll: () => void;
  hasSelection: () => boolean;
  selectNone: () => void;
}

interface SelectAt {
  grid: Selecting;
  rowId: string;
}

export const SELECTING: readonly Action<SelectAt>[] = [
  {
    id: 'select',
    label: gridTexts.select,
    keys: ['X', 'Space'],
    run: ({ grid, rowId }) => grid.toggleSelected(rowId),
  },
  {
    id: 'select-range',
    label: gridTexts.selectUpToHere,
    keys: ['Shift+Space', 'Shift+X'],
    run: ({ grid, rowId }) => grid.selectTo(rowId),
  },
  {
    id: 'select-on',
    label: gridTexts.selectOnWhileMoving,
    keys: ['Shift+ArrowDown', 'Shift+ArrowUp', 'Shift+PageDown', 'Shift+PageUp'],
    run: ({ grid, rowId }, event) => {
      const step = event?.key.startsWith('Page') ? grid.pageRows : 1;
      const isUp = event?.key.endsWith('Up');
      if (!grid.hasSelection()) grid.toggleSelected(rowId);
      return grid.moveRows(isUp ? -step : step, (reached) => grid.selectTo(reached));
    },
  },
  {
    id: 'select-all',
    label: gridTexts.selectAllOrNone,
    keys: ['Mod+A'],
    run: ({ grid }) => grid.selectAll(),
  },
  {
    id: 'select-none',
    label: gridTexts.clearTheSelection,
    keys: ['Escape'],
    applies: ({ grid }) => grid.hasSelection(),
    run: ({ grid }) => grid.selectNone(),
  },
];
