import { moveAmongFigures } from '@/components/charts/moveAmongFigures';
import { LoadFailed } from '@/components/LoadFailed';
import { Select } from '@/components/Select';
import { SkeletonLines } from '@/components/SkeletonLines';
import { useComparison } from '@/domain/reports/api';
import { ReportFigure } from '@/domain/reports/ReportFigure';
import type {
  AskedCard,
  Comparison as Compared,
  ComparedFigure,
  ComparedTo,
  DayRange,
} from '@/generated/contract';
import { compareTexts } from '@/texts/compare';
import { errorText } from '@/texts/errors';
import styles from '../reports.module.css';
import { useWritten } from '../views/useWritten';
import own from './compare.module.css';
import { comparedPart } from './figures';
import { NONE, useCompareChoice, WAYS } from './useCompareChoice';
import { differenceWords, othersWords, rangeWordsIn } from './words';

interface ComparisonProps {
  card: AskedCard;
  /** Whether the card's spending has budgets. */
  hasBudgets?: boolean;
  /** Converts amounts as the screen shows them, such as payments without their sign. */
  shown?: (cents: number) => number;
}

/** Compares the figures of a screen with an earlier range or the budget, once the user chooses. */
export function Comparison({ card, hasBudgets = false, shown }: ComparisonProps) {
  const ways = WAYS.filter((id) => id !== 'budget' || hasBudgets);
  const options = [
    { id: NONE, name: compareTexts.none },
    ...ways.map((id) => ({ id, name: compareTexts.ways[id] })),
  ];
  const [chosen, choose] = useCompareChoice(ways);
  const { data, error, refetch } = useComparison(card, chosen);
  return (
    <section className={`${styles.card} ${own.card}`} aria-label={compareTexts.title}>
      <div className={own.choice}>
        <Select
          label={compareTexts.title}
          options={options}
          value={chosen ?? NONE}
          onChange={choose}
        />
      </div>
      {chosen && error && (
        <LoadFailed onRetry={() => void refetch()}>{errorText(error)}</LoadFailed>
      )}
      {chosen && !data && !error && <SkeletonLines lines={3} />}
      {chosen && data && (
        <>
          <ComparisonTable compared={data} way={chosen} {...(shown ? { shown } : {})} />
          {data.withoutLater && <p className={styles.note}>{compareTexts.withoutLater}</p>}
        </>
      )}
    </section>
  );
}

interface TableProps {
  compared: Compared;
  way: ComparedTo;
  shown?: (cents: number) => number;
}

const same = (cents: number) => cents;

function ComparisonTable({ compared, way, shown = same }: TableProps) {
  const { amounts, dates } = useWritten();
  const { range, ranges, figures } = compared;
  const words = rangeWordsIn(dates);
  const days = words(range.from, range.to);
  const others = othersWords(way, ranges, words);
  const nameOf = ({ name, series }: ComparedFigure) =>
    name ?? (series ? compareTexts.series[series] : compareTexts.total);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between figures.
    <div className={own.scroll} onKeyDown={moveAmongFigures}>
      <table className={own.table}>
        <caption className="visually-hidden">{compareTexts.caption(days, others)}</caption>
        <thead>
          <tr>
            <th scope="col">{compareTexts.figure}</th>
            <th scope="col">{days}</th>
            <th scope="col">{others}</th>
            <th scope="col">{compareTexts.difference}</th>
          </tr>
        </thead>
        <tbody>
          {figures.map((figure, at) => {
            const name = nameOf(figure);
            const id = `compare/${figure.series ?? ''}/${figure.row ?? figure.special ?? ''}`;
            const { words: difference, tone } = differenceWords(figure, amounts);
            const cell = (cents: number, of: readonly DayRange[], end: string) => (
              <td data-amount>
                <ReportFigure
                  of={{
                    ...comparedPart(figure, of),
                    id: `${id}/${end}`,
                    name,
                    when: end === 'base' ? others : days,
                    value: amounts.format(shown(cents)),
                  }}
                  isTabStop={at === 0}
                />
              </td>
            );
            return (
              <tr key={id} data-total={figure.name === null || undefined}>
                <th scope="row">{name}</th>
                {cell(figure.value, [range], 'value')}
                {way === 'budget' ? (
                  <td data-amount>{amounts.format(shown(figure.base))}</td>
                ) : (
                  cell(figure.base, ranges, 'base')
                )}
                <td className={own.difference} data-tone={tone}>
                  {difference}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
