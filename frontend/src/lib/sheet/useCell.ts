import { useCallback, useSyncExternalStore } from 'react';
import type { CellValue } from '@/generated/contract';
import { cellName } from './names';
import { cells } from './sheet';

/** The value of one cell; undefined while loading. Redraws only when this cell changes. */
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
