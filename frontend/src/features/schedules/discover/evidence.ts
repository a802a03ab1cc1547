/** Why transactions look like a schedule, in words. */
import { readRecurrence } from '@/domain/schedules/recurrence';
import type { FoundSchedule } from '@/generated/contract';
import type { AmountFormat } from '@/lib/format/amount';
import { type DateFormat, formatDay } from '@/lib/format/dates';
import { capitalized, SEPARATOR } from '@/texts/locale';
import { discoverTexts } from '@/texts/schedules';

interface Formats {
  amounts: AmountFormat;
  dates: DateFormat;
}

/** '11 of the last 12 months · at most 3 days off · 118.00 to 124.00 · last on 11/20/2026'. */
export function evidenceWords(
  { date, evidence }: Pick<FoundSchedule, 'date' | 'evidence'>,
  { amounts, dates }: Formats,
): string {
  const { found, dates: tried, days_off, least, most, last } = evidence;
  const low = amounts.format(Math.min(Math.abs(least), Math.abs(most)));
  const high = amounts.format(Math.max(Math.abs(least), Math.abs(most)));
  const words = [
    discoverTexts.evidence(found, tried, unitOf(date)),
    days_off === 0 ? discoverTexts.sameDay : discoverTexts.daysOff(days_off),
    low === high ? discoverTexts.sameAmount(low) : discoverTexts.amounts(low, high),
    discoverTexts.lastOn(formatDay(last, dates)),
  ];
  return capitalized(words.join(SEPARATOR));
}

/** Dates that are a unit apart are counted in it. */
function unitOf(date: unknown): string {
  const recurrence = readRecurrence(date);
  const isEach = recurrence?.interval === 1 && recurrence.patterns.length <= 1;
  return recurrence && isEach
    ? discoverTexts.units[recurrence.frequency]
    : discoverTexts.units.other;
}
