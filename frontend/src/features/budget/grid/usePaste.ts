import { useEffect } from 'react';
import { isTextField } from '@/lib/keys/keys';
import { isEditable } from '../model/columns';
import type { BudgetController } from './BudgetController';
import { rowOf } from './gridModel';
import { run } from './run';

/** Pastes amounts from the focused Budgeted cell on. */
export function usePaste(controller: BudgetController): void {
  useEffect(() => {
    // The paste event goes to the element with the text selection, which may be outside the grid.
    const take = (event: ClipboardEvent) => {
      if (event.defaultPrevented || isTextField(document.activeElement)) return;
      const { focus } = controller.store.getState();
      if (!focus || !controller.hasKeyboard()) return;
      const { model } = controller;
      if (!isEditable(rowOf(model, focus.rowId), focus.column, model.type)) return;
      event.preventDefault();
      const text = event.clipboardData?.getData('text/plain') ?? '';
      void run(import('./pasting').then(({ paste }) => paste(controller, focus, text)));
    };
    document.addEventListener('paste', take);
    return () => document.removeEventListener('paste', take);
  }, [controller]);
}
