import type { Day } from '@/generated/contract';
import { getConnection, useConnection } from '@/lib/connection/backend';

/** Today as the program sees it; the clock of this device until it has said so. */
export function useToday(): Day {
  const today = useConnection((state) => state.today);
  return today ?? new Date().toISOString().slice(0, 10);
}

/** The same outside of components. */
export function getToday(): Day {
  const { today } = getConnection().state.getState();
  return today ?? new Date().toISOString().slice(0, 10);
}
