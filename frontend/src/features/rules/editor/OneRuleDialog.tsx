import type { RuleStart } from '@/lib/modals/named';
import { RuleDialog } from './RuleDialog';
import { StoredRule, type StoredRuleProps } from './StoredRule';

type OneRuleDialogProps = StoredRuleProps | { start: RuleStart; onClose: () => void };

/** The editor of a stored rule, or of one that starts from a transaction. */
export default function OneRuleDialog(props: OneRuleDialogProps) {
  if ('id' in props) return <StoredRule {...props} />;
  return <RuleDialog rule={null} start={props.start} onClose={props.onClose} onSaved={() => {}} />;
}
