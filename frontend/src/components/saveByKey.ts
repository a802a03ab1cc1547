import type { KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { mayLeave } from '@/lib/keys/leaveField';

/**
 * Ctrl+Enter takes the field's text and submits the form, whichever control has the focus. Text
 * that is no value stays in its field, and nothing is submitted.
 */
export function saveByKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.stopPropagation();
  const { target, currentTarget } = event;
  if (!flushSync(() => mayLeave(target))) return;
  flushSync(() => (target as HTMLElement).blur());
  currentTarget.closest('form')?.requestSubmit();
}
