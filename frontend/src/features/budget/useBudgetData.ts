import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useCategories } from '@/lib/categories/categories';
import { monthRange } from '@/lib/format/dates';
import { lists } from '@/lib/lists/lists';
import { useNotes } from '@/lib/notes/notes';
import { prewarm } from '@/lib/sheet/sheet';
import { BOUNDS_KEY, fetchBounds } from './api';
import { useToday } from './view';

const FIRST_MONTHS = 3;

/** The lists of the budget screen: categories, notes and the range of months. */
export function useBudgetData() {
  const today = useToday();
  useEffect(() => {
    // The amounts travel together with the lists; usually these are the months shown first.
    for (const month of monthRange(today, FIRST_MONTHS)) void prewarm(month).catch(() => {});
  }, [today]);
  const known = useRef(today);
  useEffect(() => {
    // A new month has begun: the budget reaches a month further.
    if (known.current !== today) void lists.invalidateQueries({ queryKey: BOUNDS_KEY });
    known.current = today;
  }, [today]);
  const tree = useCategories();
  const notes = useNotes();
  const bounds = useQuery({ queryKey: BOUNDS_KEY, queryFn: fetchBounds }, lists);
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
