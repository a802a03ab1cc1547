import { Checkbox } from '@/components/Checkbox';
import { useModals } from '@/lib/modals/modals';
import { payeesTexts } from '@/texts/payees';
import type { Target } from './target';

/** While a rule is edited, another one would be made behind its back. */
const isRuleOpen = () =>
  useModals.getState().stack.some(({ name }) => name === 'edit-rule' || name === 'new-rule');

/** Whether merged payees are renamed from now on, at first. */
export const renamesAtFirst = () => !isRuleOpen();

interface RenameBoxProps {
  into: Target;
  others: readonly Target[];
  isSelected: boolean;
  onChange: (renames: boolean) => void;
}

/** Offers a rule that does the same to the names that banks send. */
export function RenameBox({ into, others, isSelected, onChange }: RenameBoxProps) {
  if (isRuleOpen()) return null;
  const { merge } = payeesTexts;
  const names = others.map(({ name }) => name);
  return (
    <Checkbox isSelected={isSelected} onChange={onChange} hint={merge.renameHint(names, into.name)}>
      {merge.rename(names.length)}
    </Checkbox>
  );
}
