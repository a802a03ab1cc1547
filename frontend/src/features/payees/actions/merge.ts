import { Merge } from 'lucide-react';
import type { Action } from '@/lib/actions/actions';
import { payeesTexts } from '@/texts/payees';
import { askMerge } from '../dialogs/askMerge';
import { chosenAt, offline, type PayeeAt } from './at';

function refusal(at: PayeeAt): string | undefined {
  const rows = chosenAt(at);
  if (rows.some(({ isTransfer }) => isTransfer)) return payeesTexts.onlyTransfers;
  return offline(at) ?? (rows.length === 0 ? payeesTexts.nothingSelected : undefined);
}

export const merge: Action<PayeeAt> = {
  id: 'merge',
  label: payeesTexts.mergeAction,
  general: payeesTexts.selectedMerge,
  keys: ['M'],
  icon: Merge,
  reason: refusal,
  run: (at) => askMerge(at.grid, chosenAt(at)),
};
