/** The selected transactions with the fields that totals and actions need. */
import type { Selection as RowSelection } from '@/components/grid/selection';
import type { Transaction } from './transaction';

export type SelectedRow = Pick<
  Transaction,
  'id' | 'amount' | 'is_child' | 'is_parent' | 'parent_id' | 'reconciled' | 'cleared'
>;

export type Selection = RowSelection<SelectedRow>;

/** The sum of the selected rows; children count only without their parent. */
export function selectedTotal(rows: ReadonlyMap<string, SelectedRow>): number {
  let total = 0;
  for (const { amount, is_child, parent_id } of rows.values()) {
    if (!is_child || parent_id === null || !rows.has(parent_id)) total += amount;
  }
  return total;
}
