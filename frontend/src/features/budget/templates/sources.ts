/** Sources of a percentage in the words of the grammar; others are names of categories. */
export const ALL_INCOME = 'all income';
/** The amount left to budget. */
export const AVAILABLE = 'available funds';

export const SOURCES = [ALL_INCOME, AVAILABLE] as const;

export const isSourceWord = (source: string) => SOURCES.some((word) => word === source);

/** The source of a line; the grammar's own words are in lower case. */
export function sourceOf(source: string): string {
  const word = source.toLowerCase();
  return isSourceWord(word) ? word : source;
}
