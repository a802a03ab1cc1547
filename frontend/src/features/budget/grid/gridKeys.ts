/** The keys of the grid as the shortcut help tells them; `keyboard.ts` carries them out. */
import type { Shortcut } from '@/lib/keys/keys';

const KEYS: readonly (readonly [id: string, label: string, ...keys: string[]])[] = [
  ['move', 'Next cell in a direction', 'Arrow keys'],
  ['row-ends', 'First and last cell of the row', 'Home', 'End'],
  ['grid-ends', 'First and last row', 'Mod+Home', 'Mod+End'],
  ['page', 'A page up or down', 'PageUp', 'PageDown'],
  ['edit', 'Edit the amount, or open the menu of the cell', 'Enter'],
  ['edit-amount', 'Edit the amount or rename', 'F2'],
  ['replace', 'Type over the amount', '0–9'],
  ['continue', 'Add to or take from the amount', '+', '-'],
  ['zero', 'Set the amount to zero', 'Delete'],
  ['commit-next', 'Take the amount and go down or up', 'Enter', 'Shift+Enter'],
  ['commit-tab', 'Take the amount and edit on', 'Tab', 'Shift+Tab'],
  ['cancel', 'Leave the amount as it was', 'Escape'],
  ['menu', 'Menu of the row', 'Shift+F10', 'Alt+ArrowDown'],
  ['collapse', 'Collapse or expand the group', 'ArrowLeft', 'ArrowRight'],
  ['collapse-all', 'Collapse or expand all groups', 'Mod+ArrowUp', 'Mod+ArrowDown'],
  ['reorder', 'Move the row up or down', 'Alt+Shift+ArrowUp', 'Alt+Shift+ArrowDown'],
  [
    'regroup',
    'Move the category to the group before or after',
    'Alt+Shift+ArrowLeft',
    'Alt+Shift+ArrowRight',
  ],
];

export const GRID_KEYS: readonly Shortcut[] = KEYS.map(([id, label, ...keys]) => ({
  id: `grid-${id}`,
  scope: 'grid',
  keys,
  label,
  helpOnly: true,
  run: () => false,
}));
