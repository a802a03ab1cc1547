import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SkeletonLines } from '@/components/SkeletonLines';
import { fetchPayees, PAYEES_KEY } from '@/domain/transactions/payees';
import type { Account, BankImport, ReportedRows } from '@/generated/contract';
import { useImports } from '@/lib/banks/banks';
import { recentText } from '@/lib/format/ago';
import { formatDay } from '@/lib/format/dates';
import { lists } from '@/lib/lists/lists';
import { usePref } from '@/lib/prefs/prefs';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { queryRows } from '@/lib/query/query';
import { explainBankProblem } from '@/texts/bankProblems';
import { reportTexts } from '@/texts/bankScreens';
import { errorText } from '@/texts/errors';
import { SEPARATOR } from '@/texts/locale';
import styles from './BankSyncPage.module.css';
import { importWords, linesOf } from './reportWords';

/** Most rows to list for an import; the others are only counted. */
const MOST_ROWS = 20;

/** The last imports of an account, each with the result for its rows. */
export function Reports({ account }: { account: Account }) {
  const { data, error } = useImports(account.id);
  return (
    <section aria-label={reportTexts.showOf(account.name)} className={styles.reports}>
      {error && <p role="alert">{errorText(error)}</p>}
      {!data && !error && <SkeletonLines lines={2} />}
      {data?.length === 0 && <p>{reportTexts.none}</p>}
      <ol>
        {data?.map((each) => (
          <li key={each.at}>
            <Report report={each} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Report({ report }: { report: BankImport }) {
  const [isOpen, setOpen] = useState(false);
  const dateFormat = usePref('dateFormat');
  const when = recentText(report.at, Date.now(), dateFormat);
  const what = report.error
    ? reportTexts.failed(explainBankProblem(report.error, null, false))
    : importWords(report);
  const line = reportTexts.line(when, what);
  const lines = linesOf(report);
  const { added, matched, updated, removed } = report;
  const hasRows = added.count + matched.count + updated.count + removed.count > 0;
  if (!hasRows && lines.length === 0) return <p>{line}</p>;
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {line}
        {report.asked === 'schedule' && (
          <span className={styles.quiet}>
            {SEPARATOR}
            {reportTexts.bySchedule}
          </span>
        )}
      </summary>
      {isOpen && (
        <>
          <Rows title={reportTexts.rowAdded} rows={added} />
          <Rows title={reportTexts.rowMatched} rows={matched} />
          <Rows title={reportTexts.rowUpdated} rows={updated} />
          <Rows title={reportTexts.rowRemoved} rows={removed} />
        </>
      )}
      {lines.map((words) => (
        <p key={words}>{words}</p>
      ))}
    </details>
  );
}

function useRows({ ids }: ReportedRows) {
  const shown = ids.slice(0, MOST_ROWS);
  return useQuery(
    {
      queryKey: ['transactions', 'bank-report', shown],
      queryFn: () =>
        queryRows({
          table: 'transactions',
          selectExpressions: ['id', 'date', 'payee', 'amount', 'notes'],
          filterExpressions: [{ id: { $oneof: shown } }],
        }),
      enabled: shown.length > 0,
      gcTime: 0,
    },
    lists,
  );
}

function Rows({ title, rows }: { title: string; rows: ReportedRows }) {
  const { data } = useRows(rows);
  const { data: payees = [] } = useQuery({ queryKey: PAYEES_KEY, queryFn: fetchPayees }, lists);
  const amounts = useAmountFormat();
  const dateFormat = usePref('dateFormat');
  if (rows.count === 0) return null;
  const payeeOf = (id: string | null) => payees.find((payee) => payee.id === id)?.name ?? '';
  const rest = rows.count - Math.min(rows.ids.length, MOST_ROWS);
  return (
    <div>
      <h4>{title}</h4>
      <ul>
        {data?.map(({ id, date, payee, amount, notes }) => (
          <li key={id} className={styles.reportRow}>
            <span>{formatDay(date, dateFormat)}</span>
            <span className={styles.payee}>{payeeOf(payee) || (notes ?? '')}</span>
            <span data-amount>{amounts.format(amount)}</span>
          </li>
        ))}
      </ul>
      {rest > 0 && <p className={styles.quiet}>{reportTexts.more(rest)}</p>}
    </div>
  );
}
