import { ruleStart } from '@/domain/transactions/ruleStart';
import type { Action } from '@/lib/actions/actions';
import { openModal } from '@/lib/modals/named';
import { registerTexts } from '@/texts/register';
import { onRow, type RegisterAt, rowAt } from './at';

/** Says where the category of a transaction or split line comes from. */
export const whyCategory: Action<RegisterAt> = {
  id: 'why-category',
  label: registerTexts.whyCategory,
  keys: ['Y'],
  applies: onRow,
  reason: (at) => (rowAt(at).is_parent ? registerTexts.splitHasNone : undefined),
  run: (at) => {
    const row = rowAt(at);
    openModal('why-category', { id: row.id, start: row.is_child ? null : ruleStart(row) });
  },
};
