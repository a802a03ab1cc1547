import { evaluateAmount } from '@/lib/format/amount';
import { formatDay, monthTitle } from '@/lib/format/dates';
import { usePref } from '@/lib/prefs/prefs';
import { useAmountFormat } from '@/lib/prefs/useFormat';

const DAY_OR_MONTH = /\b\d{4}-\d{2}(-\d{2})?\b/g;

/** An amount by the words beside it: counts, percentages and names have numbers too. */
const AMOUNT =
  /((?:^Budget|^Save) )(-?\d+(?:\.\d+)?)(?= (?:each|every|by) )|(balance of |, (?:plus|less) )(-?\d+(?:\.\d+)?)(?!\d|\.\d|%)/g;

/** Writes amounts, days and months in the sentence of a goal as the screen does. */
export function useMeaning(): (sentence: string) => string {
  const format = usePref('dateFormat');
  const amounts = useAmountFormat();
  const money = (number: string) => {
    const read = evaluateAmount(number, 'comma-dot');
    return read.ok ? amounts.format(read.cents) : number;
  };
  return (sentence) =>
    sentence
      .replace(AMOUNT, (_, ...parts: (string | undefined)[]) => {
        const [verb = '', first, words = '', second = ''] = parts;
        return first === undefined ? words + money(second) : verb + money(first);
      })
      .replace(DAY_OR_MONTH, (date, day) => (day ? formatDay(date, format) : monthTitle(date)));
}
