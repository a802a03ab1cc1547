/** The rows of the payees table, from the list, the counts and what it is narrowed to. */
import type { Payee } from '@/generated/contract';

export interface PayeeRow {
  id: string;
  name: string;
  /** Stands for the transfers of an account; protected. */
  isTransfer: boolean;
  favorite: boolean;
  learns: boolean;
  /** Its transactions; null until they are counted. */
  count: number | null;
  /** How often rules mention it; null until they are counted. */
  rules: number | null;
}

/** Numbers by payee, undefined until they are counted. */
interface Counts {
  transactions: ReadonlyMap<string, number> | undefined;
  rules: Readonly<Record<string, number>> | undefined;
}

export interface Narrowing {
  text: string;
  onlyUnused: boolean;
}

export function payeeRows(
  payees: readonly Payee[],
  counts: Counts,
  { text, onlyUnused }: Narrowing,
): PayeeRow[] {
  const wanted = text.trim().toLowerCase();
  return payees
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .map(({ id, name, transfer_acct, favorite, learn_categories }) => ({
      id,
      name,
      isTransfer: transfer_acct !== null,
      favorite,
      learns: learn_categories,
      count: counts.transactions ? (counts.transactions.get(id) ?? 0) : null,
      rules: counts.rules ? (counts.rules[id] ?? 0) : null,
    }))
    .filter((row) => !onlyUnused || isUnused(row));
}

/** A payee that nothing uses; those of transfers belong to their account. */
export function isUnused({ isTransfer, count }: PayeeRow): boolean {
  return !isTransfer && count === 0;
}
