import { listen, session } from '@/lib/connection/backend';

/** Offers to merge the payees that a change of this tab left without transactions. */
export function startUnusedPayees(): () => void {
  return listen('orphaned-payees', async (event) => {
    if (event.origin === null || event.origin !== session()) return;
    const { offerMerge } = await import('@/features/payees/PayeesPage');
    await offerMerge(event);
  });
}
