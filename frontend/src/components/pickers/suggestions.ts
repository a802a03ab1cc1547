import type { ReactNode } from 'react';
import { type ComboGroup, type ComboOption, filterGroups, singleBestMatch } from '../comboMatch';

export interface SuggestOption extends ComboOption {
  /** Does something instead of being a value, such as splitting a transaction. */
  act?: () => void;
  icon?: ReactNode;
}
export type SuggestSection = ComboGroup<SuggestOption>;

export interface Suggestions {
  sections: readonly SuggestSection[];
  /** What Enter and Tab take without an arrow key; shown as highlighted. */
  best: SuggestOption | null;
  /** A line under the options. */
  more?: string;
}

export const NO_SUGGESTIONS: Suggestions = { sections: [], best: null };

/** The options that match a text (all of them for null), and the one it clearly means. */
export function suggestFrom(
  sections: readonly SuggestSection[],
  typed: string | null,
  byGroupName = true,
): Suggestions {
  return {
    sections: filterGroups(sections, typed ?? '', byGroupName),
    best: singleBestMatch(sections, typed ?? ''),
  };
}

/** The first `limit` options of all sections together. */
export function firstOptions(
  sections: readonly SuggestSection[],
  limit: number,
): { sections: SuggestSection[]; isCut: boolean } {
  const kept: SuggestSection[] = [];
  let room = limit;
  for (const section of sections) {
    if (room > 0) kept.push({ ...section, options: section.options.slice(0, room) });
    room -= section.options.length;
  }
  return { sections: kept, isCut: room < 0 };
}

/** The position of the text in a name, for marking the matching letters. */
export function matchRange(name: string, text: string): [from: number, to: number] | null {
  const part = text.trim().toLowerCase();
  const at = part === '' ? -1 : name.toLowerCase().indexOf(part);
  return at < 0 ? null : [at, at + part.length];
}
