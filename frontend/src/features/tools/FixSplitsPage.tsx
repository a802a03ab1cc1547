import { useQuery } from '@tanstack/react-query';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '@/components/Button';
import { ButtonLink } from '@/components/ButtonLink';
import { LoadFailed } from '@/components/LoadFailed';
import { Problem } from '@/components/Problem';
import { Spinner } from '@/components/Spinner';
import { useAccounts } from '@/lib/accounts/accounts';
import { announce } from '@/lib/announce/announce';
import { useOffline } from '@/lib/connection/useOffline';
import { formatDay } from '@/lib/format/dates';
import { usePref } from '@/lib/prefs/prefs';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { errorText } from '@/texts/errors';
import { toolsTexts } from '@/texts/tools';
import { checkSplits, fixSplits, type Repair } from './api';
import styles from './FixSplitsPage.module.css';
import { faults, repairLines } from './repairWords';

/** Finds split transactions that are incomplete, and offers to repair them if there are any. */
export default function FixSplitsPage() {
  const title = useRef<HTMLHeadingElement>(null);
  const check = useQuery({
    queryKey: ['transactions', 'split-check'],
    queryFn: checkSplits,
    staleTime: 0,
  });
  const repair = useRepair(async () => {
    await check.refetch();
    // The button goes with the last fault.
    title.current?.focus();
  });
  return (
    <div className={styles.page}>
      <h1 tabIndex={-1} ref={title}>
        {toolsTexts.title}
      </h1>
      <p>{toolsTexts.lead}</p>
      {check.isPending && (
        <p role="status" className={styles.checking}>
          <Spinner />
          {toolsTexts.checking}
        </p>
      )}
      {check.isError && (
        <LoadFailed onRetry={() => void check.refetch()}>{errorText(check.error)}</LoadFailed>
      )}
      {check.data && <Result found={check.data} repair={repair} />}
    </div>
  );
}

interface RepairRun {
  isBusy: boolean;
  error: string | null;
  /** The outcome of the last one on this page. */
  done: Repair | null;
  start: () => Promise<void>;
}

function useRepair(onDone: () => Promise<void>): RepairRun {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [done, setDone] = useState<Repair | null>(null);
  const start = async () => {
    setBusy(true);
    setError(null);
    try {
      const repaired = await fixSplits();
      setDone(repaired);
      announce(repairLines(repaired).join(' '));
      await onDone();
    } catch (failure) {
      setError(errorText(failure));
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, error, done, start };
}

function Result({ found, repair }: { found: Repair; repair: RepairRun }) {
  const offline = useOffline();
  const wrong = faults(found);
  const isSound = wrong.length === 0 && found.mismatchedSplits.length === 0;
  const fixed = repair.done ? faults(repair.done).map(toolsTexts.fixed) : [];
  const good = isSound && fixed.length === 0 ? [toolsTexts.none] : fixed;
  return (
    <section aria-label={toolsTexts.result} className={styles.result}>
      {good.length > 0 && (
        <ul>
          {good.map((line) => (
            <li key={line}>
              <CircleCheck size="1.125rem" aria-hidden="true" />
              {line}
            </li>
          ))}
        </ul>
      )}
      {wrong.length > 0 && (
        <>
          <h2>
            <TriangleAlert size="1.125rem" aria-hidden="true" />
            {toolsTexts.found}
          </h2>
          <ul>
            {wrong.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          {repair.error && <Problem>{repair.error}</Problem>}
          <Button
            look="primary"
            isBusy={repair.isBusy}
            isDisabled={offline}
            onPress={() => void repair.start()}
          >
            {toolsTexts.repair}
          </Button>
        </>
      )}
      {found.mismatchedSplits.length > 0 && <Mismatches rows={found.mismatchedSplits} />}
    </section>
  );
}

/** More than these are counted, not listed. */
const MAX_LISTED = 50;

/** Splits that only a person can correct: their lines do not add up. */
function Mismatches({ rows }: { rows: Repair['mismatchedSplits'] }) {
  const accounts = useAccounts();
  const amounts = useAmountFormat();
  const dateFormat = usePref('dateFormat');
  const nameOf = (id: string) => accounts.data?.find((account) => account.id === id)?.name ?? '…';
  return (
    <>
      <h2>
        <TriangleAlert size="1.125rem" aria-hidden="true" />
        {toolsTexts.mismatched(rows.length)}
      </h2>
      <p>{toolsTexts.mismatchedHint}</p>
      <ul>
        {rows.slice(0, MAX_LISTED).map((row) => (
          <li key={row.id}>
            <span>{formatDay(row.date, dateFormat)}</span>
            <ButtonLink to={`/accounts/${row.account}`} state={{ goBack: true }}>
              {nameOf(row.account)}
            </ButtonLink>
            <strong data-amount>{amounts.format(row.amount)}</strong>
          </li>
        ))}
      </ul>
      {rows.length > MAX_LISTED && <p>{toolsTexts.more(rows.length - MAX_LISTED)}</p>}
    </>
  );
}
