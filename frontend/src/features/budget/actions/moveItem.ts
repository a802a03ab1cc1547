import { ArrowDown, ArrowUp } from 'lucide-react';
import type { Action } from '@/lib/actions/actions';
import { budgetTexts } from '@/texts/budget';
import { commonTexts } from '@/texts/common';
import type { Direction } from '../model/keyboard';
import { keyboardMove } from '../model/reorder';
import { type BudgetAt, itemAt, offline, onItem, rowAt } from './at';

function moveOf(at: BudgetAt, direction: Direction) {
  const { groups, showHidden } = at.grid.model;
  return keyboardMove(itemAt(at), direction, groups, showHidden);
}

function move(at: BudgetAt, direction: Direction): void {
  const target = moveOf(at, direction);
  if (target) at.grid.move(target, itemAt(at).name);
}

const refusal = (direction: Direction, words: string) => (at: BudgetAt) =>
  offline(at) ?? (moveOf(at, direction) ? undefined : words);

export const moveUp: Action<BudgetAt> = {
  id: 'move-up',
  label: commonTexts.moveUp,
  keys: ['Alt+Shift+ArrowUp'],
  icon: ArrowUp,
  applies: onItem,
  reason: refusal('up', commonTexts.alreadyFirst),
  run: (at) => move(at, 'up'),
};

export const moveDown: Action<BudgetAt> = {
  id: 'move-down',
  label: commonTexts.moveDown,
  keys: ['Alt+Shift+ArrowDown'],
  icon: ArrowDown,
  applies: onItem,
  reason: refusal('down', commonTexts.alreadyLast),
  run: (at) => move(at, 'down'),
};

const onCategory = (at: BudgetAt) => rowAt(at)?.kind === 'category';

export const moveToPreviousGroup: Action<BudgetAt> = {
  id: 'move-previous-group',
  label: budgetTexts.moveToPreviousGroup,
  keys: ['Alt+Shift+ArrowLeft'],
  applies: onCategory,
  reason: refusal('left', budgetTexts.alreadyInFirstGroup),
  run: (at) => move(at, 'left'),
};

export const moveToNextGroup: Action<BudgetAt> = {
  id: 'move-next-group',
  label: budgetTexts.moveToNextGroup,
  keys: ['Alt+Shift+ArrowRight'],
  applies: onCategory,
  reason: refusal('right', budgetTexts.alreadyInLastGroup),
  run: (at) => move(at, 'right'),
};
