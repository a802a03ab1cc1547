import { useEffect } from 'react';
import { listen, session } from '@/lib/connection/backend';
import { restored, tellSelection } from '@/lib/history/snapshots';
import { isTextField } from '@/lib/keys/keys';
import { fetchEntries } from './api';
import type { GridController } from './grid/GridController';
import { addRows, clearSelection } from './model/selection';
import { rowsOf } from './model/transaction';

/**
 * An undo or redo of this tab brings back what was selected when the step was made, and scrolls
 * to the first row it changed.
 */
export function useUndoPlace(controller: GridController): void {
  useEffect(() => {
    const selection = () => controller.model.selection;
    const bringBack = () => {
      const { snapshot } = restored.getState();
      if (snapshot && snapshot.url === location.pathname + location.search) {
        void select(controller, snapshot.selection);
      }
    };
    const stops = [
      tellSelection(() => [...selection().getState().rows.keys()]),
      restored.subscribe(bringBack),
      listen('undo-event', ({ origin, messages }) => {
        if (origin === null || origin !== session() || isTextField(document.activeElement)) return;
        const row = changedRow(messages);
        if (row) controller.whenThere(row, () => controller.reveal(row));
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [controller]);
}

async function select(controller: GridController, ids: readonly string[]): Promise<void> {
  const { selection } = controller.model;
  clearSelection(selection);
  if (ids.length === 0) return;
  const wanted = new Set(ids);
  const entries = await fetchEntries(ids).catch(() => []);
  addRows(
    selection,
    entries.flatMap(rowsOf).filter(({ id }) => wanted.has(id)),
  );
}

/** The first transaction that was written and is still there. */
function changedRow(messages: readonly unknown[]): string | null {
  const written = messages.filter(isTransactionMessage);
  const gone = new Set(
    written.filter(({ column, value }) => column === 'tombstone' && value === 'N:1').map(rowOf),
  );
  return written.map(rowOf).find((row) => !gone.has(row)) ?? null;
}

interface Written {
  dataset: string;
  row: string;
  column: string;
  value: unknown;
}

const rowOf = ({ row }: Written) => row;

function isTransactionMessage(message: unknown): message is Written {
  return (message as Partial<Written> | null)?.dataset === 'transactions';
}
