import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { openFile } from '@/lib/files/openFile';
import { useShortcuts } from '@/lib/keys/useShortcuts';
import { useToday } from '@/lib/prefs/useToday';
import { REGISTER_KEYS } from '../bulk/bulkKeys';
import { openFilterMenu } from '../filters/FilterButton';
import type { GridController } from '../grid/GridController';
import { isSpecialView, type ViewId } from '../model/view';
import { AddingForm, type AddingPlace } from './AddingForm';

/** The forms of all views: what was half typed is there on return, and what was refused too. */
const forms = new Map<ViewId, AddingForm>();
openFile.subscribe(({ id }, before) => {
  if (id === before.id) return;
  for (const form of forms.values()) form.end();
  forms.clear();
});

function formOf(viewId: ViewId, place: AddingPlace): AddingForm {
  const form = forms.get(viewId) ?? new AddingForm(place);
  form.resume(place);
  forms.set(viewId, form);
  return form;
}

/** The form for new transactions of one view, and the key that opens it. */
export function useAdding(viewId: ViewId, controller: GridController): AddingForm {
  const today = useToday();
  const account = isSpecialView(viewId) ? null : viewId;
  const navigate = useNavigate();
  const goThere = () => void navigate(viewId === 'all' ? '/accounts' : `/accounts/${viewId}`);
  const [adding] = useState(() =>
    formOf(viewId, { grid: controller, defaults: { today, account }, goThere }),
  );
  useEffect(() => {
    adding.enter();
    return () => adding.leave();
  }, [adding]);
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
