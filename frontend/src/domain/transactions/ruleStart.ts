import type { RuleStart } from '@/lib/modals/named';
import type { Transaction } from './transaction';

/** The initial values of a rule for all transactions like this one. */
export function ruleStart(row: Transaction): RuleStart {
  return {
    payeeId: row.payee,
    importedPayee: row.imported_payee ?? null,
    categoryId: row.category,
  };
}
