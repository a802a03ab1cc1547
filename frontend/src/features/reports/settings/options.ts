import type { SelectOption } from '@/components/Select';

/** The options of a choice, by their names. */
export function optionsOf<K extends string>(names: Readonly<Record<K, string>>): SelectOption<K>[] {
  return (Object.keys(names) as K[]).map((id) => ({ id, name: names[id] }));
}
