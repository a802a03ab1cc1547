import { describe, expect, it } from 'vitest';
import { TREE } from '../testing/tree';
import { buildRows, groupAt, type RowOptions } from './rows';

const options: RowOptions = { collapsed: new Set(), showHidden: false, adding: null };
const ids = (changes: Partial<RowOptions> = {}) =>
  buildRows(TREE, { ...options, ...changes }).map((row) => row.id);

describe('rows of the grid', () => {
  it('lists expense groups, the place to add a group, then income', () => {
    expect(ids()).toEqual([
      'g-usual-expenses',
      'food',
      'general',
      'bills',
      'g-savings',
      'car',
      'house',
      'add-group',
      'income-header',
      'g-income',
      'salary',
      'starting-balances',
    ]);
  });

  it('leaves out the rows of collapsed groups', () => {
    expect(ids({ collapsed: new Set(['g-usual-expenses']) }).slice(0, 3)).toEqual([
      'g-usual-expenses',
      'g-savings',
      'car',
    ]);
  });

  it('shows hidden groups and categories on request, marked as hidden', () => {
    const rows = buildRows(TREE, { ...options, showHidden: true });
    expect(rows.map((row) => row.id)).toContain('hobby');
    expect(rows.find((row) => row.id === 'vault')).toMatchObject({ hidden: true });
  });

  it('makes room for a new category at the top of its group, opening the group', () => {
    const adding = { kind: 'category', groupId: 'g-savings' } as const;
    const shown = ids({ adding, collapsed: new Set(['g-savings']) });
    expect(shown[shown.indexOf('g-savings') + 1]).toBe('new-category');
    expect(shown).toContain('car');
  });

  it('makes room for a new group above the place to add one', () => {
    const shown = ids({ adding: { kind: 'group' } });
    expect(shown[shown.indexOf('add-group') - 1]).toBe('new-group');
  });

  it('knows which group covers a row', () => {
    const rows = buildRows(TREE, options);
    expect(groupAt(rows, 3)?.id).toBe('g-usual-expenses');
    expect(groupAt(rows, 5)?.id).toBe('g-savings');
    expect(groupAt(rows, 8)).toBeNull();
  });
});
