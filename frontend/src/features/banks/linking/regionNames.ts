import { regionWord } from '@/texts/bankLinking';
import { LOCALE } from '@/texts/locale';

const names = new Intl.DisplayNames(LOCALE, { type: 'region', fallback: 'code' });

/** The name of a country by its code, or of a group of countries. */
export function regionName(code: string): string {
  const known = regionWord(code);
  if (known !== undefined) return known;
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}

export const regionNames = (codes: readonly string[]): string[] => codes.map(regionName);
