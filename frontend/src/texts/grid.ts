import { number } from './locale';

/** Words of tables. */
export const gridTexts = {
  selectedOf: (count: number, total: string | undefined) =>
    total ? `${number(count)} selected, total ${total}` : `${number(count)} selected`,
  selected: '{count} selected',
  select: 'Select',
  selectUpToHere: 'Select up to here',
  selectOnWhileMoving: 'Select on while moving',
  selectAllOrNone: 'Select everything, or nothing',
  clearTheSelection: 'Clear the selection',
  moveOneCell: 'Move one cell',
  rowEnds: 'First and last cell of the row',
  firstAndLastRow: 'First and last row',
  aPageUpOrDown: 'A page up or down',
  footNext: 'Next or previous total',
  footEnds: 'First and last total',
  footToRows: 'Back to the rows',
  moreActions: 'More actions',
} as const;
