import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Rule } from '@/generated/contract';
import { lists } from '@/lib/lists/lists';
import { tell } from '@/lib/notices/tell';
import { useLastKnown } from '@/lib/react/useLastKnown';
import { errorText } from '@/texts/errors';
import { rulesTexts } from '@/texts/rules';
import { fetchRule } from '../api';
import { RuleDialog } from './RuleDialog';

export interface StoredRuleProps {
  id: string;
  /** The rule, where it is at hand. */
  known?: Rule;
  onClose: () => void;
  onSaved?: (id: string) => void;
}

/** A rule that is deleted elsewhere meanwhile says so, and can be saved as a new one. */
export function StoredRule({ id, known, onClose, onSaved = () => {} }: StoredRuleProps) {
  const queryFn = () => fetchRule(id);
  const { data: rule, error } = useQuery(
    { queryKey: ['rules', 'one', id], queryFn, initialData: known, gcTime: 0 },
    lists,
  );
  const last = useLastKnown(rule);
  const failure = last ? null : failureOf(rule, error);
  useEffect(() => {
    if (failure === null) return;
    tell(failure);
    onClose();
  }, [failure, onClose]);
  if (!last) return null;
  const start = { payeeId: null, importedPayee: null, categoryId: null };
  const isGone = rule === null;
  return (
    <RuleDialog rule={last} isGone={isGone} start={start} onClose={onClose} onSaved={onSaved} />
  );
}

/** Why a rule cannot be opened; null while it loads. */
function failureOf(rule: Rule | null | undefined, error: unknown): string | null {
  if (rule === null) return rulesTexts.gone;
  return error ? errorText(error) : null;
}
