import { describe, expect, it } from 'vitest';
import { TREE } from '../testing/tree';
import { applyMove, dropAt, keyboardMove, type Move } from './reorder';
import { buildRows, type CategoryRow, type GroupRow } from './rows';

const rows = buildRows(TREE, { collapsed: new Set(), showHidden: false, adding: null });
const row = (id: string) => rows.find((r) => r.id === id) as CategoryRow & GroupRow;
const index = (id: string) => rows.findIndex((r) => r.id === id);
const upper = (id: string) => index(id) + 0.2;
const lower = (id: string) => index(id) + 0.8;
const drop = (id: string, offset: number) => dropAt(row(id), offset, rows, TREE);

describe('dropping a category', () => {
  it('lands before the row in its upper half and after it in its lower half', () => {
    expect(drop('bills', upper('food'))).toEqual({
      move: { kind: 'category', id: 'bills', groupId: 'g-usual-expenses', targetId: 'food' },
      lineIndex: index('food'),
    });
    expect(drop('bills', lower('car'))?.move).toMatchObject({
      groupId: 'g-savings',
      targetId: 'house',
    });
  });

  it('lands first in a group dropped on its lower half, last in the group above otherwise', () => {
    expect(drop('food', lower('g-savings'))?.move).toMatchObject({
      groupId: 'g-savings',
      targetId: 'car',
    });
    expect(drop('car', upper('g-savings'))?.move).toMatchObject({
      groupId: 'g-usual-expenses',
      targetId: null,
    });
  });

  it('does nothing on its own place', () => {
    expect(drop('car', upper('car'))).toBeNull();
    expect(drop('car', lower('car'))).toBeNull();
    expect(drop('car', upper('house'))).toBeNull();
  });

  it('never crosses between expense and income', () => {
    expect(drop('food', upper('salary'))).toBeNull();
    expect(drop('salary', upper('food'))).toBeNull();
    expect(drop('salary', lower('starting-balances'))?.move).toMatchObject({ targetId: null });
  });
});

describe('dropping a group', () => {
  it('lands before the group whose upper half is under the pointer', () => {
    expect(drop('g-savings', upper('food'))).toEqual({
      move: { kind: 'group', id: 'g-savings', groupId: null, targetId: 'g-usual-expenses' },
      lineIndex: 0,
    });
  });

  it('lands last below the last group, and nowhere on its own place', () => {
    expect(drop('g-usual-expenses', lower('house'))?.move).toMatchObject({ targetId: null });
    expect(drop('g-savings', upper('car'))).toBeNull();
  });
});

describe('moving by keyboard', () => {
  const move = (id: string, direction: 'up' | 'down' | 'left' | 'right', showHidden = false) =>
    keyboardMove(row(id), direction, TREE, showHidden);

  it('moves within the group, over hidden siblings', () => {
    expect(move('general', 'up')).toMatchObject({ targetId: 'food' });
    expect(move('food', 'down')).toMatchObject({ targetId: 'bills' });
    expect(move('bills', 'down')).toBeNull();
    expect(move('general', 'down')).toMatchObject({ targetId: null });
  });

  it('moves a category to the neighbouring group of its kind', () => {
    expect(move('food', 'right')).toMatchObject({ groupId: 'g-savings', targetId: null });
    expect(move('food', 'left')).toBeNull();
    expect(move('house', 'right')).toBeNull();
    expect(move('car', 'right', true)).toMatchObject({ groupId: 'g-secret' });
  });

  it('moves a group among groups of its kind', () => {
    expect(move('g-savings', 'up')).toMatchObject({ targetId: 'g-usual-expenses' });
    expect(move('g-income', 'up')).toBeNull();
  });
});

describe('the tree after a move', () => {
  const names = (move: Move) =>
    applyMove(TREE, move).map((g) => [g.id, ...g.categories.map((c) => c.id)].join(' '));

  it('places a category before its target in the new group', () => {
    const shown = names({ kind: 'category', id: 'food', groupId: 'g-savings', targetId: 'house' });
    expect(shown.slice(0, 2)).toEqual([
      'g-usual-expenses hobby general bills',
      'g-savings car food house',
    ]);
  });

  it('places a group last among expenses, before income', () => {
    const shown = names({ kind: 'group', id: 'g-usual-expenses', groupId: null, targetId: null });
    expect(shown.map((text) => text.split(' ')[0])).toEqual([
      'g-savings',
      'g-secret',
      'g-usual-expenses',
      'g-income',
    ]);
  });
});
