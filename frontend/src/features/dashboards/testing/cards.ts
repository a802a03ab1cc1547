/** Cards and figures that tests show. */
import type { DashboardCard, Summary } from '@/generated/contract';

export const card = (changes: Partial<DashboardCard>): DashboardCard => ({
  id: 'c-1',
  type: 'summary-card',
  x: 0,
  y: 0,
  width: 4,
  height: 2,
  meta: null,
  isMetaUnreadable: false,
  ...changes,
});

export const SUM: Summary = {
  start: '2026-11-01',
  end: '2026-11-20',
  type: 'sum',
  dividend: -4_200,
  divisor: null,
  total: -4_200,
  count: 3,
};
