import type { RuleStart } from '@/lib/modals/named';
import { RuleDialog } from './RuleDialog';

interface NewRuleDialogProps {
  start: RuleStart;
  onClose: () => void;
}

/** The editor of a rule that starts from a transaction. */
export default function NewRuleDialog({ start, onClose }: NewRuleDialogProps) {
  return <RuleDialog rule={null} start={start} onClose={onClose} onSaved={() => {}} />;
}
