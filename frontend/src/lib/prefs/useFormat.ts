import { useMemo } from 'react';
import { type AmountFormat, amountFormat } from '@/lib/format/amount';
import { usePref } from './prefs';

/** Formats and reads amounts the way the open budget asks for. Stable while the format is. */
export function useAmountFormat(): AmountFormat {
  const format = usePref('numberFormat');
  const hideFraction = usePref('hideFraction');
  return useMemo(() => amountFormat(format, hideFraction), [format, hideFraction]);
}
