import { describe, expect, it } from 'vitest';
import { createGridStore } from '@/components/grid/gridStore';
import { arraySource } from '@/components/grid/rowSource';
import { isApplicable } from '@/lib/actions/actions';
import { amountFormat } from '@/lib/format/amount';
import { matches } from '@/lib/keys/keys';
import { BudgetController } from '../grid/BudgetController';
import type { BudgetStore } from '../grid/budgetStore';
import type { GridModel } from '../grid/gridModel';
import { MEASURES } from '../model/columns';
import { buildRows } from '../model/rows';
import { TREE } from '../testing/tree';

interface Options {
  collapsed?: string[];
  showHidden?: boolean;
  type?: 'rollover' | 'report';
}

function gridOf({ collapsed = [], showHidden = false, type = 'rollover' }: Options = {}) {
  const hidden = new Set(collapsed);
  const model: GridModel = {
    groups: TREE,
    rows: buildRows(TREE, { collapsed: hidden, showHidden, adding: null }),
    months: ['2026-11', '2026-12'],
    type,
    measures: MEASURES,
    notes: {},
    collapsed: hidden,
    showHidden,
    amounts: amountFormat('comma-dot', false),
    withGoals: false,
    offline: false,
    isTouch: false,
  };
  const grid = new BudgetController(createGridStore() as BudgetStore, model);
  grid.update(arraySource(model.rows));
  grid.pageRows = 4;
  return grid;
}

function eventOf(keys: string): KeyboardEvent {
  const parts = keys.split(/\+(?!$)/);
  const key = parts.pop() ?? '';
  return new KeyboardEvent('keydown', {
    key: key === 'Space' ? ' ' : key,
    ctrlKey: parts.includes('Mod'),
    altKey: parts.includes('Alt'),
    shiftKey: parts.includes('Shift'),
  });
}

const AMOUNT = 'budgeted|2026-11';

/** Where the focus is after a key; null when the key is left to the browser. */
function moved(keys: string, rowId: string, column = AMOUNT, grid = gridOf()) {
  grid.noteFocus({ rowId, column });
  if (!grid.key(eventOf(keys))) return null;
  const { focus } = grid.store.getState();
  return [focus?.rowId, focus?.column];
}

/** The action a key stands for in a cell. */
function actionFor(keys: string, rowId: string, column = AMOUNT, grid = gridOf()) {
  const at = grid.at({ rowId, column });
  const event = eventOf(keys);
  return grid.actions.find(
    (action) => action.keys?.some((it) => matches(it, event)) && isApplicable(action, at),
  )?.id;
}

describe('moving in the budget', () => {
  it('goes by cells with the arrows and stops at the edges', () => {
    expect(moved('ArrowDown', 'food')).toEqual(['general', AMOUNT]);
    expect(moved('ArrowUp', 'g-usual-expenses')).toBeNull();
    expect(moved('ArrowRight', 'food')).toEqual(['food', 'spent|2026-11']);
    expect(moved('ArrowRight', 'food', 'balance|2026-12')).toBeNull();
    expect(moved('ArrowLeft', 'food')).toEqual(['food', 'name']);
  });

  it('steps over hidden categories, collapsed groups and headers', () => {
    const grid = gridOf({ collapsed: ['g-usual-expenses'] });
    expect(moved('ArrowDown', 'g-usual-expenses', AMOUNT, grid)?.[0]).toBe('g-savings');
    expect(moved('ArrowDown', 'add-group')?.[0]).toBe('g-income');
    expect(moved('ArrowDown', 'food', AMOUNT, gridOf({ showHidden: true }))?.[0]).toBe('hobby');
  });

  it('keeps the wanted column across rows that do not have it', () => {
    const grid = gridOf();
    expect(moved('ArrowDown', 'house', 'balance|2026-12', grid)).toEqual(['add-group', 'name']);
    grid.key(eventOf('ArrowDown'));
    grid.key(eventOf('ArrowUp'));
    expect(moved('ArrowUp', 'add-group', 'name', grid)).toEqual(['house', 'balance|2026-12']);
  });

  it('goes to the ends with Home, End and the command key', () => {
    expect(moved('Home', 'food')).toEqual(['food', 'name']);
    expect(moved('End', 'food')).toEqual(['food', 'balance|2026-12']);
    expect(moved('Mod+Home', 'bills')).toEqual(['g-usual-expenses', 'name']);
    expect(moved('Mod+End', 'bills')).toEqual(['starting-balances', 'spent|2026-12']);
  });

  it('goes by pages', () => {
    expect(moved('PageDown', 'g-usual-expenses')?.[0]).toBe('g-savings');
    expect(moved('PageUp', 'food')?.[0]).toBe('g-usual-expenses');
  });
});

