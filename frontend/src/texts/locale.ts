/** The language of all words, and how it writes dates and numbers: a translation changes it here. */
export const LOCALE = 'en-US';

const rules = new Intl.PluralRules(LOCALE);
const numbers = new Intl.NumberFormat(LOCALE);

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
