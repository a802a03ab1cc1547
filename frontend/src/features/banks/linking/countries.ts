/** A provider's countries, and the user's most likely one. */
import type { BankProvider } from '@/generated/contract';

/** The European Economic Area. */
const EEA =
  'AT,BE,BG,HR,CY,CZ,DK,EE,FI,FR,DE,GR,HU,IS,IE,IT,LV,LI,LT,LU,MT,NL,NO,PL,PT,RO,SK,SI,ES,SE';

/** Countries by the city of their time zone, for countries that providers serve. */
const ZONES: Partial<Record<string, string>> = {
  Vienna: 'AT',
  Brussels: 'BE',
  Sofia: 'BG',
  Zagreb: 'HR',
  Nicosia: 'CY',
  Prague: 'CZ',
  Copenhagen: 'DK',
  Tallinn: 'EE',
  Helsinki: 'FI',
  Paris: 'FR',
  Berlin: 'DE',
  Athens: 'GR',
  Budapest: 'HU',
  Reykjavik: 'IS',
  Dublin: 'IE',
  Rome: 'IT',
  Riga: 'LV',
  Vaduz: 'LI',
  Vilnius: 'LT',
  Luxembourg: 'LU',
  Malta: 'MT',
  Amsterdam: 'NL',
  Oslo: 'NO',
  Warsaw: 'PL',
  Lisbon: 'PT',
  Bucharest: 'RO',
  Bratislava: 'SK',
  Ljubljana: 'SI',
  Madrid: 'ES',
  Stockholm: 'SE',
  London: 'GB',
  Auckland: 'NZ',
};

export function countriesOf({ regions }: BankProvider): string[] {
  const codes = regions.flatMap((region) => (region === 'EEA' ? EEA.split(',') : [region]));
  return [...new Set(codes)];
}

/** Guesses by time zone, then by language; otherwise returns the first country. */
export function likelyCountry(codes: readonly string[], zone: string, language: string): string {
  const byZone = ZONES[zone.split('/').at(-1) ?? ''];
  const byLanguage = language.split('-').slice(1).at(-1)?.toUpperCase();
  const found = [byZone, byLanguage].find((code) => code !== undefined && codes.includes(code));
  return found ?? codes[0] ?? '';
}
