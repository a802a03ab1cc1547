/** The lists that conditions choose from, and the names of what was chosen. */
import type { Account, CategoryGroup } from '@/generated/contract';
import { categoryName } from '../pickers/categoryOptions';
import type { PickablePayee } from '../pickers/payeeOptions';

export interface Lookups {
  accounts: readonly Account[];
  payees: readonly PickablePayee[];
  groups: readonly CategoryGroup[];
}

/** The name for an id in this field; empty while loading. */
export function nameIn(lookups: Lookups, field: string, id: string): string {
  if (field === 'category') return categoryName(lookups.groups, id);
  const named = field === 'payee' ? lookups.payees : lookups.accounts;
  return named.find((each) => each.id === id)?.name ?? '';
}
