/** Where an undone or redone step happened, read from what it wrote. */
import type { Month } from '@/generated/contract';

export interface UndoPlace {
  /** The category or group. */
  itemId: string;
  /** The month whose budget was written, when it was an amount. */
  month: Month | null;
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

/** A budget row is named `202611-{category}`. */
function budgetPlace({ row }: Written): UndoPlace | null {
  const parts = /^(\d{4})(\d{2})-(.+)$/.exec(row);
  return parts ? { itemId: parts[3] ?? '', month: `${parts[1]}-${parts[2]}` } : null;
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
  if (items[0]) return { itemId: items[0].row, month: null };
  if (gone.size > 0) return null;
  // A rollover is written for all months from its own on.
  const [budget] = written
    .filter(({ dataset }) => BUDGETS.has(dataset))
    .sort((a, b) => Number(a.row > b.row) - Number(a.row < b.row));
  if (budget) return budgetPlace(budget);
  const note = written.find(({ dataset }) => dataset === 'notes');
  return note ? { itemId: note.row, month: null } : null;
}
