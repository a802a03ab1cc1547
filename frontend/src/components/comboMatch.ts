export interface ComboOption {
  id: string;
  name: string;
  /** Second column, such as a balance. */
  detail?: string;
}
export interface ComboGroup<O extends ComboOption = ComboOption> {
  id: string;
  /** Empty for options above all groups. */
  name: string;
  options: readonly O[];
}

/** Plain letters need no taking apart, which counts with thousands of names. */
const fold = (text: string) =>
  /^[ -~]*$/.test(text)
    ? text.toLowerCase()
    : text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** 0 when `name` starts with the text, 1 when a word of it does, 2 inside, null if not at all. */
export function matchRank(name: string, text: string): 0 | 1 | 2 | null {
  const [whole, part] = [fold(name), fold(text.trim())];
  if (whole.startsWith(part)) return 0;
  const at = whole.indexOf(part);
  if (at < 0) return null;
  const wordStart = whole.split(/[\s\-/&(]+/).some((word) => word.startsWith(part));
  return wordStart ? 1 : 2;
}

/**
 * Options that match, best matches first within each group. A group's own name counts only
 * when no option matches, so that typing the start of an option never chooses a neighbour.
 */
export function filterGroups<O extends ComboOption>(
  groups: readonly ComboGroup<O>[],
  text: string,
  byGroupName = true,
): ComboGroup<O>[] {
  if (text.trim() === '') return groups.filter(({ options }) => options.length > 0);
  const ranked = groups.map((group) => ({
    group,
    hits: group.options
      .map((option) => ({ option, rank: matchRank(option.name, text) }))
      .filter((hit): hit is { option: O; rank: 0 | 1 | 2 } => hit.rank !== null)
      .sort((a, b) => a.rank - b.rank),
  }));
  const found = ranked.filter(({ hits }) => hits.length > 0);
  if (found.length === 0)
    return groups.filter(({ name }) => byGroupName && name && matchRank(name, text) !== null);
  return found
    .sort((a, b) => (a.hits[0]?.rank ?? 2) - (b.hits[0]?.rank ?? 2))
    .map(({ group, hits }) => ({ ...group, options: hits.map(({ option }) => option) }));
}

/** The option that Enter or Tab may take without a highlight: the only one that starts so. */
export function singleBestMatch<O extends ComboOption>(
  groups: readonly ComboGroup<O>[],
  text: string,
): O | null {
  if (text.trim() === '') return null;
  const options = groups.flatMap((group) => group.options);
  const exact = options.filter(({ name }) => fold(name) === fold(text.trim()));
  if (exact.length === 1) return exact[0] ?? null;
  const starting = options.filter(({ name }) => matchRank(name, text) === 0);
  return starting.length === 1 ? (starting[0] ?? null) : null;
}
