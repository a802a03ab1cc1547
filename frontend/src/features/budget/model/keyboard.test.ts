import { describe, expect, it } from 'vitest';
import { TREE } from '../testing/tree';
import { MEASURES } from './columns';
import { nextBudgeted } from './keyboard';
import { buildRows } from './rows';

const months = ['2026-11', '2026-12'];

function shape(changes: { collapsed?: string[]; showHidden?: boolean } = {}) {
  const collapsed = new Set(changes.collapsed ?? []);
  const showHidden = changes.showHidden ?? false;
  const rows = buildRows(TREE, { collapsed, showHidden, adding: null });
  return { rows, months, measures: MEASURES, type: 'rollover' as const };
}

const at = (rowId: string, column = 'budgeted|2026-11') => ({ rowId, column });
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
