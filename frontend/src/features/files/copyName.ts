import { filesTexts } from '@/texts/files';
import { LOCALE } from '@/texts/locale';

/** The longest name that a budget can have, in characters. */
const MAX_CHARS = 100;

const charsIn = (text: string) => [...text].length;

/** The name of the next copy of a budget: numbered, and cut where it would be too long. */
export function copyName(name: string, taken: readonly string[]): string {
  const numbers = Array.from({ length: taken.length + 1 }, (_, at) => at + 1);
  const suffixes = numbers.map(filesTexts.copySuffix);
  const own = suffixes.find((suffix) => name.endsWith(suffix));
  // A copy of a copy is another copy of the first one.
  const base = own ? name.slice(0, -own.length) : name;
  const used = new Set(taken);
  const names = suffixes.map((suffix) => cut(base, MAX_CHARS - charsIn(suffix)) + suffix);
  return names.find((each) => !used.has(each)) ?? name;
}

/** The name suggested for a new budget: the first that no other one has. */
export function freeName(taken: readonly string[]): string {
  const names = Array.from({ length: taken.length + 1 }, (_, at) => filesTexts.newName(at));
  return names.find((each) => !taken.includes(each)) ?? filesTexts.newName(taken.length);
}

/** The beginning of a text, without half of a composed character. */
function cut(text: string, most: number): string {
  if (charsIn(text) <= most) return text;
  let kept = '';
  for (const { segment } of new Intl.Segmenter(LOCALE).segment(text)) {
    if (charsIn(kept + segment) > most) break;
    kept += segment;
  }
  return kept.trimEnd();
}
