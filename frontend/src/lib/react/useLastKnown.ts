import { useState } from 'react';

/** The last value that was there, for a form that stays open while what it edits is deleted. */
export function useLastKnown<T extends object>(value: T | null | undefined): T | null {
  const [known, setKnown] = useState<T | null>(value ?? null);
  if (value && value !== known) setKnown(value);
  return value ?? known;
}
