/** The calls of the settings page. */
import { send } from '@/lib/connection/backend';

/** Recomputes every number of the open budget. */
export async function resetBudgetCache(): Promise<void> {
  await send('reset-budget-cache', {});
}
