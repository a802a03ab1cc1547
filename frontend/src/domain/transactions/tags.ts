/** Tags are words in notes that begin with `#`. */

/** The tag that is being typed. */
export interface TagPart {
  /** The position of its `#` in the text. */
  from: number;
  /** Where it ends. */
  to: number;
  /** What of it is left of the caret, without its `#`. */
  start: string;
}

/** The tag at the caret; null if there is none. */
export function tagAt(text: string, caret: number): TagPart | null {
  const before = /(?:^|\s)#([^\s#]*)$/.exec(text.slice(0, caret));
  if (!before) return null;
  const start = before[1] ?? '';
  const rest = /^[^\s#]*/.exec(text.slice(caret))?.[0] ?? '';
  return { from: caret - start.length - 1, to: caret + rest.length, start };
}

/** The tags in some notes, those met first first, without regard to upper and lower case. */
export function tagsOf(notes: readonly (string | null)[]): string[] {
  const found = new Map<string, string>();
  for (const note of notes) {
    for (const [, tag = ''] of (note ?? '').matchAll(/(?<=^|\s)#([^\s#]+)/g)) {
      const key = tag.toLowerCase();
      if (!found.has(key)) found.set(key, tag);
    }
  }
  return [...found.values()];
}

const MOST = 9;

/** The tags that begin like the one being typed, unless it is whole already. */
export function tagsLike(tags: readonly string[], { start }: TagPart): string[] {
  const part = start.toLowerCase();
  const like = tags.filter((tag) => tag.toLowerCase().startsWith(part));
  return like.length === 1 && like[0] === start ? [] : like.slice(0, MOST);
}

/** The text with the tag in its place, and where the caret goes: ready for the next word. */
export function withTag(
  text: string,
  { from, to }: TagPart,
  tag: string,
): { text: string; caret: number } {
  const gap = /^\s/.test(text.slice(to)) ? '' : ' ';
  const until = `${text.slice(0, from)}#${tag}${gap}`;
  return { text: until + text.slice(to), caret: until.length + (gap === '' ? 1 : 0) };
}
