import type { Rule } from '@/generated/contract';
import { pushModal } from '@/lib/modals/modals';
import { RuleDialog } from './RuleDialog';

/** Opens the editor of a rule; null starts a new one, about the payee if there is one. */
export function editRule(
  rule: Rule | null,
  payeeId: string | null,
  onSaved: (id: string) => void,
): void {
  pushModal('edit-rule', (close) => (
    <RuleDialog
      rule={rule}
      start={{ payeeId, importedPayee: null, categoryId: null }}
      onClose={close}
      onSaved={onSaved}
    />
  ));
}
