import { regionWord } from '@/texts/bankLinking';
import { LOCALE } from '@/texts/locale';

const names = new Intl.DisplayNames(LOCALE, { type: 'region', fallback: 'code' });

/** The name of a country or country group by its code. */
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
