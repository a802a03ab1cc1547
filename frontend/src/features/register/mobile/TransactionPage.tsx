import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useParams } from 'react-router';
import { errorText } from '@/app/texts';
import { Skeleton } from '@/components/Skeleton';
import { lists } from '@/lib/lists/lists';
import { dismissNotice, notify } from '@/lib/notices/notices';
import { usePref } from '@/lib/prefs/prefs';
import { useToday } from '@/lib/prefs/useToday';
import { fetchEntries } from '../api';
import { newDraft } from '../model/draft';
import type { Entry } from '../model/transaction';
import { type RegisterData, useRegisterData } from '../useRegisterData';
import { FormNotice } from './FormNotice';
import { directionOf, type FormState } from './formModel';
import { forgetEdits, forgetForm, leftEdits, leftForm } from './leftForm';
import type { Held } from './meanwhile';
import styles from './mobile.module.css';
import { TransactionForm } from './TransactionForm';

const LEFT_NOTICE = 'transaction-left';

/** One transaction in a form of its own: a new one, or one that was tapped in a list. */
export default function TransactionPage() {
  const { id = 'new' } = useParams();
  const { key } = useLocation();
  const { data, error, retry } = useRegisterData();
  if (error && !data) return <FormNotice onRetry={retry}>{errorText(error)}</FormNotice>;
  if (!data) return <Waiting />;
  return id === 'new' ? (
    <NewTransaction key={key} data={data} />
  ) : (
    <KnownTransaction key={`${id} ${key}`} id={id} data={data} />
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
  const fresh = (): FormState => ({
    draft: newDraft({ id: crypto.randomUUID(), date, account }),
    direction: 'payment',
  });
  const [start, setStart] = useState(() => leftForm() ?? fresh());
  const [isResumed] = useState(() => leftForm() !== null);
  const [unwanted, setUnwanted] = useState<FormState | null>(null);
  const anew = useRef(() => {});
  anew.current = () => {
    setUnwanted(start);
    setStart(fresh());
  };
  useEffect(() => {
    // The form that held it has gone by now, and kept it on its way.
    if (unwanted) forgetForm(unwanted);
  }, [unwanted]);
  useEffect(() => {
    if (!isResumed) return;
    const button = { title: 'Start anew', action: () => anew.current() };
    const message = 'This was not saved yet.';
    notify({ id: LEFT_NOTICE, type: 'message', message, button });
    return () => dismissNotice(LEFT_NOTICE);
  }, [isResumed]);
  const held = { state: start, base: null, conflicts: [] };
  return <TransactionForm key={start.draft.split.row.id} before={null} start={held} data={data} />;
}

function KnownTransaction({ id, data }: { id: string; data: RegisterData }) {
  const {
    data: found,
    error,
    refetch,
  } = useQuery(
    // Read anew each time it is opened: a draft must not start from what was before.
    { queryKey: ['transactions', 'form', id], queryFn: () => fetchEntries([id]), gcTime: 0 },
    lists,
  );
  const [stored, setStored] = useState<Entry | null>(null);
  if (found?.[0] && found[0] !== stored) setStored(found[0]);
  if (error && !stored)
    return <FormNotice onRetry={() => void refetch()}>{errorText(error)}</FormNotice>;
  if (!stored) return found ? <FormNotice>This transaction is gone.</FormNotice> : <Waiting />;
  return <Known stored={stored} isGone={found?.length === 0} data={data} />;
}

interface KnownProps {
  stored: Entry;
  isGone: boolean;
  data: RegisterData;
}

function fresh(stored: Entry): Held {
  const draft = { split: stored, followsParts: false };
  return { state: { draft, direction: directionOf(stored.row) }, base: stored, conflicts: [] };
}

function Known({ stored, isGone, data }: KnownProps) {
  const { id } = stored.row;
  const [start] = useState(() => leftEdits(id) ?? fresh(stored));
  useEffect(() => forgetEdits(id), [id]);
  return <TransactionForm before={stored} isGone={isGone} start={start} data={data} />;
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
