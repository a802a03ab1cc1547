import type { Rule } from '@/generated/contract';
import { pushModal } from '@/lib/modals/modals';
import { RuleDialog } from './RuleDialog';
import { StoredRule } from './StoredRule';

/** Opens the editor of a rule; null starts a new one, about the payee if there is one. */
export function editRule(
  rule: Rule | null,
  payeeId: string | null,
  onSaved: (id: string) => void,
): void {
  const start = { payeeId, importedPayee: null, categoryId: null };
  pushModal('edit-rule', (close) =>
    rule ? (
      <StoredRule id={rule.id} known={rule} onClose={close} onSaved={onSaved} />
    ) : (
      <RuleDialog rule={null} start={start} onClose={close} onSaved={onSaved} />
    ),
  );
}
