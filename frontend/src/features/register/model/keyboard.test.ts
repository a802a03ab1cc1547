import { expect, test } from 'vitest';
import type { ColumnId } from './columns';
import { intentOf, type Key } from './keyboard';

const COLUMNS: ColumnId[] = ['select', 'date', 'payee', 'category', 'payment', 'cleared'];

function press(
  key: string,
  column: ColumnId = 'payee',
  more: Partial<Key> & { canFold?: boolean; isReconciling?: boolean } = {},
) {
  const { canFold = false, isReconciling = false, ...keys } = more;
  return intentOf(
    { key, alt: false, shift: false, command: false, ...keys },
    { column, columns: COLUMNS, pageLines: 20, canFold, isReconciling },
  );
}

test('arrows, letters and page keys move; Shift takes the selection along', () => {
  expect(press('j')).toMatchObject({ type: 'move', lines: 1, extend: false });
  expect(press('ArrowUp', 'payee', { shift: true })).toMatchObject({ lines: -1, extend: true });
  expect(press('PageDown')).toMatchObject({ lines: 20 });
  expect(press('ArrowRight')).toMatchObject({ lines: 0, column: 'category' });
  expect(press('ArrowRight', 'cleared')).toMatchObject({ column: 'cleared' });
  expect(press('End', 'payee', { command: true })).toMatchObject({ lines: 'last' });
});

test('Enter edits, clears, selects or folds by its column', () => {
  expect(press('Enter')).toEqual({ type: 'edit', startText: undefined });
  expect(press('Enter', 'cleared')).toEqual({ type: 'clear' });
  expect(press('Enter', 'select')).toMatchObject({ type: 'select' });
  expect(press('Enter', 'category', { canFold: true })).toMatchObject({ type: 'fold' });
});

test('while reconciling, Space and L tick the row off; X still selects', () => {
  const isReconciling = true;
  expect(press(' ')).toMatchObject({ type: 'select' });
  expect(press(' ', 'payee', { isReconciling })).toEqual({ type: 'clear' });
  expect(press('l', 'payee', { isReconciling })).toEqual({ type: 'clear' });
  expect(press('l')).toBeNull();
  expect(press('x', 'payee', { isReconciling })).toMatchObject({ type: 'select' });
});

test('digits begin an amount or a date; letters are left to the actions', () => {
  expect(press('7', 'payment')).toEqual({ type: 'edit', startText: '7' });
  expect(press('c')).toBeNull();
  expect(press('7', 'cleared')).toBeNull();
});

test('splits and the menu have keys of their own', () => {
  expect(press('Enter', 'payee', { alt: true })).toEqual({ type: 'add-part' });
  expect(press('Backspace', 'payee', { command: true })).toEqual({ type: 'remove-part' });
  expect(press('F10', 'payee', { shift: true })).toEqual({ type: 'menu' });
});
