import { useEffect, useRef, useState } from 'react';
import { dismissNotice, notify } from '@/lib/notices/notices';
import { begin, forgetForm, LEFT_NOTICE, type Left, leftForm, noticeOf } from './leftForm';
import type { Held } from './meanwhile';

/**
 * What a form begins with: what was left of its transaction (of a new one where that is null),
 * which is said, or else a fresh one.
 */
export function useStart(id: string | null, fresh: () => Held): Left {
  const [{ form, isResumed }, setStart] = useState(() => {
    const left = leftForm(id);
    return { form: left ?? begin(fresh()), isResumed: left !== undefined };
  });
  const anew = useRef(() => {});
  anew.current = () => {
    forgetForm(form.key);
    setStart({ form: begin(fresh()), isResumed: false });
  };
  useEffect(() => {
    dismissNotice(noticeOf(form.key));
    if (!isResumed) return;
    const title = id === null ? 'Start anew' : 'Discard';
    const button = { title, action: () => anew.current() };
    const message = 'This was not saved yet.';
    // A known one cannot be emptied by hand: the way to what is stored stays.
    notify({ id: LEFT_NOTICE, type: 'message', message, button, sticky: id !== null });
    return () => dismissNotice(LEFT_NOTICE);
  }, [id, form.key, isResumed]);
  return form;
}
