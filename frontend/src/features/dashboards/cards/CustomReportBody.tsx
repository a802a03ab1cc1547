import { ChartColumn } from 'lucide-react';
import { useSparkWords } from '@/components/charts/useSparkWords';
import type { Source } from '@/domain/reports/figure';
import { ReportFigure } from '@/domain/reports/ReportFigure';
import { GRAPH } from '@/domain/reports/stored';
import type { CustomReport } from '@/generated/contract';
import { usePref } from '@/lib/prefs/prefs';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { figureTexts } from '@/texts/dashboards';
import styles from '../card.module.css';
import { isByTime, isOfBudgets, reportLines, shownValue } from '../model/reportRows';
import { barOf, largestOf } from '../model/rowShare';
import { CardEmpty } from './CardEmpty';
import { CardLine } from './CardLine';
import { Figure } from './Figure';
import { LeftOut } from './LeftOut';

/** A card is for a glance; more lines than these are only counted. */
const MOST = 60;

/** The lines of a saved report, with their total. */
export function CustomReportBody({ figures }: { figures: CustomReport }) {
  const { interval, total, average } = figures;
  const { format } = useAmountFormat();
  const lines = reportLines(figures, usePref('dateFormat'));
  const behind = (part: Source['part']) => (isOfBudgets(figures) ? { place: '/budget' } : { part });
  const isTable = figures.graphType === GRAPH.table;
  const largest = largestOf(lines.map(({ value }) => value));
  const sums = figures.intervals.map(({ value }) => shownValue(figures, value));
  const spark = useSparkWords(sums);
  const hasLine = !isTable && (figures.overTime || isByTime(figures));
  const isNothing = total.deposits === 0 && total.payments === 0;
  if (isNothing && lines.every(({ value }) => value === 0)) {
    return <CardEmpty icon={ChartColumn}>{figureTexts.noRows}</CardEmpty>;
  }
  return (
    <>
      <Figure words={figureTexts.averages[interval](format(shownValue(figures, average)))}>
        {{ id: 'total', value: format(shownValue(figures, total.value)), ...behind({}) }}
      </Figure>
      {hasLine && (
        <div className={styles.line}>
          <CardLine lines={[{ values: sums, look: 'main' }]} {...spark} />
        </div>
      )}
      <table className={styles.table}>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{figureTexts.itemColumn}</th>
            <th scope="col">{figureTexts.amountColumn}</th>
          </tr>
        </thead>
        <tbody>
          {lines.slice(0, MOST).map(({ key, name, value, part }) => (
            <tr
              key={key}
              className={isTable ? '' : styles.barred}
              data-negative={value < 0 || undefined}
              style={barOf(value, largest)}
            >
              <th scope="row">{name}</th>
              <td data-amount>
                <ReportFigure
                  of={{ id: key, name, value: format(value), ...behind(part) }}
                  isTabStop={false}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {lines.length > MOST && (
        <p className={styles.note}>{figureTexts.moreRows(lines.length - MOST)}</p>
      )}
      <LeftOut notShown={figures.notShown} />
    </>
  );
}
