import type { Condition } from '@/generated/contract';
import { commonTexts } from '@/texts/common';
import { reportsTexts } from '@/texts/reports';
import { isMonth } from './periods';

interface Wanted {
  /** The day or month. */
  key: string;
  /** How the screen calls it. */
  name: string;
  /** Leaves the accounts off budget out. */
  isOnBudget: boolean;
}

/** The address of the register that shows the transactions of a period, as editable filters. */
export function periodPlace({ key, name, isOnBudget }: Wanted): string {
  const date: Condition = isMonth(key)
    ? { field: 'date', op: 'is', value: key, type: 'date', options: { month: true } }
    : { field: 'date', op: 'is', value: key, type: 'date' };
  const onBudget: Condition = { field: 'account', op: 'onBudget', value: '', type: 'id' };
  const filters = [
    { c: date },
    ...(isOnBudget ? [{ cs: [onBudget], n: commonTexts.budgetAccounts }] : []),
  ];
  const search = new URLSearchParams({
    f: JSON.stringify(filters),
    n: reportsTexts.transactionsIn(name, isMonth(key)),
  });
  return `/accounts/all?${search}`;
}
