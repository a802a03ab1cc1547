/** The color set by a formula card. */

export type Tone = 'good' | 'bad' | 'warning';

export interface FormulaColor {
  /** A theme color, readable in every theme. */
  tone?: Tone;
  /** Any other CSS color, unchanged. */
  css?: string;
}

/** Color words and theme color names, by tone. */
const TONES: readonly (readonly [Tone, RegExp])[] = [
  ['bad', /error|negative|overspent|\bred\b/i],
  ['good', /positive|success|noticetext|\bgreen\b/i],
  ['warning', /warning|\b(yellow|orange)\b/i],
];

/** Parses a color; empty if the text is not a color. */
export function formulaColor(color: string | null): FormulaColor {
  if (color === null) return {};
  const tone = TONES.find(([, words]) => words.test(color))?.[0];
  if (tone) return { tone };
  return CSS.supports('color', color) ? { css: color } : {};
}
