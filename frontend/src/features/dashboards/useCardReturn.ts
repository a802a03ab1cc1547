import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/** The card that had the keyboard last, by the entry of the history. */
const left = new Map<string, string>();

/** The card that has the keyboard, or had it last. Back from its screen comes to it again. */
export function useCardReturn() {
  const { key } = useLocation();
  const [start] = useState(() => left.get(key) ?? null);
  const [focused, setFocused] = useState(start);
  useEffect(() => {
    if (start === null || document.activeElement !== document.body) return;
    const card = document.querySelector<HTMLElement>(`[data-card="${CSS.escape(start)}"]`);
    card?.focus({ preventScroll: true });
  }, [start]);
  const remember = (id: string) => {
    left.set(key, id);
    setFocused(id);
  };
  return { focused, remember };
}
