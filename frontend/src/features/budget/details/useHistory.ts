import { useMemo } from 'react';
import type { Month } from '@/generated/contract';
import { useValues } from '@/lib/sheet/useCell';
import { cents } from '../model/cells';
import type { CategoryRow } from '../model/rows';
import { historyMonths, spentCells } from './history';

/** The last months of a category, up to the one shown. */
export interface History {
  months: readonly Month[];
  /** The amount spent or received in each, in positive cents; null until all are known. */
  moved: readonly number[] | null;
}

export function useHistory(row: CategoryRow, last: Month, start: Month): History {
  const months = useMemo(() => historyMonths(last, start), [last, start]);
  const names = useMemo(() => spentCells(row.id, months), [row.id, months]);
  const values = useValues(names);
  const isKnown = values.every((value) => value !== undefined);
  const sign = row.income ? 1 : -1;
  return { months, moved: isKnown ? values.map((value) => sign * cents(value) || 0) : null };
}
