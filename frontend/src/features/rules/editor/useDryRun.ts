import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { confirmStep } from '@/lib/history/confirmStep';
import { lists } from '@/lib/lists/lists';
import { usePref } from '@/lib/prefs/prefs';
import { useRested } from '@/lib/react/useRested';
import { applyActions, dryRun, type RuleFields } from '../api';
import { run } from '../run';
import { finishRule, type RuleDraft } from './draft';

/** The effect that a rule would have had; null while the rule is incomplete. */
export function useDryRun(draft: RuleDraft) {
  const format = usePref('dateFormat');
  const fields = useMemo(() => completeRule(draft, format), [draft, format]);
  const settled = useRested(fields);
  const [isBusy, setBusy] = useState(false);
  const tried = useQuery(
    {
      // Written transactions have it tried again.
      queryKey: ['transactions', 'dry-run', settled],
      queryFn: () => tryRule(settled as RuleFields),
      enabled: settled !== null,
      placeholderData: keepPreviousData,
      gcTime: 0,
    },
    lists,
  );
  // Until the typed rule has been tried, the outcome shown belongs to an earlier one.
  const isCurrent = fields === settled && !tried.isPlaceholderData && !tried.isFetching;
  const apply = async (ids: readonly string[]) => {
    if (!tried.data || !isCurrent || isBusy) return;
    setBusy(true);
    const applying = applyActions(ids, tried.data.actions);
    if (await run(applying)) {
      confirmStep(await applying);
      await tried.refetch();
    }
    setBusy(false);
  };
  return {
    outcome: settled === null ? null : (tried.data?.outcome ?? null),
    failure: settled === null ? null : tried.error,
    /** The actions are being applied, or the rule is tried again. */
    isBusy: isBusy || !isCurrent,
    apply: (ids: readonly string[]) => void apply(ids),
  };
}

/** The outcome of a rule, with the actions that it is of. */
async function tryRule(fields: RuleFields) {
  return { outcome: await dryRun(fields), actions: fields.actions };
}

function completeRule(
  draft: RuleDraft,
  format: Parameters<typeof finishRule>[1],
): RuleFields | null {
  if (draft.conditions.length === 0 || draft.actions.length === 0) return null;
  const { fields, conditionErrors, actionErrors } = finishRule(draft, format);
  const errors = [conditionErrors, actionErrors].flatMap((each) => Object.keys(each));
  return errors.length === 0 ? fields : null;
}
