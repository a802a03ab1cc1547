import { useEffect, useRef } from 'react';
import { announce } from '@/lib/announce/announce';

/** Says a figure again when it changes while the same is shown, such as by an edit elsewhere. */
export function useToldChange(shown: string, words: string): void {
  const last = useRef({ shown, words });
  useEffect(() => {
    const isChange = last.current.shown === shown && last.current.words !== words;
    last.current = { shown, words };
    if (isChange) announce(words);
  }, [shown, words]);
}
