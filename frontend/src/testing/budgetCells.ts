import type { BudgetCells, CellValue, Month } from '@/generated/contract';
import { cellName, monthSheet } from '@/lib/sheet/names';

/** The response of a backend with these cells, by their full names, for some months. */
export function budgetCells(
  months: readonly Month[],
  cells: ReadonlyMap<string, CellValue>,
): BudgetCells {
  const full = months.flatMap((month) => {
    const prefix = cellName(monthSheet(month), '');
    const ofMonth = [...cells.keys()].filter((name) => name.startsWith(prefix));
    return ofMonth.map((name) => name.slice(prefix.length));
  });
  const names = [...new Set(full)];
  const values = (month: Month) =>
    names.map((name) => cells.get(cellName(monthSheet(month), name)) ?? null);
  return {
    blocks: [{ beginnings: names, ids: [''] }],
    months: months.map((month) => ({ month, values: values(month) })),
  };
}
