import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useState } from 'react';
import { EmptyNote } from '@/components/EmptyNote';
import { FormDialog } from '@/components/FormDialog';
import { LoadFailed } from '@/components/LoadFailed';
import { Spinner } from '@/components/Spinner';
import { useSubmit } from '@/components/useSubmit';
import { createFound, discover } from '@/domain/schedules/api';
import { useTransactionData } from '@/domain/transactions/useTransactionData';
import type { FoundSchedule } from '@/generated/contract';
import { confirmStep } from '@/lib/history/confirmStep';
import { useCloseLayer } from '@/lib/layers/useLayer';
import { lists } from '@/lib/lists/lists';
import { errorText } from '@/texts/errors';
import { discoverTexts } from '@/texts/schedules';
import { CandidateList } from './CandidateList';
import { candidateKey } from './candidateKey';
import styles from './discover.module.css';

/** Schedules that transactions look like, to accept several at once. */
export default function DiscoverLayer() {
  const close = useCloseLayer();
  const { data: found, error, refetch } = useFound();
  const names = useTransactionData();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const accepted = (found ?? []).filter((candidate) => chosen.has(candidateKey(candidate)));
  const submission = useSubmit({
    isValid: accepted.length > 0,
    send: async () => {
      const added = await createFound(accepted);
      close();
      confirmStep(added);
    },
    explain: errorText,
  });
  const hasAny = found !== undefined && found.length > 0 && names.data !== undefined;
  const failure = error ?? names.error;
  return (
    <FormDialog
      title={discoverTexts.title}
      size="large"
      isLayer
      action={hasAny ? discoverTexts.create(accepted.length) : null}
      submission={submission}
      onClose={close}
      isDirty={accepted.length > 0}
      {...(hasAny ? { hint: discoverTexts.hint } : {})}
    >
      {hasAny && names.data && (
        <CandidateList found={found} data={names.data} chosen={chosen} onChoose={setChosen} />
      )}
      {submission.isTried && accepted.length === 0 && hasAny && (
        <p role="alert" className={styles.wrong}>
          {discoverTexts.chooseSome}
        </p>
      )}
      {!hasAny && failure && (
        <LoadFailed onRetry={() => void refetch()}>{errorText(failure)}</LoadFailed>
      )}
      {found?.length === 0 && (
        <EmptyNote icon={SearchX} title={discoverTexts.none}>
          {discoverTexts.noneHint}
        </EmptyNote>
      )}
      {!found && !failure && <Searching />}
    </FormDialog>
  );
}

/** Searched each time the layer opens, and not again at each edit: the search is long. */
function useFound() {
  const queryKey = ['found-schedules'];
  return useQuery<FoundSchedule[]>({ queryKey, queryFn: discover, gcTime: 0 }, lists);
}

function Searching() {
  return (
    <div role="status" className={styles.middle}>
      <Spinner />
      <p>{discoverTexts.searching}</p>
    </div>
  );
}
