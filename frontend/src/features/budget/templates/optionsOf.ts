import type { SelectOption } from '@/components/Select';

/** Options from their names by id. */
export function optionsOf<K extends string>(names: Readonly<Record<K, string>>): SelectOption<K>[] {
  return (Object.entries<string>(names) as [K, string][]).map(([id, name]) => ({ id, name }));
}
