/** Which splits are unfolded: all but some, or only some. */
export interface Folding {
  /** How splits stand that are not in `except`. */
  expanded: boolean;
  except: ReadonlySet<string>;
  /** Lists the parts that match, each by itself, and no line of their split. */
  partsOnly?: boolean;
}

export const ALL_EXPANDED: Folding = { expanded: true, except: new Set() };
export const PARTS_ONLY: Folding = { ...ALL_EXPANDED, partsOnly: true };

export function isExpanded({ expanded, except }: Folding, id: string): boolean {
  return expanded !== except.has(id);
}

export function fold(folding: Folding, id: string, expanded: boolean): Folding {
  const except = new Set(folding.except);
  if (expanded === folding.expanded) except.delete(id);
  else except.add(id);
  return { ...folding, except };
}
