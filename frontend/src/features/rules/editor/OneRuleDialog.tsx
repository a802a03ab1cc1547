import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Rule } from '@/generated/contract';
import { lists } from '@/lib/lists/lists';
import type { RuleStart } from '@/lib/modals/named';
import { tell } from '@/lib/notices/tell';
import { useLastKnown } from '@/lib/react/useLastKnown';
import { errorText } from '@/texts/errors';
import { rulesTexts } from '@/texts/rules';
import { fetchRule } from '../api';
import { RuleDialog } from './RuleDialog';

type OneRuleDialogProps = { onClose: () => void } & ({ id: string } | { start: RuleStart });

/** The editor of a stored rule, or of one that starts from a transaction. */
export default function OneRuleDialog(props: OneRuleDialogProps) {
  const { onClose } = props;
  if ('id' in props) return <StoredRule id={props.id} onClose={onClose} />;
  return <RuleDialog rule={null} start={props.start} onClose={onClose} onSaved={() => {}} />;
}

function StoredRule({ id, onClose }: { id: string; onClose: () => void }) {
  const queryFn = () => fetchRule(id);
  const { data: rule, error } = useQuery(
    { queryKey: ['rules', 'one', id], queryFn, gcTime: 0 },
    lists,
  );
  const known = useLastKnown(rule);
  const failure = known ? null : failureOf(rule, error);
  useEffect(() => {
    if (failure === null) return;
    tell(failure);
    onClose();
  }, [failure, onClose]);
  if (!known) return null;
  const start = { payeeId: null, importedPayee: null, categoryId: null };
  const isGone = rule === null;
  return (
    <RuleDialog rule={known} isGone={isGone} start={start} onClose={onClose} onSaved={() => {}} />
  );
}

/** Why a rule cannot be opened; null while it loads. */
function failureOf(rule: Rule | null | undefined, error: unknown): string | null {
  if (rule === null) return rulesTexts.gone;
  return error ? errorText(error) : null;
}
