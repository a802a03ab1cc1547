import type { Action } from '@/lib/actions/actions';
import { openModal } from '@/lib/modals/named';
import { registerTexts } from '@/texts/register';
import { onRow, type RegisterAt, rowAt } from './at';

/** Shows the bank's data about a transaction; only in linked accounts. */
export const bankSaid: Action<RegisterAt> = {
  id: 'bank-said',
  label: registerTexts.bankSaid,
  applies: (at) => onRow(at) && isLinked(at),
  run: (at) => {
    const { id, parent_id } = rowAt(at);
    openModal('bank-row', { id: parent_id ?? id });
  },
};

function isLinked(at: RegisterAt): boolean {
  const account = at.grid.model.data.account.get(rowAt(at).account);
  return account?.bankId !== undefined;
}
