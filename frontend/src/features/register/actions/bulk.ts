/** What can be done to the selected transactions, and to the focused one when nothing is. */

import { clearSelection, selectOnly } from '@/components/grid/selection';
import type { BulkField } from '@/domain/transactions/bulk';
import type { Action } from '@/lib/actions/actions';
import { commonTexts } from '@/texts/common';
import { registerTexts } from '@/texts/register';
import type { Bulk } from '../bulk/Bulk';
import { findRow, offline, onWhole, type RegisterAt } from './at';

/**
 * Chooses what the action is for: a row of the menu that is not selected stands for itself. Returns
 * the way back to no selection, for an action that is given up.
 */
function aim({ grid, rowId, anchor }: RegisterAt): () => void {
  const { selection, list } = grid.model;
  const { rows } = selection.getState();
  const row = list.row(rowId);
  const isAlone = anchor ? !rows.has(rowId) : rows.size === 0;
  if (!row || !isAlone) return () => {};
  selectOnly(selection, [row]);
  return () => clearSelection(selection);
}

const onSelection = ({ grid, anchor }: RegisterAt) => grid.hasSelection() || anchor !== undefined;
const onSelectionOrRow = (at: RegisterAt) => onSelection(at) || findRow(at) !== undefined;

function bulk(
  id: string,
  label: string,
  letter: string,
  act: (bulk: Bulk, giveUp: () => void) => unknown,
): Action<RegisterAt> {
  return {
    id,
    label,
    general: registerTexts.selected(label),
    keys: [letter],
    applies: onSelectionOrRow,
    reason: offline,
    run: (at) => {
      const giveUp = aim(at);
      void act(at.grid.bulk, giveUp);
    },
  };
}

const field = (id: BulkField, label: string, letter: string) =>
  bulk(`bulk-${id}`, label, letter, (of, giveUp) => of.edit(id, giveUp));

export const showSelected: Action<RegisterAt> = {
  ...bulk('bulk-show', commonTexts.show, 'F', (of) => of.show()),
  applies: onSelection,
};

export const remove: Action<RegisterAt> = {
  ...bulk('delete', commonTexts.delete, 'D', (of, giveUp) => of.remove(giveUp)),
  look: 'danger',
};

function splitLines({ grid }: RegisterAt): string | undefined {
  const rows = [...grid.model.selection.getState().rows.values()];
  return rows.some(({ is_child }) => is_child) ? registerTexts.linesNotDuplicated : undefined;
}

export const duplicate: Action<RegisterAt> = {
  ...bulk('duplicate', commonTexts.duplicate, 'U', (of) => of.duplicate()),
  reason: (at) => offline(at) ?? (at.anchor ? undefined : splitLines(at)),
};

/** In the order of the bar. */
export const BULK: readonly Action<RegisterAt>[] = [
  showSelected,
  remove,
  field('account', registerTexts.account, 'A'),
  field('payee', registerTexts.payee, 'P'),
  field('notes', registerTexts.notes, 'N'),
  field('category', registerTexts.category, 'C'),
  bulk('bulk-cleared', registerTexts.cleared, 'L', (of) => of.toggleCleared()),
  field('date', registerTexts.date, 'E'),
  field('amount', registerTexts.amount, 'M'),
  duplicate,
];

/** The two that the menu of a row has too. */
export const duplicateRow: Action<RegisterAt> = { ...duplicate, applies: onWhole };
export const removeRow: Action<RegisterAt> = { ...remove, applies: onWhole };
