/** The name of an id that may come from elsewhere and have none. */
export function nameOf<K extends string>(
  names: Readonly<Record<K, string>>,
  id: string,
): string | undefined {
  return Object.hasOwn(names, id) ? names[id as K] : undefined;
}
