import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import type { Action } from '@/lib/actions/actions';
import { useOffline } from '@/lib/connection/useOffline';
import type { ListController } from './ListController';
import { SelectionBar } from './SelectionBar';

interface ListSelectionProps<Row extends { id: string }, Column extends string, At> {
  grid: Pick<ListController<Row, Column>, 'selection' | 'selectNone' | 'refocus'>;
  actions: readonly Action<At>[];
  /** Where the actions act. */
  at: At;
  /** More words about the selected rows. */
  words?: (rows: readonly Row[]) => ReactNode;
}

/** The bar of a list while rows are selected. */
export function ListSelection<Row extends { id: string }, Column extends string, At>(
  props: ListSelectionProps<Row, Column, At>,
) {
  const { grid, actions, at, words } = props;
  const rows = useStore(grid.selection, (state) => state.rows);
  // The actions say why they are refused without a connection.
  useOffline();
  if (rows.size === 0) return null;
  return (
    <SelectionBar
      count={rows.size}
      actions={actions}
      context={at}
      onClear={() => {
        grid.selectNone();
        grid.refocus();
      }}
    >
      {words?.([...rows.values()])}
    </SelectionBar>
  );
}
