/** Colours and patterns that follow from the ids of things, whatever their order. */
import type { Hue, Pattern } from './chart';

export interface HueAndPattern {
  hue: Hue;
  pattern: Pattern;
}

const HUES = 6;
const PATTERNS = 4;
const ALL = HUES * PATTERNS;
/** So many things have looks of their own. */
export const MOST_LOOKS = ALL;

/** A number that goes with a text, as evenly spread as chance. */
function hash(text: string): number {
  let value = 2_166_136_261;
  for (let at = 0; at < text.length; at += 1) {
    value = Math.imul(value ^ text.charCodeAt(at), 16_777_619);
  }
  // Texts that differ at their end only would lie close together.
  return ((value ^ (value >>> 15)) >>> 0) % ALL;
}

function lookAt(place: number): HueAndPattern {
  const hue = ((place % HUES) + 1) as Hue;
  return { hue, pattern: (Math.floor(place / HUES) % PATTERNS) as Pattern };
}

/** The next place from `first` on that is free, of a color that few have so far. */
function freePlace(first: number, taken: ReadonlySet<number>): number {
  const uses = new Array<number>(HUES).fill(0);
  for (const place of taken) uses[place % HUES] = (uses[place % HUES] ?? 0) + 1;
  const fewest = Math.min(...uses);
  for (let step = 0; step < ALL; step += 1) {
    const place = (first + step) % ALL;
    if (!taken.has(place) && uses[place % HUES] === fewest) return place;
  }
  return first;
}

/**
 * A look for each id, the same in any order of them. Two ids have the same only when there are more
 * of them than looks.
 */
export function looksOf(ids: readonly string[]): ReadonlyMap<string, HueAndPattern> {
  const taken = new Set<number>();
  const looks = new Map<string, HueAndPattern>();
  for (const id of [...new Set(ids)].sort()) {
    const place = freePlace(hash(id), taken);
    taken.add(place);
    looks.set(id, lookAt(place));
  }
  return looks;
}
