/** Groups linked accounts by connection. */
import type { Account, Bank, LinkedAccount } from '@/generated/contract';
import { bankProviderNames } from '@/texts/bankLinking';
import { bankPageTexts } from '@/texts/bankScreens';

export interface Connection {
  id: string;
  /** The bank. */
  name: string;
  /** The name of the provider, if known. */
  provider: string | null;
  /** When the consent expires, if known. */
  validUntil: string | null;
  rows: { account: Account; linked: LinkedAccount }[];
}

/** Keeps the order of the accounts; skips accounts deleted meanwhile. */
export function connectionsOf(
  linked: readonly LinkedAccount[],
  banks: readonly Bank[],
  accounts: readonly Account[],
): Connection[] {
  const found = new Map<string, Connection>();
  const sorted = [...accounts].sort((a, b) => a.sort_order - b.sort_order);
  for (const account of sorted) {
    const row = linked.find(({ id }) => id === account.id);
    if (!row || account.closed) continue;
    const id = row.bankId ?? '';
    const connection = found.get(id) ?? {
      id,
      name: row.bankName ?? bankPageTexts.unknownBank,
      provider: row.provider === null ? null : bankProviderNames[row.provider],
      validUntil: banks.find((bank) => bank.id === id)?.validUntil ?? null,
      rows: [],
    };
    connection.rows.push({ account, linked: row });
    found.set(id, connection);
  }
  return [...found.values()];
}
