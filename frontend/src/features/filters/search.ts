/** Turns the search text into a query expression. */

import type { Expression } from '@/domain/transactions/view';
import type { Day } from '@/generated/contract';
import { MAX_CENTS, type NumberFormat, parseNumber, toHundredths } from '@/lib/format/amount';
import type { DateFormat } from '@/lib/format/dates';
import { parseSearchedDay } from '@/lib/format/typedDay';

export interface SearchFormats {
  numberFormat: NumberFormat;
  dateFormat: DateFormat;
  today: Day;
}

const NAMED = ['payee.name', 'notes', 'category.name', 'account.name'];

/** Null while there is nothing to search for. */
export function searchExpression(text: string, formats: SearchFormats): Expression | null {
  const words = text.trim();
  if (words === '') return null;
  const pattern = `%${words.replace(/[\\%?]/g, '\\$&')}%`;
  const day = parseSearchedDay(words, formats.dateFormat, formats.today);
  return {
    $or: [
      ...NAMED.map((field) => ({ [field]: { $like: pattern } })),
      ...(day === null ? [] : [{ date: day }]),
      ...amountTerms(words, formats.numberFormat),
    ],
  };
}

/** '25' means 25.00 to 25.99 of either sign, '25.5' means 25.50. */
function amountTerms(text: string, format: NumberFormat): Expression[] {
  const number = parseNumber(text, format);
  if (!number) return [];
  const cents = toHundredths(number);
  const size = Number(cents < 0n ? -cents : cents);
  if (size > MAX_CENTS) return [];
  const exact = { amount: { $transform: '$abs', $eq: size } };
  if (number.den !== 1n) return [exact];
  const whole = { $transform: { $abs: { $idiv: ['$', 100] } }, $eq: Math.floor(size / 100) };
  return [exact, { amount: whole }];
}
