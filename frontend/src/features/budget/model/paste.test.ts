import { expect, it } from 'vitest';
import { amountFormat } from '@/lib/format/amount';
import { TREE } from '../testing/tree';
import { MEASURES } from './columns';
import { pasteAt } from './paste';
import { buildRows } from './rows';

function paste(text: string, rowId = 'food', month = '2026-11', type = 'rollover' as const) {
  const rows = buildRows(TREE, { collapsed: new Set(), showHidden: false, adding: null });
  const shape = { rows, months: ['2026-11', '2026-12'], type, measures: MEASURES };
  const place = { rowId, column: `budgeted|${month}` };
  const pasted = pasteAt(text, place, amountFormat('comma-dot'), shape);
  if ('problem' in pasted) return pasted.problem;
  return pasted.amounts.map((it) => `${it.category} ${it.month} ${it.amount}`);
}

it('lines go down the shown categories, past groups and hidden ones', () => {
  expect(paste('10\r\n1,200.50\r\n-3\r\n=2*4\r\n')).toEqual([
    'food 2026-11 1000',
    'general 2026-11 120050',
    'bills 2026-11 -300',
    'car 2026-11 800',
  ]);
});

it('columns go to the following months, and an empty cell leaves its amount', () => {
  expect(paste('1\t2\n\t$4', 'car')).toEqual([
    'car 2026-11 100',
    'car 2026-12 200',
    'house 2026-12 400',
  ]);
});

it('says which line cannot be read', () => {
  expect(paste('1\n2\nabc')).toBe("Can't read “abc” in line 3. Nothing was pasted.");
  expect(paste('1\n99999999999999999')).toContain('in line 2');
  expect(paste('abc')).toBe("Can't read “abc”");
  expect(paste(' \n')).toBe('No amount on the clipboard');
});

it('refuses what has no place', () => {
  expect(paste('1\n2\n3', 'car')).toBe('3 lines, but only 2 categories from here down');
  expect(paste('1\t2', 'car', '2026-12')).toBe('2 columns, but only 1 month from here on');
});
