/** The actions of the selection bar with their letters (ui-brief 7.6); help lists them too. */
import type { Shortcut } from '@/lib/keys/keys';
import type { Bulk } from './Bulk';

export interface BulkAction {
  id: string;
  label: string;
  letter: string;
  run: (bulk: Bulk) => void;
  /** Acts on the focused row when nothing is selected; the others need a selection. */
  onFocused: boolean;
}

export const BULK_ACTIONS: readonly BulkAction[] = [
  { id: 'show', label: 'Show', letter: 'F', run: (bulk) => bulk.show(), onFocused: false },
  { id: 'delete', label: 'Delete', letter: 'D', run: (bulk) => bulk.remove(), onFocused: false },
  field('account', 'Account', 'A'),
  field('payee', 'Payee', 'P'),
  field('notes', 'Notes', 'N'),
  field('category', 'Category', 'C'),
  {
    id: 'cleared',
    label: 'Cleared',
    letter: 'L',
    run: (bulk) => void bulk.toggleCleared(),
    onFocused: true,
  },
  field('date', 'Date', 'E'),
  field('amount', 'Amount', 'M'),
  {
    id: 'duplicate',
    label: 'Duplicate',
    letter: 'U',
    run: (bulk) => void bulk.duplicate(),
    onFocused: true,
  },
];

function field(
  id: 'account' | 'payee' | 'notes' | 'category' | 'date' | 'amount',
  label: string,
  letter: string,
): BulkAction {
  return { id, label, letter, run: (bulk) => bulk.edit(id), onFocused: true };
}

export const REGISTER_KEYS: readonly Shortcut[] = [
  ['edit', 'Edit the cell', 'Enter', 'F2'],
  ['select', 'Select the transaction', 'Space', 'X'],
  ['select-range', 'Select up to here', 'Shift+Space', 'Shift+ArrowDown'],
  ['select-all', 'Select everything', 'Mod+A'],
  ['sort', 'Sort by the column, on its title above the first line', 'Enter'],
  ['resize', 'Resize the column, on its title above the first line', 'Shift+ArrowRight'],
  ['add-part', 'Add a line to the split', 'Alt+Enter'],
  ['remove-part', 'Remove the line of the split', 'Mod+Backspace'],
  ...BULK_ACTIONS.map(({ id, label, letter }) => [`bulk-${id}`, `Selected: ${label}`, letter]),
].map(([id, label = '', ...keys]) => ({
  id: `register-${id}`,
  scope: 'register',
  keys,
  label,
  helpOnly: true,
  run: () => false,
}));
