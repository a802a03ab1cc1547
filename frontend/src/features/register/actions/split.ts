import { exact } from '@/domain/transactions/texts';
import type { Action } from '@/lib/actions/actions';
import { offline, onPart, onWhole, type RegisterAt, rowAt } from './at';

export const split: Action<RegisterAt> = {
  id: 'split',
  label: (at) => (rowAt(at).is_parent ? exact.addSplit : 'Split Transaction'),
  general: 'Split the transaction',
  applies: onWhole,
  reason: offline,
  run: (at) => {
    const { id, is_parent } = rowAt(at);
    if (is_parent) at.grid.splitting.add(id);
    else at.grid.editing.split(id);
  },
};

export const addPart: Action<RegisterAt> = {
  id: 'add-part',
  label: 'Add a line to the split',
  keys: ['Alt+Enter'],
  applies: (at) => at.grid.model.list.entry(at.rowId)?.row.is_parent === true,
  reason: offline,
  run: ({ grid, rowId }) => grid.splitting.add(rowId),
};

export const removePart: Action<RegisterAt> = {
  id: 'remove-part',
  label: 'Remove this line',
  general: 'Remove the line of the split',
  keys: ['Mod+Backspace'],
  look: 'danger',
  applies: onPart,
  reason: offline,
  run: ({ grid, rowId }) => void grid.splitting.remove(rowId),
};
