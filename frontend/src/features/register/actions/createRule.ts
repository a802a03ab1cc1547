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
  run: (at) => {
    const row = rowAt(at);
    const start = {
      payeeId: row.payee,
      importedPayee: row.imported_payee ?? null,
      categoryId: row.category,
    };
    openModal('new-rule', { start });
  },
};
