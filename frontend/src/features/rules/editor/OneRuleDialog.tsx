import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { lists } from '@/lib/lists/lists';
import type { RuleStart } from '@/lib/modals/named';
import { tell } from '@/lib/notices/tell';
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
  const failure = error ? errorText(error) : rule === null ? rulesTexts.gone : null;
  useEffect(() => {
    if (failure === null) return;
    tell(failure);
    onClose();
  }, [failure, onClose]);
  if (!rule) return null;
  const start = { payeeId: null, importedPayee: null, categoryId: null };
  return <RuleDialog rule={rule} start={start} onClose={onClose} onSaved={() => {}} />;
}
