//! Indexes of our own that make reading facts a matter of scanning one index. They begin with
//! `sobre_`, are made when a budget is opened and are left out of every copy for others.

use rusqlite::Connection;

use crate::db::error::DbError;

/// Rows that are alive on their own: not children, which also need a living parent. Queries repeat
/// these words exactly, or SQLite would not use the index; and they do no more than read along it,
/// because it fetches the rows themselves as soon as it is to sum them up.
pub(super) const ALIVE_NOT_CHILD: &str = "isChild = 0 AND ifnull(tombstone, 0) = 0 \
    AND date IS NOT NULL AND acct IS NOT NULL";

/// Makes the indexes that are missing.
pub(in crate::db) fn create_indexes(conn: &Connection) -> Result<(), DbError> {
    conn.execute_batch(&format!(
        "CREATE INDEX IF NOT EXISTS sobre_counted ON transactions \
             (acct, isParent, category, date, cleared, amount) WHERE {ALIVE_NOT_CHILD};
         CREATE INDEX IF NOT EXISTS sobre_children ON transactions \
             (parent_id, acct, category, description, date, cleared, amount, isParent) \
             WHERE isChild = 1 AND ifnull(tombstone, 0) = 0;
         CREATE INDEX IF NOT EXISTS sobre_uncategorized ON transactions \
             (description, acct, isChild, isParent, amount) \
             WHERE category IS NULL AND ifnull(tombstone, 0) = 0 \
             AND date IS NOT NULL AND acct IS NOT NULL;
         CREATE INDEX IF NOT EXISTS sobre_zero_budgets ON zero_budgets (month, category);
         CREATE INDEX IF NOT EXISTS sobre_reflect_budgets ON reflect_budgets (month, category);
         CREATE INDEX IF NOT EXISTS sobre_transfer_payees ON payees (transfer_acct) \
             WHERE transfer_acct IS NOT NULL;
         CREATE INDEX IF NOT EXISTS sobre_payee_targets ON payee_mapping (targetId);"
    ))
    .map_err(DbError::sqlite("making indexes"))
}
