/** The edits that the keys of the number pad make to the text of a field. */

/** The text of a field with what is selected in it. */
export interface Typing {
  text: string;
  from: number;
  to: number;
}

/** What takes the place of a part of the text; the caret stands behind it. */
export interface Insertion {
  from: number;
  to: number;
  insert: string;
}

export const SIGNS = ['+', '-', '×', '÷'] as const;

const isSign = (key: string | undefined) => key !== undefined && SIGNS.some((sign) => sign === key);

/** A digit, a decimal mark or a whole amount takes the place of what is selected. */
export function typeDigits({ text, from, to }: Typing, digits: string, mark: string): Insertion {
  if (digits !== mark) return { from, to, insert: digits };
  const number = /[^-+*/×÷()]*$/.exec(text.slice(0, from))?.[0] ?? '';
  return { from, to, insert: number.includes(mark) ? '' : mark };
}

/** A sign goes on from an amount that is selected whole, and replaces a sign typed just before. */
export function typeSign({ text, from, to }: Typing, sign: string): Insertion {
  const isAll = text !== '' && from === 0 && to === text.length;
  const at = isAll ? text.length : to;
  const start = isAll ? text.length : from;
  const isAgain = start > 0 && isSign(text[start - 1]);
  return { from: isAgain ? start - 1 : start, to: at, insert: sign };
}

/** Takes away what is selected, else the character before the caret. */
export function takeBack({ from, to }: Typing): Insertion {
  return { from: from === to ? Math.max(0, from - 1) : from, to, insert: '' };
}
