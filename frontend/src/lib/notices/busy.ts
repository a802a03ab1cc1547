import { dismissNotice, notify } from './notices';

/** What takes longer than this says so. */
export const BUSY_AFTER_MS = 300;

/** Waits for work that may take long; once it does, a notice says what is being done. */
export async function whileBusy<T>(message: string, work: Promise<T>): Promise<T> {
  let shown: string | null = null;
  const timer = setTimeout(() => {
    shown = notify({ type: 'busy', message, sticky: true });
  }, BUSY_AFTER_MS);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
    if (shown !== null) dismissNotice(shown);
  }
}

/** Lets the page draw and take presses before long work goes on. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
