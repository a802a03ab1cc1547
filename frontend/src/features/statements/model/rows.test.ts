import { expect, it } from 'vitest';
import type { FileRow, PreviewRow } from '@/generated/contract';
import { countsOf, countWords, placedRows, statementRows, takenAtFirst, takenRows } from './rows';

const row = (part: Partial<FileRow> = {}): FileRow => ({
  line: 2,
  dateText: '2026-11-03',
  amountText: '-5',
  date: '2026-11-03',
  amount: -500,
  payee: 'Shop',
  notes: null,
  ...part,
});

const ROWS = placedRows([
  row(),
  row({ line: 3, date: null, problem: 'This line has no date' }),
  row({ line: 4, repeats: 2 }),
  row({ line: 5 }),
]);

function shown(becomes: readonly PreviewRow['becomes'][], taken = takenAtFirst(ROWS)) {
  const previewed = new Map(
    ['2', '5'].map((id, place) => [id, { becomes: becomes[place] ?? 'new' }]),
  );
  const names = undefined;
  return statementRows({ rows: ROWS, previewed, taken, names, dateFormat: 'yyyy-MM-dd' });
}

it('takes the rows that can be read and are in the file once', () => {
  expect([...takenAtFirst(ROWS)]).toEqual(['2', '5']);
});

it('counts only what an import would write', () => {
  const counts = countsOf(shown(['new', 'same']));
  expect(counts).toMatchObject({ new: 1, there: 1, problem: 1, leftOut: 1, written: 1 });
  expect(countWords(counts)).toBe(
    '1 new\u00a0· 1 already there\u00a0· 1 left out\u00a0· 1 cannot be read',
  );
  expect(countsOf(shown(['filled', 'reconciled']))).toMatchObject({ filled: 1, there: 1 });
});

it('knows nothing of a row before it was looked at', () => {
  const rows = shown(['new', 'new'], new Set(['2', '4', '5']));
  expect(rows.map(({ state }) => state)).toEqual(['new', 'problem', null, 'new']);
  expect(countsOf(rows).isOpen).toBe(true);
});

it('names the line that a row repeats, and what it is already', () => {
  expect(shown([])[2]).toMatchObject({
    state: 'leftOut',
    why: 'Twice in the file, first on line 2',
  });
});

it('leaves out the same lines however the file is read', () => {
  const lines = (...all: number[]) => placedRows(all.map((line) => row({ line })));
  const changed = new Map([['4', false]]);
  expect([...takenRows(lines(2, 3, 4, 5), changed)]).toEqual(['2', '3', '5']);
  expect([...takenRows(lines(3, 4, 5), changed)]).toEqual(['3', '5']);
  expect([...takenRows(lines(1, 2, 3, 4, 5), changed)]).toEqual(['1', '2', '3', '5']);
});

it('takes a repeated row by choice, and never one that cannot be read', () => {
  const changed = new Map([
    ['3', true],
    ['4', true],
  ]);
  expect([...takenRows(ROWS, changed)]).toEqual(['2', '5', '4']);
});

it('tells rows of the same line apart', () => {
  const ids = placedRows([row({ line: 1 }), row({ line: 1 }), row({ line: 1 })]).map(
    ({ id }) => id,
  );
  expect(ids).toEqual(['1', '1.1', '1.2']);
});
