import { useEffect } from 'react';
import { addRows, clearSelection } from '@/components/grid/selection';
import { fetchEntries } from '@/domain/transactions/api';
import { rowsOf } from '@/domain/transactions/transaction';
import { listen, session } from '@/lib/connection/backend';
import { tellSelection, useRestored } from '@/lib/history/snapshots';
import { isTextField } from '@/lib/keys/keys';
import type { RegisterController } from './grid/RegisterController';

/**
 * An undo or redo of this tab brings back what was selected when the step was made, and scrolls
 * to the first row it changed.
 */
export function useUndoPlace(controller: RegisterController): void {
  useEffect(() => {
    const reveal = (rowId: string) =>
      controller.reveal({ rowId, column: controller.store.getState().focus?.column ?? 'payee' });
    const selection = () => controller.model.selection;
    const bringBack = () => {
      const { snapshot } = useRestored.getState();
      if (snapshot && snapshot.url === location.pathname + location.search) {
        void select(controller, snapshot.selection);
      }
    };
    const stops = [
      tellSelection(() => [...selection().getState().rows.keys()]),
      useRestored.subscribe(bringBack),
      listen('undo-event', ({ origin, place }) => {
        if (origin === null || origin !== session() || isTextField(document.activeElement)) return;
        if (place?.type !== 'transaction') return;
        const row = place.id;
        controller.whenThere(row, () => reveal(row));
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [controller]);
}

async function select(controller: RegisterController, ids: readonly string[]): Promise<void> {
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
