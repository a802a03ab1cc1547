import { ListChecks } from 'lucide-react';
import type { Action } from '@/lib/actions/actions';
import { openModal } from '@/lib/modals/named';
import { payeesTexts } from '@/texts/payees';
import { onRow, type PayeeAt, rowAt } from './at';

function run(at: PayeeAt): void {
  const { id, name } = rowAt(at);
  openModal('manage-rules', { payee: { id, name } });
}

export const showRules: Action<PayeeAt> = {
  id: 'show-rules',
  label: payeesTexts.showRules,
  icon: ListChecks,
  applies: onRow,
  run,
};

export const openRules: Action<PayeeAt> = {
  ...showRules,
  id: 'open-rules',
  label: payeesTexts.showRulesHelp,
  keys: ['Enter'],
  applies: (at) => onRow(at) && at.column === 'rules',
};
