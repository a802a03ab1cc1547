import { useEffect, useState } from 'react';
import { useCategories } from '@/lib/categories/categories';
import { monthRange } from '@/lib/format/dates';
import { useNotes } from '@/lib/notes/notes';
import { useBounds } from '@/lib/sheet/bounds';
import { prewarm } from '@/lib/sheet/sheet';
import { useStart } from './view';

const FIRST_MONTHS = 3;

/** The lists of the budget screen: categories, notes and the range of months. */
export function useBudgetData() {
  const [start] = useState(useStart());
  useEffect(() => {
    // The amounts travel together with the lists; usually these are the months shown first.
    for (const month of monthRange(start, FIRST_MONTHS)) void prewarm(month).catch(() => {});
  }, [start]);
  const tree = useCategories();
  const notes = useNotes();
  const bounds = useBounds();
  return {
    groups: tree.data,
    notes: notes.data,
    bounds: bounds.data,
    error: tree.error ?? bounds.error,
    retry: () => {
      void tree.refetch();
      void bounds.refetch();
      void notes.refetch();
    },
  };
}
