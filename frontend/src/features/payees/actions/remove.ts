import { Trash2 } from 'lucide-react';
import type { Action } from '@/lib/actions/actions';
import { payeesTexts } from '@/texts/payees';
import { askDelete } from '../dialogs/askDelete';
import { chosenAt, offline, type PayeeAt } from './at';

function refusal(at: PayeeAt): string | undefined {
  const rows = chosenAt(at);
  if (rows.some(({ isTransfer }) => isTransfer)) return payeesTexts.onlyTransfers;
  return offline(at) ?? (rows.length === 0 ? payeesTexts.nothingSelected : undefined);
}

export const remove: Action<PayeeAt> = {
  id: 'delete',
  label: 'Delete',
  general: payeesTexts.selectedDelete,
  keys: ['D', 'Delete'],
  icon: Trash2,
  look: 'danger',
  reason: refusal,
  run: (at) => void askDelete(at.grid, chosenAt(at)),
};
