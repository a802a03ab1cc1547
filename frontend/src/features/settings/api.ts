/** The calls of the settings page. */
import { send } from '@/lib/connection/backend';

/** Computes every number of the open budget anew. */
export async function resetBudgetCache(): Promise<void> {
  await send('reset-budget-cache', {});
}
