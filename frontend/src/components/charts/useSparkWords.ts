import { useAmountFormat } from '@/lib/prefs/useFormat';
import { chartsTexts } from '@/texts/charts';

type Values = readonly (number | null)[];

/** A line of amounts in a sentence, and the words at the ends of all that is drawn. */
export function useSparkWords(values: Values, others: Values = []) {
  const { format } = useAmountFormat();
  const known = values.filter((value) => value !== null);
  const all = [...known, ...others.filter((value) => value !== null)];
  const [first, last] = [format(known[0]), format(known.at(-1))];
  const [low, high] = [format(Math.min(...known)), format(Math.max(...known))];
  const ends = [format(Math.min(...all)), format(Math.max(...all))] as const;
  return { label: chartsTexts.line(first, last, low, high), ends };
}
