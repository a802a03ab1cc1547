import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { CellValue } from '@/generated/contract';
import { cellName } from './names';
import { cells } from './sheet';

/** The value of one cell; undefined until it is known. Redraws only when this cell changes. */
export function useCell(sheet: string, name: string): CellValue | undefined {
  const full = cellName(sheet, name);
  const subscribe = useCallback((wake: () => void) => cells.listen(full, wake), [full]);
  return useSyncExternalStore(subscribe, () => cells.get(full));
}

/** An amount cell in cents; undefined until known, 0 for an empty cell. */
export function useAmountCell(sheet: string, name: string): number | undefined {
  const value = useCell(sheet, name);
  if (value === undefined) return undefined;
  return typeof value === 'number' ? value : 0;
}

/**
 * Counts changes of a cell that came from elsewhere. Use it as a `key` or an effect dependency
 * to flash the cell; changes made in this tab do not count.
 */
export function useCellFlash(sheet: string, name: string): number {
  const full = cellName(sheet, name);
  const [count, setCount] = useState(0);
  useEffect(() => {
    setCount(0);
    return cells.listen(full, ({ own }) => {
      if (!own) setCount((before) => before + 1);
    });
  }, [full]);
  return count;
}
