import { useCallback, useMemo, useSyncExternalStore } from 'react';
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
  return toCents(useCell(sheet, name));
}

/** The sum of some amount cells in cents; undefined until all are known. */
export function useAmountSum(sheet: string, names: readonly string[]): number | undefined {
  const key = names.join('\n');
  const full = useMemo(
    () => (key === '' ? [] : key.split('\n').map((name) => cellName(sheet, name))),
    [sheet, key],
  );
  const subscribe = useCallback(
    (wake: () => void) => {
      const stops = full.map((name) => cells.listen(name, wake));
      return () => {
        for (const stop of stops) stop();
      };
    },
    [full],
  );
  return useSyncExternalStore(subscribe, () => sum(full.map((name) => toCents(cells.get(name)))));
}

function toCents(value: CellValue | undefined): number | undefined {
  if (value === undefined) return undefined;
  return typeof value === 'number' ? value : 0;
}

function sum(amounts: readonly (number | undefined)[]): number | undefined {
  let total = 0;
  for (const cents of amounts) {
    if (cents === undefined) return undefined;
    // An amount out of range leaves its sum out of range, whatever the others are.
    if (!Number.isSafeInteger(cents)) return cents;
    total += cents;
  }
  return total;
}
