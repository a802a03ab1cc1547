import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { Button } from '@/components/Button';
import { useAccounts } from '@/lib/accounts/accounts';
import { announce } from '@/lib/announce/announce';
import { useOffline } from '@/lib/connection/useOffline';
import { formatDay } from '@/lib/format/dates';
import { usePref } from '@/lib/prefs/prefs';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { errorText } from '@/texts/errors';
import { toolsTexts } from '@/texts/tools';
import { fixSplits, type Repair } from './api';
import styles from './FixSplitsPage.module.css';
import { repairLines } from './repairWords';

type Outcome = { repair: Repair } | { error: string };

/** Finds split transactions that an interrupted change has left incomplete, and repairs them. */
export default function FixSplitsPage() {
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const offline = useOffline();
  const repair = async () => {
    setBusy(true);
    const next = await fixSplits().then(
      (result): Outcome => ({ repair: result }),
      (failure: unknown): Outcome => ({ error: errorText(failure) }),
    );
    setBusy(false);
    setOutcome(next);
    if ('repair' in next) announce(repairLines(next.repair).join(' '));
  };
  return (
    <div className={styles.page}>
      <h1 tabIndex={-1}>{toolsTexts.title}</h1>
      <p>{toolsTexts.lead}</p>
      <Button look="primary" isBusy={isBusy} isDisabled={offline} onPress={() => void repair()}>
        {toolsTexts.repair}
      </Button>
      {outcome && <Result outcome={outcome} />}
    </div>
  );
}

function Result({ outcome }: { outcome: Outcome }) {
  if ('error' in outcome) {
    return (
      <p role="alert" className={styles.error}>
        {outcome.error}
      </p>
    );
  }
  const { repair } = outcome;
  return (
    <section aria-label={toolsTexts.result} className={styles.result}>
      <ul>
        {repairLines(repair).map((line) => (
          <li key={line}>
            <CircleCheck size="1.125rem" aria-hidden="true" />
            {line}
          </li>
        ))}
      </ul>
      {repair.mismatchedSplits.length > 0 && <Mismatches rows={repair.mismatchedSplits} />}
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
      <ul>
        {rows.slice(0, MAX_LISTED).map((row) => (
          <li key={row.id}>
            <span>{formatDay(row.date, dateFormat)}</span>
            <Link to={`/accounts/${row.account}`} state={{ goBack: true }}>
              {nameOf(row.account)}
            </Link>
            <strong data-amount>{amounts.format(row.amount)}</strong>
          </li>
        ))}
      </ul>
      {rows.length > MAX_LISTED && <p>{toolsTexts.more(rows.length - MAX_LISTED)}</p>}
    </>
  );
}