describe('the keys of a budget cell', () => {
  it('edit the amount selected, typed over, or continued', () => {
    expect(actionFor('Enter', 'food')).toBe('edit-amount');
    expect(actionFor('F2', 'food')).toBe('edit-amount');
    expect(actionFor('5', 'food')).toBe('type-amount');
    expect(actionFor('+', 'food')).toBe('continue-amount');
    expect(actionFor('Delete', 'food')).toBe('clear-amount');
  });

  it('edit neither groups, spent amounts nor income in rollover mode', () => {
    expect(actionFor('5', 'g-savings')).toBeUndefined();
    expect(actionFor('5', 'food', 'spent|2026-11')).toBeUndefined();
    expect(actionFor('5', 'salary')).toBeUndefined();
    expect(actionFor('5', 'salary', AMOUNT, gridOf({ type: 'report' }))).toBe('type-amount');
  });

  it('open menus and the name editor', () => {
    expect(actionFor('Enter', 'food', 'name')).toBe('name-menu');
    expect(actionFor('F2', 'food', 'name')).toBe('rename');
    expect(actionFor('Shift+F10', 'food')).toBe('amount-menu');
    expect(actionFor('ContextMenu', 'food')).toBe('amount-menu');
    expect(actionFor('Enter', 'food', 'balance|2026-11')).toBe('balance-menu');
    expect(actionFor('Enter', 'food', 'spent|2026-11')).toBe('show-spent');
    expect(actionFor('Enter', 'add-group', 'name')).toBe('add-group');
  });

  it('open the menu of the cell with Alt and the down arrow', () => {
    expect(actionFor('Alt+ArrowDown', 'food')).toBe('amount-menu');
    expect(actionFor('Alt+ArrowDown', 'g-savings')).toBe('row-menu');
    expect(actionFor('Alt+ArrowDown', 'food', 'balance|2026-11')).toBe('balance-menu');
    expect(actionFor('Alt+ArrowDown', 'add-group')).toBeUndefined();
    expect(actionFor('Alt+ArrowUp', 'food')).toBeUndefined();
  });

  it('collapse and expand on a group name, otherwise move', () => {
    expect(actionFor('ArrowLeft', 'g-savings', 'name')).toBe('collapse');
    expect(actionFor('ArrowRight', 'g-savings', 'name')).toBe('grid-move');
    const collapsed = gridOf({ collapsed: ['g-savings'] });
    expect(actionFor('ArrowRight', 'g-savings', 'name', collapsed)).toBe('expand');
    expect(actionFor('Mod+ArrowUp', 'g-savings', 'name')).toBe('collapse-all');
  });

  it('move items with Alt+Shift+arrows', () => {
    expect(actionFor('Alt+Shift+ArrowUp', 'food')).toBe('move-up');
    expect(actionFor('Alt+Shift+ArrowRight', 'food')).toBe('move-next-group');
  });

  it('copy amounts, and fill the months to the right', () => {
    expect(actionFor('Mod+c', 'food')).toBe('copy-amount');
    expect(actionFor('Mod+c', 'g-savings', 'balance|2026-11')).toBe('copy-amount');
    expect(actionFor('Mod+Shift+ArrowRight', 'food')).toBe('fill-right');
    expect(actionFor('Mod+Shift+ArrowRight', 'food', 'spent|2026-11')).toBeUndefined();
  });

  it('leave other keys to the browser', () => {
    expect(moved('Tab', 'food')).toBeNull();
    expect(moved('Mod+v', 'food')).toBeNull();
    expect(moved('Mod+c', 'food', 'name')).toBeNull();
  });
});
