/** The lists that conditions choose from, and the names of what was chosen. */
import type { Account, CategoryGroup } from '@/generated/contract';
import type { PickablePayee } from '../pickers/payeeOptions';

export interface Lookups {
  accounts: readonly Account[];
  payees: readonly PickablePayee[];
  groups: readonly CategoryGroup[];
  /** The same by their ids: rules and filters name many of them. */
  account: ReadonlyMap<string, { name: string }>;
  payee: ReadonlyMap<string, { name: string }>;
  categoryName: ReadonlyMap<string, string>;
  groupName: ReadonlyMap<string, string>;
}

/** The name for an id in this field; empty while loading. */
export function nameIn(lookups: Lookups, field: string, id: string): string {
  if (field === 'category') return lookups.categoryName.get(id) ?? '';
  if (field === 'category_group') return lookups.groupName.get(id) ?? '';
  const named = field === 'payee' ? lookups.payee : lookups.account;
  return named.get(id)?.name ?? '';
}
