import { useEffect, useState } from 'react';
import { openFile } from '@/lib/files/openFile';
import { useShortcuts } from '@/lib/keys/useShortcuts';
import { useToday } from '@/lib/prefs/useToday';
import { REGISTER_KEYS } from '../bulk/bulkKeys';
import { openFilterMenu } from '../filters/FilterButton';
import type { GridController } from '../grid/GridController';
import { isSpecialView, type ViewId } from '../model/view';
import { type AddingDefaults, AddingForm } from './AddingForm';

/** Forms of views that were left: what was half typed is there on return. */
const left = new Map<ViewId, AddingForm>();
openFile.subscribe(({ id }, before) => {
  if (id !== before.id) left.clear();
});

function formOf(viewId: ViewId, grid: GridController, defaults: AddingDefaults): AddingForm {
  const form = left.get(viewId);
  form?.resume(grid, defaults);
  return form ?? new AddingForm(grid, defaults);
}

/** The form for new transactions of one view, and the key that opens it. */
export function useAdding(viewId: ViewId, controller: GridController): AddingForm {
  const today = useToday();
  const account = isSpecialView(viewId) ? null : viewId;
  const [adding] = useState(() => formOf(viewId, controller, { today, account }));
  useEffect(() => {
    left.delete(viewId);
    return () => {
      if (adding.isHalfTyped()) left.set(viewId, adding);
    };
  }, [viewId, adding]);
  adding.defaults = { today, account };
  useShortcuts([
    {
      id: 'register-new',
      scope: 'register',
      keys: ['T'],
      label: 'New transaction',
      run: () => adding.open(),
    },
    {
      id: 'register-enter',
      scope: 'register',
      keys: ['J', 'K'],
      label: 'Go to the list, or down and up in it',
      run: () => controller.refocus(),
    },
    {
      id: 'register-filter',
      scope: 'register',
      keys: ['F'],
      label: 'Filter, while nothing is selected',
      run: () => openFilterMenu(),
    },
    ...REGISTER_KEYS,
  ]);
  return adding;
}
