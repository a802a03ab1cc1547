/** What the fields of a condition choose from, and the names of what was chosen. */
import { categoryName } from '@/components/pickers/categoryOptions';
import type { RegisterData } from '../useRegisterData';

export type Lookups = Pick<RegisterData, 'accounts' | 'groups' | 'payees'>;

/** The name of what an id of this field stands for; empty while it is not known. */
export function nameIn(lookups: Lookups, field: string, id: string): string {
  if (field === 'category') return categoryName(lookups.groups, id);
  const named = field === 'payee' ? lookups.payees : lookups.accounts;
  return named.find((each) => each.id === id)?.name ?? '';
}
