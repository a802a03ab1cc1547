/** What of a transaction a column shows or a field edits, in the order of the register. */
const COLUMN_IDS = [
  'select',
  'date',
  'account',
  'payee',
  'notes',
  'category',
  'payment',
  'deposit',
  'amount',
  'balance',
  'cleared',
] as const;

export type ColumnId = (typeof COLUMN_IDS)[number];

/** All columns but these, in their order. */
export function columnsBut(...others: readonly ColumnId[]): ColumnId[] {
  return COLUMN_IDS.filter((id) => !others.includes(id));
}
