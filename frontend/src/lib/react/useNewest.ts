import { useEffect, useReducer, useRef, useState } from 'react';
import { useLatest } from './useLatest';

/** The answer to a question, or the failure. */
export type Newest<A> = { question: string } & (
  | { answer: A }
  | { failure: unknown; retry: () => void }
);

/**
 * The answer to the newest question, for questions that change with every letter typed. One is
 * asked at a time; once it is answered, the newest follows, and answers to older ones are dropped.
 */
export function useNewest<A>(
  question: string | null,
  ask: (question: string) => Promise<A>,
): Newest<A> | null {
  const [newest, setNewest] = useState<Newest<A> | null>(null);
  const [attempt, retry] = useReducer((count: number) => count + 1, 0);
  const latest = useLatest({ question, ask, retry });
  const isAsking = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry asks the same question again.
  useEffect(() => {
    if (question === null || isAsking.current) return;
    isAsking.current = true;
    void askUntilNewest(() => latest.current, setNewest).finally(() => {
      isAsking.current = false;
    });
  }, [question, attempt]);
  return newest;
}

interface Asking<A> {
  question: string | null;
  ask: (question: string) => Promise<A>;
  retry: () => void;
}

async function askUntilNewest<A>(
  current: () => Asking<A>,
  show: (newest: Newest<A>) => void,
): Promise<void> {
  for (;;) {
    const { question, ask, retry } = current();
    if (question === null) return;
    const newest = await ask(question).then(
      (answer) => ({ question, answer }),
      (failure: unknown) => ({ question, failure, retry }),
    );
    if (current().question === question) return show(newest);
  }
}
