import { useLayoutEffect, useState } from 'react';
import { useToday } from '@/lib/prefs/useToday';
import type { RegisterController } from '../grid/RegisterController';
import { AddingForm } from './AddingForm';

/** The form for new transactions of a register. */
export function useAdding(controller: RegisterController): AddingForm {
  const today = useToday();
  const [adding] = useState(() => new AddingForm(controller, today));
  useLayoutEffect(() => {
    adding.today = today;
  }, [adding, today]);
  return adding;
}
