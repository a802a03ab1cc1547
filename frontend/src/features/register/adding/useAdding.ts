import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { isSpecialView, type ViewId } from '@/domain/transactions/view';
import { useOpenFile } from '@/lib/files/openFile';
import { useToday } from '@/lib/prefs/useToday';
import type { RegisterController } from '../grid/RegisterController';
import { AddingForm, type AddingPlace } from './AddingForm';

/** The forms of all views: what was half typed is there on return, and what was refused too. */
const forms = new Map<ViewId, AddingForm>();
useOpenFile.subscribe(({ id }, before) => {
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

/** The form for new transactions of one view. */
export function useAdding(viewId: ViewId, controller: RegisterController): AddingForm {
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
  return adding;
}
