import { Waypoints } from 'lucide-react';
import { ReportFigure } from '@/domain/reports/ReportFigure';
import type { Sankey } from '@/generated/contract';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { figureTexts } from '@/texts/dashboards';
import { number } from '@/texts/locale';
import styles from '../card.module.css';
import { type FlowEnd, flowEnds } from '../model/flows';
import { barOf, largestOf } from '../model/rowShare';
import { CardEmpty } from './CardEmpty';

interface SankeyBodyProps {
  figures: Sankey;
  /** Shares in place of amounts. */
  isPercent: boolean;
  /** Budgeted amounts, which are not sums of transactions. */
  isBudgeted: boolean;
}

/** Where money came from and where it went. */
export function SankeyBody({ figures, isPercent, isBudgeted }: SankeyBodyProps) {
  const { from, to } = flowEnds(figures);
  if (from.length === 0) return <CardEmpty icon={Waypoints}>{figureTexts.noRows}</CardEmpty>;
  return (
    <div className={styles.ends}>
      <Ends title={figureTexts.comesFrom} ends={from} {...{ isPercent, isBudgeted }} />
      <Ends title={figureTexts.goesTo} ends={to} {...{ isPercent, isBudgeted }} />
    </div>
  );
}

interface EndsProps {
  title: string;
  ends: readonly FlowEnd[];
  isPercent: boolean;
  isBudgeted: boolean;
}

function Ends({ title, ends, isPercent, isBudgeted }: EndsProps) {
  const { format } = useAmountFormat();
  const shown = ({ value, share }: FlowEnd) =>
    isPercent && share !== null ? figureTexts.percent(number(share)) : format(value);
  const rows = ({ key, hasRows }: FlowEnd) =>
    hasRows && !isBudgeted ? { part: { row: key } } : {};
  const largest = largestOf(ends.map(({ value }) => value));
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{title}</th>
          <th scope="col" className={styles.amountTitle}>
            {isPercent ? figureTexts.shareColumn : figureTexts.amountColumn}
          </th>
        </tr>
      </thead>
      <tbody>
        {ends.map((end) => (
          <tr key={end.key} className={styles.barred} style={barOf(end.value, largest)}>
            <th scope="row">{end.name}</th>
            <td data-amount>
              <ReportFigure
                of={{ id: end.key, name: end.name, value: shown(end), ...rows(end) }}
                isTabStop={false}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
