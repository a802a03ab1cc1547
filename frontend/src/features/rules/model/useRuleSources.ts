import { useMemo } from 'react';
import { useScheduleNames } from '@/domain/schedules/names';
import { useLookups } from '@/domain/transactions/useTransactionData';
import { usePref } from '@/lib/prefs/prefs';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import type { RuleSources } from './sentences';

/** The names and formats that the words of rules are made with. */
export function useRuleSources(): RuleSources {
  const lookups = useLookups();
  const schedules = useScheduleNames();
  const amounts = useAmountFormat();
  const dateFormat = usePref('dateFormat');
  return useMemo(
    () => ({ lookups, schedules, amounts, dateFormat }),
    [lookups, schedules, amounts, dateFormat],
  );
}
