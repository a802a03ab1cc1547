import { useEffect, useMemo, useState } from 'react';
import type { Month } from '@/generated/contract';
import { monthSheet } from '@/lib/sheet/names';
import { cells, listenCell } from '@/lib/sheet/sheet';
import { carryoverCell, categoryCell, cents } from '../model/cells';
import { type Overspent, overspentOf } from '../model/overspent';

/**
 * Overspent categories of a month. There is no cell for this count, so it reads the balances;
 * many changes in one frame are counted once.
 */
export function useOverspent(month: Month, categoryIds: readonly string[]): Overspent {
  const sheet = monthSheet(month);
  const count = useMemo(
    () => () => overspentOf(balances(sheet, categoryIds)),
    [sheet, categoryIds],
  );
  const [overspent, setOverspent] = useState(count);
  useEffect(() => {
    let frame = 0;
    const recount = () => {
      frame = 0;
      setOverspent((before) => (isSame(before, count()) ? before : count()));
    };
    const later = () => {
      frame ||= requestAnimationFrame(recount);
    };
    later();
    const stops = categoryIds.flatMap((id) => [
      listenCell(sheet, categoryCell('balance', id), later),
      listenCell(sheet, carryoverCell(id), later),
    ]);
    return () => {
      cancelAnimationFrame(frame);
      for (const stop of stops) stop();
    };
  }, [count, sheet, categoryIds]);
  return overspent;
}

function balances(sheet: string, categoryIds: readonly string[]) {
  return categoryIds.map((id) => ({
    id,
    balance: cents(cells.get(`${sheet}!${categoryCell('balance', id)}`)),
    carryover: cells.get(`${sheet}!${carryoverCell(id)}`) === true,
  }));
}

function isSame(a: Overspent, b: Overspent): boolean {
  return (
    a.count === b.count &&
    a.sum === b.sum &&
    a.rolling === b.rolling &&
    a.ids.join() === b.ids.join()
  );
}
