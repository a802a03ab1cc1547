import { type FigureOf, ReportFigure } from '@/domain/reports/ReportFigure';
import type { CashFlow } from '@/generated/contract';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { figureTexts } from '@/texts/dashboards';
import styles from '../card.module.css';
import { signed } from '../model/amounts';

/** Income and expenses. Transfers are neither. */
export function CashFlowBody({ figures }: { figures: CashFlow }) {
  const { start, end, income, expense, change } = figures.card;
  const amounts = useAmountFormat();
  const most = Math.max(income, -expense, 1);
  const share = (value: number) => `${(Math.max(0, value) / most) * 100}%`;
  // The card ends today, also where its report shows the whole month.
  const dates = { from: start, to: end };
  const flow = (series: 'income' | 'expenses', amount: number): FigureOf => ({
    id: series,
    name: figureTexts[series],
    value: amounts.format(amount),
    part: { series },
    adjusts: [{ dates }],
  });
  const flows = [flow('income', income), flow('expenses', expense)] as const;
  const net: FigureOf = {
    id: 'net',
    name: figureTexts.net,
    value: signed(change, amounts),
    part: { series: 'income' },
    adjusts: [{ dates }, { without: ['side'] }],
    terms: flows.map((of) => ({ sign: '+', of })),
  };
  return (
    <dl className={styles.flows}>
      <dt>{figureTexts.income}</dt>
      <dd data-amount>
        <ReportFigure of={flows[0]} isTabStop={false} />
      </dd>
      <div aria-hidden="true" className={styles.bar} data-side="income">
        <span style={{ inlineSize: share(income) }} />
      </div>
      <dt>{figureTexts.expenses}</dt>
      <dd data-amount>
        <ReportFigure of={flows[1]} isTabStop={false} />
      </dd>
      <div aria-hidden="true" className={styles.bar} data-side="expense">
        <span style={{ inlineSize: share(-expense) }} />
      </div>
      <dt className={styles.net}>{figureTexts.net}</dt>
      <dd data-amount className={styles.net}>
        <ReportFigure of={net} isTabStop={false} />
      </dd>
    </dl>
  );
}
