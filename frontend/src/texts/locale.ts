/** The language of all words, and how it writes dates and numbers: a translation changes it here. */
export const LOCALE = 'en-US';

const rules = new Intl.PluralRules(LOCALE);
const numbers = new Intl.NumberFormat(LOCALE);
const ordinals = new Intl.PluralRules(LOCALE, { type: 'ordinal' });
const lists = new Intl.ListFormat(LOCALE, { type: 'conjunction' });

/** Between facts on one line; where the line breaks, it ends the first line and begins none. */
export const SEPARATOR = '\u00a0· ';

/** Forms of a word by the plural rules of the language; `other` replaces missing ones. */
export type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** A number of things, not of money: '1,204'. */
export const number = (value: number) => numbers.format(value);

/** The form that goes with a number, without the number. */
export const form = (count: number, forms: Forms) => forms[rules.select(count)] ?? forms.other;

/** A number and its word: '1 payee', '1,204 payees'. `#` in the forms is replaced by the number. */
export function plural(count: number, forms: Forms): string {
  const words = form(count, forms);
  return words.includes('#') ? words.replace('#', number(count)) : `${number(count)} ${words}`;
}

/** The endings of ordinal numbers, by the ordinal rules of the language. */
const ORDINAL: Forms = { one: 'st', two: 'nd', few: 'rd', other: 'th' };

/** The place in a row: '1st', '22nd'. */
export const ordinal = (place: number) =>
  `${number(place)}${ORDINAL[ordinals.select(place)] ?? ORDINAL.other}`;

/** Several things in a sentence: 'one, two, and three'. */
export const listed = (parts: readonly string[]) => lists.format(parts);

/** Words as the start of a sentence. */
export const capitalized = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
