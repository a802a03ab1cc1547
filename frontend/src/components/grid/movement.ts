/** The keys that every grid moves by. */

import type { Action } from '@/lib/actions/actions';
import { gridTexts } from '@/texts/grid';
import type { At, GridController } from './GridController';

/** Movement needs no more of a grid than this. */
type Moving = Pick<
  GridController,
  'moveRows' | 'moveColumns' | 'moveToColumn' | 'moveToEdge' | 'pageRows'
>;
type Movement = Action<Pick<At<Moving>, 'grid'>>;

export const MOVEMENT: readonly Movement[] = [
  {
    id: 'grid-move',
    label: gridTexts.moveOneCell,
    keys: ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'],
    run: ({ grid }, event) => {
      const step = event?.key === 'ArrowUp' || event?.key === 'ArrowLeft' ? -1 : 1;
      const isVertical = event?.key === 'ArrowUp' || event?.key === 'ArrowDown';
      return isVertical ? grid.moveRows(step) : grid.moveColumns(step);
    },
  },
  {
    id: 'grid-row-ends',
    label: gridTexts.rowEnds,
    keys: ['Home', 'End'],
    run: ({ grid }, event) => grid.moveToColumn(event?.key === 'Home' ? 'first' : 'last'),
  },
  {
    id: 'grid-ends',
    label: gridTexts.firstAndLastRow,
    keys: ['Mod+Home', 'Mod+End'],
    run: ({ grid }, event) => grid.moveToEdge(event?.key === 'Home' ? 'first' : 'last', true),
  },
  {
    id: 'grid-page',
    label: gridTexts.aPageUpOrDown,
    keys: ['PageUp', 'PageDown'],
    run: ({ grid }, event) =>
      grid.moveRows(event?.key === 'PageUp' ? -grid.pageRows : grid.pageRows),
  },
];
