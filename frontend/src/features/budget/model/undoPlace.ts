/** Where an undone or redone step happened, read from what it wrote. */
import type { Month } from '@/generated/contract';

export interface UndoPlace {
  /** The category or group. */
  itemId: string;
  /** The month whose budget was written, when it was an amount or a rollover. */
  month: Month | null;
  /** What of that month was written: the amount, or what happens to the balance. */
  measure: 'budgeted' | 'balance';
}

interface Written {
  dataset: string;
  row: string;
  column: string;
  value: string;
}

const BUDGETS = new Set(['zero_budgets', 'reflect_budgets']);
const ITEMS = new Set(['categories', 'category_groups']);

function isWritten(message: unknown): message is Written {
  if (typeof message !== 'object' || message === null) return false;
  const { dataset, row, column } = message as Partial<Written>;
  return typeof dataset === 'string' && typeof row === 'string' && typeof column === 'string';
}

/** A budget row is named `202611-{category}`; a new one is written with all its columns. */
function budgetPlace(row: string, columns: readonly string[]): UndoPlace | null {
  const parts = /^(\d{4})(\d{2})-(.+)$/.exec(row);
  if (!parts) return null;
  const isRollover = columns.includes('carryover') && !columns.includes('amount');
  return {
    itemId: parts[3] ?? '',
    month: `${parts[1]}-${parts[2]}`,
    measure: isRollover ? 'balance' : 'budgeted',
  };
}

function itemPlace(itemId: string): UndoPlace {
  return { itemId, month: null, measure: 'budgeted' };
}

/** The first place that still shows something; null when the step took its row away. */
export function undoPlace(messages: readonly unknown[]): UndoPlace | null {
  const written = messages.filter(isWritten);
  const gone = new Set(
    written
      .filter(({ column, value }) => column === 'tombstone' && value === 'N:1')
      .map(({ row }) => row),
  );
  // A move also rewrites the sort order of its neighbours; what else was written comes first.
  const items = written
    .filter(({ dataset, row }) => ITEMS.has(dataset) && !gone.has(row))
    .sort((a, b) => Number(a.column === 'sort_order') - Number(b.column === 'sort_order'));
  if (items[0]) return itemPlace(items[0].row);
  if (gone.size > 0) return null;
  // A rollover is written for all months from its own on.
  const [budget] = written
    .filter(({ dataset }) => BUDGETS.has(dataset))
    .sort((a, b) => Number(a.row > b.row) - Number(a.row < b.row));
  if (budget) {
    const ofRow = written.filter(({ dataset, row }) => BUDGETS.has(dataset) && row === budget.row);
    return budgetPlace(
      budget.row,
      ofRow.map(({ column }) => column),
    );
  }
  const note = written.find(({ dataset }) => dataset === 'notes');
  return note ? itemPlace(note.row) : null;
}
