import { describe, expect, it } from 'vitest';
import { TREE } from '../testing/tree';
import { MEASURES } from './columns';
import { type GridShape, intentOf, type Key, nextBudgeted, type Position } from './keyboard';
import { buildRows } from './rows';

const months = ['2026-11', '2026-12'];

function shape(changes: { collapsed?: string[]; showHidden?: boolean } = {}): GridShape {
  const collapsed = new Set(changes.collapsed ?? []);
  const showHidden = changes.showHidden ?? false;
  const rows = buildRows(TREE, { collapsed, showHidden, adding: null });
  return { rows, months, measures: MEASURES, type: 'rollover', pageRows: 4 };
}

const at = (rowId: string, column = 'budgeted|2026-11'): Position => ({ rowId, column });
const press = (key: string | Key, position: Position, grid = shape()) =>
  intentOf(typeof key === 'string' ? { key } : key, position, grid);
const focused = (rowId: string, column = 'budgeted|2026-11') => ({
  type: 'focus',
  position: { rowId, column },
});

describe('moving', () => {
  it('goes by cells with the arrows and stops at the edges', () => {
    expect(press('ArrowDown', at('food'))).toEqual(focused('general'));
    expect(press('ArrowUp', at('g-usual-expenses'))).toBeNull();
    expect(press('ArrowRight', at('food'))).toEqual(focused('food', 'spent|2026-11'));
    expect(press('ArrowRight', at('food', 'balance|2026-12'))).toBeNull();
    expect(press('ArrowLeft', at('food'))).toEqual(focused('food', 'name'));
  });

  it('steps over hidden categories, collapsed groups and headers', () => {
    const grid = shape({ collapsed: ['g-usual-expenses'] });
    expect(press('ArrowDown', at('g-usual-expenses'), grid)).toEqual(focused('g-savings'));
    expect(press('ArrowDown', at('add-group'))).toEqual(focused('g-income'));
    expect(press('ArrowDown', at('food'), shape({ showHidden: true }))).toEqual(focused('hobby'));
  });

  it('keeps the wanted column across rows that do not have it', () => {
    const down = press('ArrowDown', at('g-income', 'balance|2026-12'));
    expect(down).toEqual(focused('salary', 'balance|2026-12'));
    const right = press('ArrowRight', at('salary', 'balance|2026-11'));
    expect(right).toEqual(focused('salary', 'spent|2026-12'));
  });

  it('goes to the ends with Home, End and the command key', () => {
    expect(press('Home', at('food'))).toEqual(focused('food', 'name'));
    expect(press('End', at('food'))).toEqual(focused('food', 'balance|2026-12'));
    expect(press({ key: 'Home', command: true }, at('bills'))).toEqual(
      focused('g-usual-expenses', 'name'),
    );
    expect(press({ key: 'End', command: true }, at('bills'))).toEqual(
      focused('starting-balances', 'spent|2026-12'),
    );
  });

  it('goes by pages', () => {
    expect(press('PageDown', at('g-usual-expenses'))).toEqual(focused('g-savings'));
    expect(press('PageUp', at('food'))).toEqual(focused('g-usual-expenses'));
  });
});

describe('acting', () => {
  it('opens the editor selected, on typed text, or continuing the amount', () => {
    expect(press('Enter', at('food'))).toEqual({ type: 'edit', start: 'select', text: '' });
    expect(press('F2', at('food'))).toEqual({ type: 'edit', start: 'select', text: '' });
    expect(press('5', at('food'))).toEqual({ type: 'edit', start: 'replace', text: '5' });
    expect(press('+', at('food'))).toEqual({ type: 'edit', start: 'continue', text: '+' });
    expect(press('-', at('food'))).toEqual({ type: 'edit', start: 'continue', text: '-' });
    expect(press('Delete', at('food'))).toEqual({ type: 'set-zero' });
  });

  it('edits neither groups, spent amounts nor income in rollover mode', () => {
    expect(press('5', at('g-savings'))).toBeNull();
    expect(press('5', at('food', 'spent|2026-11'))).toBeNull();
    expect(press('5', at('salary'))).toBeNull();
    const report = { ...shape(), type: 'report' as const };
    expect(press('5', at('salary'), report)).toMatchObject({ type: 'edit' });
  });

  it('opens menus and the name editor', () => {
    expect(press('Enter', at('food', 'name'))).toEqual({ type: 'row-menu' });
    expect(press('F2', at('food', 'name'))).toEqual({ type: 'rename' });
    expect(press({ key: 'F10', shift: true }, at('food'))).toEqual({ type: 'row-menu' });
    expect(press('ContextMenu', at('food'))).toEqual({ type: 'row-menu' });
    expect(press('Enter', at('food', 'balance|2026-11'))).toEqual({ type: 'balance-menu' });
    expect(press('Enter', at('add-group'))).toEqual({ type: 'add-group' });
  });

  it('opens the menu of the cell with Alt and the down arrow', () => {
    const menu = { key: 'ArrowDown', alt: true };
    expect(press(menu, at('food'))).toEqual({ type: 'row-menu' });
    expect(press(menu, at('g-savings'))).toEqual({ type: 'row-menu' });
    expect(press(menu, at('food', 'balance|2026-11'))).toEqual({ type: 'balance-menu' });
    expect(press(menu, at('add-group'))).toBeNull();
    expect(press({ key: 'ArrowUp', alt: true }, at('food'))).toBeNull();
  });

  it('collapses and expands on a group name, otherwise moves', () => {
    const name = at('g-savings', 'name');
    expect(press('ArrowLeft', name)).toEqual({ type: 'collapse', collapsed: true });
    expect(press('ArrowRight', name)).toEqual(focused('g-savings'));
    const collapsed = shape({ collapsed: ['g-savings'] });
    expect(press('ArrowRight', name, collapsed)).toEqual({ type: 'collapse', collapsed: false });
    expect(press({ key: 'ArrowUp', command: true }, name)).toEqual({
      type: 'collapse-all',
      collapsed: true,
    });
  });

  it('moves items with Alt+Shift+arrows', () => {
    const up = { key: 'ArrowUp', alt: true, shift: true };
    expect(press(up, at('food'))).toEqual({ type: 'move', direction: 'up' });
  });

  it('leaves other keys to the browser', () => {
    expect(press('Tab', at('food'))).toBeNull();
    expect(press({ key: 'c', command: true }, at('food'))).toBeNull();
    expect(press('ArrowDown', at('gone'))).toBeNull();
  });
});

describe('after a commit', () => {
  it('goes down and up in the column over groups, collapsed and hidden rows', () => {
    expect(nextBudgeted(at('food'), 'down', shape())).toEqual(at('general'));
    expect(nextBudgeted(at('bills'), 'down', shape())).toEqual(at('car'));
    expect(nextBudgeted(at('car'), 'up', shape())).toEqual(at('bills'));
    const collapsed = shape({ collapsed: ['g-savings'] });
    expect(nextBudgeted(at('bills'), 'down', collapsed)).toBeNull();
    expect(nextBudgeted(at('house'), 'down', shape())).toBeNull();
  });

  it('goes on into the next month with Tab and back with Shift+Tab', () => {
    expect(nextBudgeted(at('house'), 'next', shape())).toEqual(at('food', 'budgeted|2026-12'));
    expect(nextBudgeted(at('food', 'budgeted|2026-12'), 'previous', shape())).toEqual(at('house'));
    expect(nextBudgeted(at('food'), 'previous', shape())).toBeNull();
    expect(nextBudgeted(at('house', 'budgeted|2026-12'), 'next', shape())).toBeNull();
  });
});
