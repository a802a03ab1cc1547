import type { Action } from '@/lib/actions/actions';
import { commonTexts } from '@/texts/common';
import { registerTexts } from '@/texts/register';
import { transactionsTexts } from '@/texts/transactions';
import { offline, onPart, onWhole, type RegisterAt, rowAt } from './at';

export const split: Action<RegisterAt> = {
  id: 'split',
  label: (at) =>
    rowAt(at).is_parent ? transactionsTexts.addSplit : registerTexts.splitTransaction,
  general: registerTexts.splitTheTransaction,
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
  label: registerTexts.addLine,
  keys: ['Alt+Enter'],
  applies: (at) => at.grid.model.list.entry(at.rowId)?.row.is_parent === true,
  reason: offline,
  run: ({ grid, rowId }) => grid.splitting.add(rowId),
};

export const removePart: Action<RegisterAt> = {
  id: 'remove-part',
  label: commonTexts.removeThisLine,
  general: registerTexts.removeLineHelp,
  keys: ['Mod+Backspace'],
  look: 'danger',
  applies: onPart,
  reason: offline,
  run: ({ grid, rowId }) => void grid.splitting.remove(rowId),
};
