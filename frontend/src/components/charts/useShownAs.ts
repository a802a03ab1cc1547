import { useState } from 'react';

export type ShownAs = 'chart' | 'table';

const keyOf = (id: string) => `sobre.chart.${id}`;

function stored(id: string): ShownAs {
  try {
    return localStorage.getItem(keyOf(id)) === 'table' ? 'table' : 'chart';
  } catch {
    return 'chart';
  }
}

/** Whether a chart is shown as a table; this device remembers it for each chart. */
export function useShownAs(id: string): [ShownAs, (shown: ShownAs) => void] {
  const [shown, setShown] = useState(() => stored(id));
  const choose = (next: ShownAs) => {
    try {
      localStorage.setItem(keyOf(id), next);
    } catch {
      // The choice then holds until the screen is left.
    }
    setShown(next);
  };
  return [shown, choose];
}
