import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { lists } from '@/lib/lists/lists';
import { tell } from '@/lib/notices/tell';
import { errorText } from '@/texts/errors';
import { rulesTexts } from '@/texts/rules';
import { fetchRule } from '../api';
import { RuleDialog } from './RuleDialog';

interface EditRuleDialogProps {
  id: string;
  onClose: () => void;
}

/** The editor of a stored rule. */
export default function EditRuleDialog({ id, onClose }: EditRuleDialogProps) {
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
