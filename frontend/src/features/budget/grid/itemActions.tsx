import { ArrowDown, ArrowUp, Eye, EyeOff, Pencil, Plus, StickyNote, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { hideItem } from '../api';
import { askDelete } from '../dialogs/askDelete';
import { NAME_COLUMN } from '../model/columns';
import { keyboardMove } from '../model/reorder';
import type { CategoryRow, GroupRow } from '../model/rows';
import type { GridController } from './GridController';
import type { GridModel } from './gridModel';
import { run } from './run';

/** What can be done with a group or category: its words, keys, reason and effect. */
export interface ItemAction {
  id: string;
  label: string;
  icon: ReactNode;
  keys?: string;
  look?: 'danger';
  /** Why it cannot be done now. */
  reason?: string;
  run: (controller: GridController) => void;
}

type Item = GroupRow | CategoryRow;
const ICON = 16;

export function itemActions(row: Item, model: GridModel): ItemAction[][] {
  const first: ItemAction[] = [
    {
      id: 'rename',
      label: 'Rename',
      keys: 'F2',
      icon: <Pencil size={ICON} aria-hidden="true" />,
      run: (controller) => controller.rename(row.id),
    },
    {
      id: 'note',
      label: 'Note',
      icon: <StickyNote size={ICON} aria-hidden="true" />,
      run: (controller) => controller.openMenu('note', row.id, NAME_COLUMN),
    },
  ];
  if (row.kind === 'group') {
    first.push({
      id: 'add',
      label: 'Add category',
      icon: <Plus size={ICON} aria-hidden="true" />,
      run: (controller) => controller.addCategory(row.id),
    });
  }
  const moves = [moveAction('up', row, model), moveAction('down', row, model)];
  return [first, moves, [hideAction(row), deleteAction(row, model)]];
}

function moveAction(direction: 'up' | 'down', row: Item, model: GridModel): ItemAction {
  const isPossible = keyboardMove(row, direction, model.groups, model.showHidden) !== null;
  const Icon = direction === 'up' ? ArrowUp : ArrowDown;
  return {
    id: `move-${direction}`,
    label: direction === 'up' ? 'Move up' : 'Move down',
    keys: direction === 'up' ? 'Alt+Shift+ArrowUp' : 'Alt+Shift+ArrowDown',
    icon: <Icon size={ICON} aria-hidden="true" />,
    ...(isPossible ? {} : { reason: direction === 'up' ? 'Already first' : 'Already last' }),
    run: (controller) => controller.moveByKeyboard(row.id, direction),
  };
}

function hideAction(row: Item): ItemAction {
  const Icon = row.hidden ? Eye : EyeOff;
  return {
    id: 'hide',
    label: row.hidden ? 'Show' : 'Hide',
    icon: <Icon size={ICON} aria-hidden="true" />,
    run: () => void run(hideItem(row, !row.hidden)),
  };
}

function deleteAction(row: Item, model: GridModel): ItemAction {
  const incomeGroups = model.groups.filter((group) => group.is_income);
  const isLast = row.kind === 'group' && row.income && incomeGroups.length === 1;
  return {
    id: 'delete',
    label: 'Delete',
    look: 'danger',
    icon: <Trash2 size={ICON} aria-hidden="true" />,
    ...(isLast ? { reason: 'One income group has to stay' } : {}),
    run: () => void askDelete(row, model),
  };
}
