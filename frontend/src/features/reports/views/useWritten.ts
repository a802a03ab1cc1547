import { useMemo } from 'react';
import { usePref } from '@/lib/prefs/prefs';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import type { Written } from './about';

/** How this budget writes amounts and days. */
export function useWritten(): Written {
  const amounts = useAmountFormat();
  const dates = usePref('dateFormat');
  return useMemo(() => ({ amounts, dates }), [amounts, dates]);
}
