import { EDITABLE } from '@/domain/transactions/editable';
import type { Action } from '@/lib/actions/actions';
import { registerTexts } from '@/texts/register';
import { findRow, offline, onRow, placeOf, type RegisterAt } from './at';

const isField = (at: RegisterAt) => onRow(at) && EDITABLE.has(placeOf(at).column);
const isSplitCategory = (at: RegisterAt) => at.column === 'category' && findRow(at)?.is_parent;

export const edit: Action<RegisterAt> = {
  id: 'edit',
  label: registerTexts.edit,
  general: registerTexts.editTheCell,
  keys: ['Enter', 'F2'],
  applies: (at) => isField(at) && !isSplitCategory(at),
  reason: offline,
  run: (at) => at.grid.editing.open(placeOf(at)),
};

/** Letters are commands, so that only what begins a date or an amount starts an edit by itself. */
export const typeOver: Action<RegisterAt> = {
  id: 'type-over',
  label: registerTexts.typeOverTheCell,
  keys: ['0–9', '.', ','],
  applies: isField,
  reason: offline,
  run: (at, event) => at.grid.editing.open(placeOf(at), { startText: event?.key }),
};
