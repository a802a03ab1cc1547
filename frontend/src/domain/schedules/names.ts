/** Schedules by name, for what refers to one. */
import { useMemo } from 'react';
import { useLookups } from '@/domain/transactions/useTransactionData';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { schedulesTexts } from '@/texts/schedules';
import { useSchedules } from './api';
import { amountText, compareSchedules } from './schedule';

/** Ids and names, in the order of their list. */
export type ScheduleNames = ReadonlyMap<string, string>;

/**
 * The schedules that exist; undefined until they are here. One without a name has that of its
 * payee. Of several with the same name each has its amount beside it.
 */
export function useScheduleNames(): ScheduleNames | undefined {
  const { data: schedules } = useSchedules();
  const { payee: payees } = useLookups();
  const amounts = useAmountFormat();
  return useMemo(() => {
    const named = [...(schedules ?? [])].sort(compareSchedules).map((schedule) => {
      const { noPayee } = schedulesTexts;
      const name = schedule.name ?? payees.get(schedule.payee ?? '')?.name ?? noPayee;
      return { schedule, name };
    });
    const counts = new Map<string, number>();
    for (const { name } of named) counts.set(name, (counts.get(name) ?? 0) + 1);
    const entries = named.map(({ schedule, name }) => {
      const amount = (counts.get(name) ?? 0) > 1 ? amountText(schedule, amounts) : '';
      return [schedule.id, schedulesTexts.named(name, amount)] as const;
    });
    return schedules && new Map(entries);
  }, [schedules, payees, amounts]);
}
