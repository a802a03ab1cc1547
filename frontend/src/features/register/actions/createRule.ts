import { ruleStart } from '@/domain/transactions/ruleStart';
import type { Action } from '@/lib/actions/actions';
import { openModal } from '@/lib/modals/named';
import { registerTexts } from '@/texts/register';
import { offline, onWhole, type RegisterAt, rowAt } from './at';

/** Starts a rule for all transactions like the row. */
export const createRule: Action<RegisterAt> = {
  id: 'create-rule',
  label: registerTexts.createRule,
  keys: ['O'],
  applies: onWhole,
  reason: offline,
  run: (at) => openModal('new-rule', { start: ruleStart(rowAt(at)) }),
};
