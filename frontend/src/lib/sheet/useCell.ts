import { useCallback, useMemo, useRef, useSyncExternalStore } from 'react';
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
  const { subscribe, read } = useCells(useFullNames(sheet, names));
  return useSyncExternalStore(subscribe, () => sum(read().map(toCents)));
}

/** Some amount cells in cents, in the order of the names; each undefined until known. */
export function useAmounts(
  sheet: string,
  names: readonly string[],
): readonly (number | undefined)[] {
  const values = useValues(useFullNames(sheet, names));
  return useMemo(() => values.map(toCents), [values]);
}

/** Some cells by their full names, in that order; each undefined until known. */
export function useValues(full: readonly string[]): readonly (CellValue | undefined)[] {
  const { subscribe, read } = useCells(full);
  const last = useRef<readonly (CellValue | undefined)[]>([]);
  return useSyncExternalStore(subscribe, () => {
    const now = read();
    const isSame =
      now.length === last.current.length && now.every((value, at) => value === last.current[at]);
    if (!isSame) last.current = now;
    return last.current;
  });
}

/** Stays the same list while the names do. */
function useFullNames(sheet: string, names: readonly string[]): readonly string[] {
  const key = names.join('\n');
  return useMemo(
    () => (key === '' ? [] : key.split('\n').map((name) => cellName(sheet, name))),
    [sheet, key],
  );
}

function useCells(full: readonly string[]) {
  const subscribe = useCallback(
    (wake: () => void) => {
      const stops = full.map((name) => cells.listen(name, wake));
      return () => {
        for (const stop of stops) stop();
      };
    },
    [full],
  );
  const read = () => full.map((name) => cells.get(name));
  return { subscribe, read };
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
