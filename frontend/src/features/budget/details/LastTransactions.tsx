import { useQuery } from '@tanstack/react-query';
import { LoadFailed } from '@/components/LoadFailed';
import { useOffline } from '@/lib/connection/useOffline';
import type { AmountFormat } from '@/lib/format/amount';
import { formatDay } from '@/lib/format/dates';
import { lists } from '@/lib/lists/lists';
import { usePref } from '@/lib/prefs/prefs';
import { queryRows } from '@/lib/query/query';
import { commonTexts } from '@/texts/common';
import { detailsTexts } from '@/texts/details';
import { errorText } from '@/texts/errors';
import { Figure } from '../grid/Figure';
import styles from './details.module.css';

const SHOWN = 5;

interface LastTransactionsProps {
  categoryId: string;
  amounts: AmountFormat;
}

/** The newest transactions of a category, lines of splits among them. */
export function LastTransactions({ categoryId, amounts }: LastTransactionsProps) {
  const format = usePref('dateFormat');
  const offline = useOffline();
  const { data, error, refetch } = useQuery(
    {
      queryKey: ['transactions', 'lastOf', categoryId],
      meta: { tables: ['payees', 'payee_mapping', 'accounts', 'category_mapping'] },
      queryFn: () => fetchLast(categoryId),
    },
    lists,
  );
  return (
    <section aria-label={detailsTexts.lastTransactions}>
      <h3 className={styles.title}>{detailsTexts.lastTransactions}</h3>
      {error && <LoadFailed onRetry={() => void refetch()}>{errorText(error)}</LoadFailed>}
      {!data && !error && offline && <p className={styles.quiet}>{commonTexts.offline}</p>}
      {data?.length === 0 && <p className={styles.quiet}>{detailsTexts.none}</p>}
      <ul className={styles.transactions}>
        {data?.map((row) => (
          <li key={row.id}>
            <span className={styles.payee}>{row['payee.name'] ?? detailsTexts.noPayee}</span>
            <Figure value={row.amount} amounts={amounts} />
            <time dateTime={row.date ?? undefined} className={styles.quiet}>
              {row.date && formatDay(row.date, format)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  );
}

function fetchLast(categoryId: string) {
  return queryRows({
    table: 'transactions',
    tableOptions: { splits: 'inline' },
    filterExpressions: [{ category: categoryId }],
    selectExpressions: ['id', 'date', 'amount', 'payee.name'],
    limit: SHOWN,
  });
}
