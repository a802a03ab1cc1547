/** The color that a formula card asks for. */

export type Tone = 'good' | 'bad' | 'warning';

export interface FormulaColor {
  /** A color of ours, which is readable in every theme. */
  tone?: Tone;
  /** Any other color, as it was written. */
  css?: string;
}

/** Words of colors, and of the names that themes give them. */
const TONES: readonly (readonly [Tone, RegExp])[] = [
  ['bad', /error|negative|overspent|\bred\b/i],
  ['good', /positive|success|noticetext|\bgreen\b/i],
  ['warning', /warning|\b(yellow|orange)\b/i],
];

/** A color by its name; nothing for a word that is none. */
export function formulaColor(color: string | null): FormulaColor {
  if (color === null) return {};
  const tone = TONES.find(([, words]) => words.test(color))?.[0];
  if (tone) return { tone };
  return CSS.supports('color', color) ? { css: color } : {};
}
