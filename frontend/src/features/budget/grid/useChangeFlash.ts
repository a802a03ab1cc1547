import { useCallback } from 'react';
import { flashAll, useForeignChanges, useOwnChanges } from '@/components/grid/flash';
import type { Month } from '@/generated/contract';
import { monthSheet, splitCellName } from '@/lib/sheet/names';
import { BUDGETED } from '../model/cells';
import type { BudgetController } from './BudgetController';

/**
 * Changes from elsewhere flash in their cells. What this tab changed by a menu or dialog flashes
 * as rows, because several of them may have changed; a typed amount has flashed by itself.
 */
export function useChangeFlash(controller: BudgetController): void {
  useForeignChanges(
    'cells-changed',
    useCallback(
      ({ cells }) => {
        const changed = cells.map(([name]) => name);
        for (const name of changed) controller.editing.forgetTyped(name);
        flashAll(controller.root, 'data-cell', new Set(changed));
      },
      [controller],
    ),
  );
  useOwnChanges(
    'cells-changed',
    useCallback(
      ({ cells }) => {
        const { editing, model, root } = controller;
        const changed = cells.map(([name]) => name).filter((name) => !editing.forgetTyped(name));
        flashAll(root, 'data-row-id', budgetedRows(changed, model.months));
      },
      [controller],
    ),
  );
}

/** The categories whose budgeted amounts of these months are among the cells. */
export function budgetedRows(
  names: readonly string[],
  months: readonly Month[],
): ReadonlySet<string> {
  const sheets = new Set(months.map(monthSheet));
  const own = names
    .map((name) => splitCellName(name))
    .filter(([sheet, cell]) => sheets.has(sheet) && cell.startsWith(BUDGETED));
  return new Set(own.map(([, cell]) => cell.slice(BUDGETED.length)));
}
