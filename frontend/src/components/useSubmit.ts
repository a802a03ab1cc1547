import { type RefObject, useEffect, useRef, useState } from 'react';

const WRONG =
  'input[data-invalid], [aria-invalid="true"], [data-invalid] input, [data-invalid] button';

interface SubmitOptions {
  /** Nothing is missing or wrong; otherwise the first wrong field gets the focus. */
  isValid: boolean;
  /** Does what the form is for and closes it; the form stays busy until it fails. */
  send: () => unknown;
  /** An error in words. */
  explain: (error: unknown) => string;
}

/** A form on its way: show errors of fields once it `isTried`, the failure until the next try. */
export interface Submission {
  form: RefObject<HTMLFormElement | null>;
  isBusy: boolean;
  isTried: boolean;
  failure: string | undefined;
  submit: () => void;
  /** Sends something else than the form does, with the same states. */
  run: (send: () => unknown) => void;
  /** The form was changed: the failure is about something else. */
  forget: () => void;
}

export function useSubmit({ isValid, send, explain }: SubmitOptions): Submission {
  const form = useRef<HTMLFormElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [tries, setTries] = useState(0);
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    // By now the fields of this try, or of its refusal, are marked.
    if (tries > 0) form.current?.querySelector<HTMLElement>(WRONG)?.focus();
  }, [tries]);

  const run = async (action: () => unknown) => {
    if (isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await action();
    } catch (error) {
      setFailure(explain(error));
      setBusy(false);
      setTries((count) => count + 1);
    }
  };
  return {
    form,
    isBusy,
    isTried: tries > 0,
    failure,
    submit: () => {
      if (isValid) void run(send);
      else setTries((count) => count + 1);
    },
    run: (action) => void run(action),
    forget: () => setFailure(undefined),
  };
}
