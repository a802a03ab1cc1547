import { useRef, useState } from 'react';

/** Runs one attempt at a time and keeps what went wrong with it, in words. */
export function useAttempt(inWords: (error: unknown) => string) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const running = useRef(false);
  /** Answers whether it succeeded; a second attempt while one runs is none. */
  const attempt = async (work: () => Promise<void>): Promise<boolean> => {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    setError(null);
    try {
      await work();
      return true;
    } catch (caught) {
      setError(inWords(caught));
      return false;
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { isBusy, error, setError, attempt };
}
