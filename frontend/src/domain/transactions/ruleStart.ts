import type { RuleStart } from '@/lib/modals/named';
import type { Transaction } from './transaction';

/** What a rule for all transactions like one begins with. */
export function ruleStart(row: Transaction): RuleStart {
  return {
    payeeId: row.payee,
    importedPayee: row.imported_payee ?? null,
    categoryId: row.category,
  };
}
