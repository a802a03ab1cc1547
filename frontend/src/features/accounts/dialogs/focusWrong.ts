import type { RefObject } from 'react';

/** Brings the focus to the first field of a form that is marked as wrong by then. */
export function focusWrong(form: RefObject<HTMLFormElement | null>): void {
  requestAnimationFrame(() => {
    const wrong = form.current?.querySelector<HTMLElement>(
      'input[data-invalid], [data-invalid] button, [data-invalid] input',
    );
    wrong?.focus();
  });
}
