import { DAILY, MONTHLY } from '@/domain/reports/stored';
import type { CardKind, Interval } from '@/generated/contract';
import type { Meta } from './draft';

/** How finely a screen shows what a card only sums up; undefined to leave it to the range. */
export function viewOf(kind: CardKind, meta: Meta): Interval | undefined {
  return kind === 'balance-forecast-card' && meta.granularity !== MONTHLY ? DAILY : undefined;
}
