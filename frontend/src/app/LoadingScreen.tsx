import { useEffect, useRef, useState } from 'react';
import { Mark } from '@/components/Brand';
import { Button } from '@/components/Button';
import { Spinner } from '@/components/Spinner';
import { getConnection } from '@/lib/connection/backend';
import { useOffline } from '@/lib/connection/useOffline';
import { useOpenFile } from '@/lib/files/openFile';
import { shellTexts } from '@/texts/shell';
import styles from './LoadingScreen.module.css';

/** Short waits show nothing; a screen that shows stays long enough to be read. */
const SHOW_AFTER_MS = 150;
const SHOW_AT_LEAST_MS = 300;

/** Follows `text` without flashes: late to appear, not too quick to go. */
function useSteadyText(text: string | null): string | null {
  const [shown, setShown] = useState<string | null>(null);
  const since = useRef(0);
  useEffect(() => {
    if (text === null && shown === null) return;
    const wait =
      text === null
        ? Math.max(0, SHOW_AT_LEAST_MS - (performance.now() - since.current))
        : shown === null
          ? SHOW_AFTER_MS
          : 0;
    const timer = setTimeout(() => {
      if (shown === null) since.current = performance.now();
      setShown(text);
    }, wait);
    return () => clearTimeout(timer);
  }, [text, shown]);
  return shown;
}

/**
 * Covers the page while a budget is opened, closed, created or imported, and shows the progress.
 */
export function LoadingScreen() {
  const { stage, loadingText, status } = useOpenFile();
  const offline = useOffline();
  const starting = stage === 'starting' ? shellTexts.connecting : null;
  const waiting = loadingText ?? starting;
  const step = status && shellTexts.loadingSteps[status];
  const text = useSteadyText(waiting && (step ?? waiting));
  if (text === null) return null;
  return (
    <div className={styles.screen}>
      <Mark size="2.75rem" />
      <p className={styles.line} role="status">
        <Spinner />
        {offline ? shellTexts.connectionLost : text}
      </p>
      {offline && <Button onPress={() => getConnection().retryNow()}>{shellTexts.retryNow}</Button>}
    </div>
  );
}
