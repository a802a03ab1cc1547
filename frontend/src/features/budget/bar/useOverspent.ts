import { useMemo, useSyncExternalStore } from 'react';
import type { Month } from '@/generated/contract';
import { monthSheet } from '@/lib/sheet/names';
import { cells, listenCell } from '@/lib/sheet/sheet';
import { carryoverCell, categoryCell, cents } from '../model/cells';
import { type Debt, type Overspent, overspentOf } from '../model/overspent';

/** Overspent categories of a month. No cell holds them, so it reads the balances. */
export function useOverspent(month: Month, categoryIds: readonly string[]): Overspent {
  const { subscribe, get } = useMemo(
    () => overspentCells(monthSheet(month), categoryIds),
    [month, categoryIds],
  );
  return useSyncExternalStore(subscribe, get);
}

/** The cells as a store; those of one event are counted once, when all of them are in. */
function overspentCells(sheet: string, categoryIds: readonly string[]) {
  let last = overspentOf(balances(sheet, categoryIds));
  return {
    get: () => {
      const now = overspentOf(balances(sheet, categoryIds));
      if (!isSame(last, now)) last = now;
      return last;
    },
    subscribe: (changed: () => void) => {
      let isQueued = false;
      const later = () => {
        if (isQueued) return;
        isQueued = true;
        queueMicrotask(() => {
          isQueued = false;
          changed();
        });
      };
      const stops = categoryIds.flatMap((id) => [
        listenCell(sheet, categoryCell('balance', id), later),
        listenCell(sheet, carryoverCell(id), later),
      ]);
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

/** The balances of some categories now. */
export function balances(sheet: string, categoryIds: readonly string[]) {
  return categoryIds.map((id) => ({
    id,
    balance: cents(cells.get(`${sheet}!${categoryCell('balance', id)}`)),
    carryover: cells.get(`${sheet}!${carryoverCell(id)}`) === true,
  }));
}

function isSame(a: Overspent, b: Overspent): boolean {
  return isSameDebt(a.charged, b.charged) && isSameDebt(a.rolling, b.rolling);
}

function isSameDebt(a: readonly Debt[], b: readonly Debt[]): boolean {
  const isEqual = (debt: Debt, at: number) =>
    debt.id === b[at]?.id && debt.balance === b[at].balance;
  return a.length === b.length && a.every(isEqual);
}
