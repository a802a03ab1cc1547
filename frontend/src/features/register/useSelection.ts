import { useEffect, useState } from 'react';
import { createSelection, refreshRows } from '@/components/grid/selection';
import { fetchAllRows } from '@/domain/transactions/api';
import type { SelectedRow, Selection } from '@/domain/transactions/selection';
import { rowsOf } from '@/domain/transactions/transaction';
import type { RegisterList } from './model/registerList';

/** Larger selections are looked for in all of the list. */
const MOST_IDS = 5_000;

/**
 * The selected transactions, loaded or not. Those that leave the list, by a change or a filter, are
 * deselected.
 */
export function useSelection(list: RegisterList): Selection {
  const [selection] = useState<Selection>(createSelection);
  useEffect(() => {
    // If this fails, everything stays selected; lost connections are reported elsewhere.
    const prune = () => void keepListed(list, selection).catch(() => {});
    prune();
    return list.listenSettled((ids, rowOf) => (ids ? refreshRows(selection, ids, rowOf) : prune()));
  }, [list, selection]);
  return selection;
}

async function keepListed(list: RegisterList, selection: Selection): Promise<void> {
  const ids = [...selection.getState().rows.keys()];
  if (ids.length === 0) return;
  const found: readonly SelectedRow[] =
    ids.length > MOST_IDS
      ? await fetchAllRows(list.filters)
      : (await list.source.byIds(ids)).flatMap(rowsOf);
  const rows = new Map(found.map((row) => [row.id, row]));
  refreshRows(selection, ids, (id) => rows.get(id));
}
