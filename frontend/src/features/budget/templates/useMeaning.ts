import { formatDay, monthTitle } from '@/lib/format/dates';
import { usePref } from '@/lib/prefs/prefs';

const DAY_OR_MONTH = /\b\d{4}-\d{2}(-\d{2})?\b/g;

/** Writes days and months in the sentence of a goal as the screen does. */
export function useMeaning(): (sentence: string) => string {
  const format = usePref('dateFormat');
  return (sentence) =>
    sentence.replace(DAY_OR_MONTH, (date, day) =>
      day ? formatDay(date, format) : monthTitle(date),
    );
}
