import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useParams } from 'react-router';
import { Skeleton } from '@/components/Skeleton';
import { fetchEntries } from '@/domain/transactions/api';
import { newDraft } from '@/domain/transactions/draft';
import { beginDraft, editDraft } from '@/domain/transactions/drafts';
import type { Entry } from '@/domain/transactions/transaction';
import { type TransactionData, useTransactionData } from '@/domain/transactions/useTransactionData';
import { newId } from '@/lib/ids/newId';
import { lists } from '@/lib/lists/lists';
import { usePref } from '@/lib/prefs/prefs';
import { useToday } from '@/lib/prefs/useToday';
import { errorText } from '@/texts/errors';
import { transactionFormTexts } from '@/texts/transactionForm';
import { FormNotice } from './FormNotice';
import styles from './form.module.css';
import { Gone } from './Gone';
import { TransactionForm } from './TransactionForm';
import { useStart } from './useStart';

/** One transaction in a form of its own: a new one, or one that was tapped in a list. */
export default function TransactionPage() {
  const { id = 'new' } = useParams();
  const { key } = useLocation();
  const { data, error, retry } = useTransactionData();
  if (error && !data) return <FormNotice onRetry={retry}>{errorText(error)}</FormNotice>;
  if (!data) return <Waiting />;
  return id === 'new' ? (
    <NewTransaction key={key} data={data} />
  ) : (
    <KnownTransaction key={`${id} ${key}`} id={id} data={data} />
  );
}

/** Which account a new transaction starts in: the one come from, or the one used last. */
function useFirstAccount({ accounts }: TransactionData): string | null {
  const last = usePref('ui.lastAccount');
  const { state } = useLocation();
  const from = (state as { account?: unknown } | null)?.account;
  const open = accounts.filter(({ closed }) => !closed);
  const isOpen = (id: unknown) => open.some((account) => account.id === id);
  if (typeof from === 'string' && isOpen(from)) return from;
  return isOpen(last) ? last : (open[0]?.id ?? null);
}

function NewTransaction({ data }: { data: TransactionData }) {
  const date = useToday();
  const account = useFirstAccount(data);
  const start = useStart(null, () => beginDraft(newDraft({ id: newId(), date, account }), null));
  return <TransactionForm key={start.key} stored={null} start={start} data={data} />;
}

function KnownTransaction({ id, data }: { id: string; data: TransactionData }) {
  const {
    data: found,
    error,
    refetch,
  } = useQuery(
    // Never cached: a draft must start from the current transaction.
    { queryKey: ['transactions', 'form', id], queryFn: () => fetchEntries([id]), gcTime: 0 },
    lists,
  );
  const [stored, setStored] = useState<Entry | null>(null);
  if (found?.[0] && found[0] !== stored) setStored(found[0]);
  if (error && !stored)
    return <FormNotice onRetry={() => void refetch()}>{errorText(error)}</FormNotice>;
  if (!stored && found)
    return (
      <Gone id={id} data={data}>
        {transactionFormTexts.gone}
      </Gone>
    );
  if (!stored) return <Waiting />;
  return <Known stored={stored} isGone={found?.length === 0} data={data} />;
}

interface KnownProps {
  stored: Entry;
  isGone: boolean;
  data: TransactionData;
}

function Known({ stored, isGone, data }: KnownProps) {
  const start = useStart(stored.row.id, () => editDraft(stored));
  return (
    <TransactionForm key={start.key} stored={stored} isGone={isGone} start={start} data={data} />
  );
}

function Waiting() {
  return (
    <div className={styles.waiting} role="status" aria-label={transactionFormTexts.loading}>
      <Skeleton width={160} />
      <Skeleton width={240} />
      <Skeleton width={240} />
    </div>
  );
}
