import { useLayoutEffect } from 'react';
import { useLatest } from '@/lib/react/useLatest';
import { commonTexts } from '@/texts/common';
import styles from './DialogWaiting.module.css';
import { Spinner } from './Spinner';

/** Stands for a dialog while it loads: keys meant for it must not act on the screen behind it. */
export function DialogWaiting({ onEscape }: { onEscape: () => void }) {
  const close = useLatest(onEscape);
  useLayoutEffect(() => {
    const keep = (event: KeyboardEvent) => {
      event.stopPropagation();
      if (event.key === 'Escape') close.current();
      // The browser's own keys, such as those that reload the page, still work.
      else if (!isOfBrowser(event)) event.preventDefault();
    };
    window.addEventListener('keydown', keep, { capture: true });
    return () => window.removeEventListener('keydown', keep, { capture: true });
  }, []);
  return (
    <div role="status" aria-label={commonTexts.loading} className={styles.waiting}>
      <Spinner />
    </div>
  );
}

function isOfBrowser({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey || /^F\d+$/.test(key);
}
