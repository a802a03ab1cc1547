/** Reads amounts copied from a spreadsheet and finds the cells they go to. */
import type { Place } from '@/components/grid/gridStore';
import type { BudgetedAmount } from '@/generated/contract';
import type { AmountFormat } from '@/lib/format/amount';
import { budgetTexts } from '@/texts/budget';
import { commonTexts } from '@/texts/common';
import { isEditable, measureColumn } from './columns';
import type { GridShape } from './keyboard';

export type Pasted = { amounts: BudgetedAmount[] } | { problem: string };

/** A line per row, its cells parted by tabs. */
function cellsOf(text: string): string[][] {
  const lines = text.replace(/(\r?\n|\r)+$/, '').split(/\r?\n|\r/);
  return lines.map((line) => line.split('\t').map((cell) => cell.trim()));
}

/**
 * The amounts that a text puts into the budget from a cell on: lines go down the shown categories
 * of the same kind, columns to the following months. An empty cell leaves its amount as it is. All
 * of the text is read and has a place, or nothing is.
 */
export function pasteAt(
  text: string,
  { rowId, column }: Place,
  { evaluate }: Pick<AmountFormat, 'evaluate'>,
  shape: GridShape,
): Pasted {
  const lines = cellsOf(text);
  const start = shape.rows.find(({ id }) => id === rowId);
  const first = measureColumn(column)?.month;
  if (start?.kind !== 'category' || !first) return { amounts: [] };
  const rows = shape.rows
    .slice(shape.rows.indexOf(start))
    .filter((row) => row.kind === 'category' && row.income === start.income)
    .filter((row) => isEditable(row, column, shape.type));
  const months = shape.months.slice(shape.months.indexOf(first));
  const width = Math.max(...lines.map((line) => line.length));
  if (lines.length > rows.length) {
    return { problem: budgetTexts.tooManyLines(lines.length, rows.length) };
  }
  if (width > months.length) return { problem: budgetTexts.tooManyColumns(width, months.length) };
  const amounts: BudgetedAmount[] = [];
  for (const [down, line] of lines.entries()) {
    for (const [right, cell] of line.entries()) {
      const [category, month] = [rows[down]?.id, months[right]];
      if (cell === '' || !category || !month) continue;
      const value = evaluate(cell);
      if (!value.ok) {
        const isTooLarge = value.reason === 'too-large';
        const why = isTooLarge ? commonTexts.tooLarge : commonTexts.cannotRead(cell);
        const isOne = lines.length === 1 && width === 1;
        return { problem: isOne ? why : budgetTexts.nothingPasted(why, down + 1) };
      }
      amounts.push({ month, category, amount: value.cents });
    }
  }
  return amounts.length > 0 ? { amounts } : { problem: budgetTexts.noAmountToPaste };
}
