import type { RowReorder } from '@/components/grid/RowDrag';
import { NAME_COLUMN } from '../model/columns';
import { dropAt, OPEN_ON_HOVER_MS } from '../model/reorder';
import { isItem } from '../model/rows';
import type { BudgetController } from './BudgetController';
import { rowOf } from './gridModel';

/** Groups and categories are dragged by their names; resting on a collapsed group opens it. */
export function budgetReorder(grid: BudgetController): RowReorder {
  let resting: { over: string; timer: ReturnType<typeof setTimeout> } | null = null;
  const item = (rowId: string) => {
    const row = rowOf(grid.model, rowId);
    return isItem(row) && !grid.model.offline ? row : null;
  };
  return {
    handle: NAME_COLUMN,
    ghost: (rowId) => item(rowId)?.name ?? null,
    dropAt: (rowId, offset) => {
      const row = item(rowId);
      const drop = row && dropAt(row, offset, grid.model.rows, grid.model.groups);
      if (!drop) return null;
      return { lineIndex: drop.lineIndex, commit: () => grid.move(drop.move, row.name) };
    },
    hover: (rowId, over) => {
      if (over !== null && resting?.over === over) return;
      clearTimeout(resting?.timer);
      resting = null;
      if (over === null || item(rowId)?.kind !== 'category') return;
      const open = () => {
        const row = rowOf(grid.model, over);
        if (row?.kind === 'group' && row.collapsed) grid.collapse(row.id, false);
      };
      resting = { over, timer: setTimeout(open, OPEN_ON_HOVER_MS) };
    },
  };
}
