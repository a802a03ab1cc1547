/** Common date ranges. */

import type { Condition, Day } from '@/generated/contract';
import { addDays, addMonths, monthOf } from '@/lib/format/dates';
import { filtersTexts } from '@/texts/filters';

export interface Preset {
  id: 'this-month' | 'last-month' | 'last-3-months' | 'this-year';
  name: string;
}

export const PRESETS: readonly Preset[] = [
  { id: 'this-month', name: filtersTexts.thisMonth },
  { id: 'last-month', name: filtersTexts.lastMonth },
  { id: 'last-3-months', name: filtersTexts.last3Months },
  { id: 'this-year', name: filtersTexts.thisYear },
];

function date(op: Condition['op'], value: string, options?: Condition['options']): Condition {
  return { field: 'date', op, value, type: 'date', ...(options ? { options } : {}) };
}

/** The conditions of a preset as of today; all must match. */
export function presetConditions(id: Preset['id'], today: Day): Condition[] {
  const month = monthOf(today);
  if (id === 'this-month') return [date('is', month, { month: true })];
  if (id === 'last-month') return [date('is', addMonths(month, -1), { month: true })];
  if (id === 'this-year') return [date('is', today.slice(0, 4), { year: true })];
  return [
    date('gte', `${addMonths(month, -2)}-01`),
    date('lte', addDays(`${addMonths(month, 1)}-01`, -1)),
  ];
}
