import type { SelectOption } from '@/components/Select';
import { nameOf } from '@/lib/format/nameOf';

/** The options of a choice, by their names. */
export function optionsOf<K extends string>(names: Readonly<Record<K, string>>): SelectOption<K>[] {
  return (Object.keys(names) as K[]).map((id) => ({ id, name: names[id] }));
}

/** Some of these options, in their own order; an id without a name stands for itself. */
export function someOf<K extends string>(
  ids: readonly string[],
  names: Readonly<Record<K, string>>,
): SelectOption<string>[] {
  return ids.map((id) => ({ id, name: nameOf(names, id) ?? id }));
}
