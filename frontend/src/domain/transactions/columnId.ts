/** What of a transaction a column shows or a field edits. */
export type ColumnId =
  | 'select'
  | 'date'
  | 'account'
  | 'payee'
  | 'notes'
  | 'category'
  | 'payment'
  | 'deposit'
  | 'amount'
  | 'balance'
  | 'cleared';
