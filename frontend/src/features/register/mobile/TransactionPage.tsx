import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import { errorText } from '@/app/texts';
import { Skeleton } from '@/components/Skeleton';
import { lists } from '@/lib/lists/lists';
import { usePref } from '@/lib/prefs/prefs';
import { useToday } from '@/lib/prefs/useToday';
import { fetchEntries } from '../api';
import { newDraft } from '../model/draft';
import type { Entry } from '../model/transaction';
import { type RegisterData, useRegisterData } from '../useRegisterData';
import { directionOf, type FormState } from './formModel';
import styles from './mobile.module.css';
import { TransactionForm } from './TransactionForm';

/** One transaction in a form of its own: a new one, or one that was tapped in a list. */
export default function TransactionPage() {
  const { id = 'new' } = useParams();
  const { key } = useLocation();
  const { data, error } = useRegisterData();
  if (error && !data) return <Notice>{errorText(error)}</Notice>;
  if (!data) return <Waiting />;
  return id === 'new' ? (
    <NewTransaction key={key} data={data} />
  ) : (
    <KnownTransaction key={id} id={id} data={data} />
  );
}

/** Which account a new transaction starts in: the one come from, or the one used last. */
function useFirstAccount({ accounts }: RegisterData): string | null {
  const last = usePref('ui.lastAccount');
  const { state } = useLocation();
  const from = (state as { account?: unknown } | null)?.account;
  const open = accounts.filter(({ closed }) => !closed);
  const isOpen = (id: unknown) => open.some((account) => account.id === id);
  if (typeof from === 'string' && isOpen(from)) return from;
  return isOpen(last) ? last : (open[0]?.id ?? null);
}

function NewTransaction({ data }: { data: RegisterData }) {
  const date = useToday();
  const account = useFirstAccount(data);
  const [start] = useState<FormState>(() => ({
    draft: newDraft({ id: crypto.randomUUID(), date, account }),
    direction: 'payment',
  }));
  return <TransactionForm before={null} start={start} data={data} />;
}

function KnownTransaction({ id, data }: { id: string; data: RegisterData }) {
  const { data: found, error } = useQuery(
    // Read anew each time it is opened: a draft must not start from what was before.
    { queryKey: ['transactions', 'form', id], queryFn: () => fetchEntries([id]), gcTime: 0 },
    lists,
  );
  const [first, setFirst] = useState<Entry | null>(null);
  if (!first && found?.[0]) setFirst(found[0]);
  if (error) return <Notice>{errorText(error)}</Notice>;
  if (!first) return found ? <Notice>This transaction is gone.</Notice> : <Waiting />;
  return <Known before={first} isGone={found?.length === 0} data={data} />;
}

interface KnownProps {
  before: Entry;
  isGone: boolean;
  data: RegisterData;
}

function Known({ before, isGone, data }: KnownProps) {
  const [start] = useState<FormState>(() => ({
    draft: { split: before, followsParts: false },
    direction: directionOf(before.row),
  }));
  if (isGone) return <Notice>This transaction was deleted meanwhile.</Notice>;
  return <TransactionForm before={before} start={start} data={data} />;
}

function Waiting() {
  return (
    <div className={styles.waiting} role="status" aria-label="Loading the transaction">
      <Skeleton width={160} />
      <Skeleton width={240} />
      <Skeleton width={240} />
    </div>
  );
}

function Notice({ children }: { children: string }) {
  return (
    <div role="alert" className={styles.failed}>
      <h1 tabIndex={-1}>Transaction</h1>
      <p>{children}</p>
      <Link to="/accounts">Go to the accounts</Link>
    </div>
  );
}
