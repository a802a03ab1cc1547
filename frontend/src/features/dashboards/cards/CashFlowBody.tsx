import type { CashFlow } from '@/generated/contract';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { figureTexts } from '@/texts/dashboards';
import styles from '../card.module.css';
import { signed } from '../model/amounts';

/** What came in and what went out. Transfers are neither. */
export function CashFlowBody({ figures }: { figures: CashFlow }) {
  const { income, expense, change } = figures.card;
  const amounts = useAmountFormat();
  const most = Math.max(income, -expense, 1);
  const share = (value: number) => `${(Math.max(0, value) / most) * 100}%`;
  return (
    <dl className={styles.flows}>
      <dt>{figureTexts.income}</dt>
      <dd data-amount>{amounts.format(income)}</dd>
      <div aria-hidden="true" className={styles.bar} data-side="income">
        <span style={{ inlineSize: share(income) }} />
      </div>
      <dt>{figureTexts.expenses}</dt>
      <dd data-amount>{amounts.format(expense)}</dd>
      <div aria-hidden="true" className={styles.bar} data-side="expense">
        <span style={{ inlineSize: share(-expense) }} />
      </div>
      <dt className={styles.net}>{figureTexts.net}</dt>
      <dd data-amount className={styles.net}>
        {signed(change, amounts)}
      </dd>
    </dl>
  );
}
