import { useEffect, useRef, useState } from 'react';
import { type LocalPrefs, savePrefs } from '@/lib/prefs/prefs';
import { errorText } from '@/texts/errors';

/** How long "Saved" stays. */
const SAVED_MS = 2_500;

export interface Saving {
  isSaved: boolean;
  error: string | null;
  save: (changes: Partial<LocalPrefs>) => void;
}

/** Saves preferences at once and says for a moment that it has; a failure stays in words. */
export function useSaving(): Saving {
  const [state, setState] = useState<{ isSaved: boolean; error: string | null }>({
    isSaved: false,
    error: null,
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const save = (changes: Partial<LocalPrefs>) => {
    clearTimeout(timer.current);
    setState({ isSaved: false, error: null });
    savePrefs(changes).then(
      () => {
        setState({ isSaved: true, error: null });
        timer.current = setTimeout(() => setState({ isSaved: false, error: null }), SAVED_MS);
      },
      (error: unknown) => setState({ isSaved: false, error: errorText(error) }),
    );
  };
  return { ...state, save };
}
