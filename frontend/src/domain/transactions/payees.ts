/** The payees of the open budget, read in one place for registers, table and palette. */

import type { Payee as ContractPayee } from '@/generated/contract';
import { send } from '@/lib/connection/backend';
import { named } from '@/lib/lists/named';

/** The first part is a table: a pushed event that names it loads the list again. */
export const PAYEES_KEY = ['payees', 'all'] as const;

export type Payee = Pick<ContractPayee, 'id' | 'name' | 'transfer_acct'>;

/** Names, by id, of payees whose creation is pending, was rejected or got no response. */
export const unconfirmed = new Map<string, string>();

/** All payees: ordinary ones by name, then those of transfers. */
export async function fetchPayees(): Promise<ContractPayee[]> {
  const payees = await send('payees-get', {});
  // The payee exists: only the reply was missed. It may have been renamed.
  for (const { id } of payees) unconfirmed.delete(id);
  return payees.map(named);
}
