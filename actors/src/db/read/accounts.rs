//! Accounts.

use rusqlite::{Connection, Result};

use crate::contract::accounts::Account;

/// The accounts that are not deleted, by sort order and name (spec/5 section 2).
pub(crate) fn living(reader: &Connection) -> Result<Vec<Account>> {
    let mut statement = reader.prepare_cached(
        "SELECT a.id, IFNULL(a.name, ''), a.type, a.offbudget, a.closed,
                IFNULL(a.sort_order, 0.0), b.id
         FROM accounts a LEFT JOIN banks b ON b.id = a.bank AND b.tombstone = 0
         WHERE a.tombstone = 0
         ORDER BY a.sort_order, a.name",
    )?;
    let rows = statement.query_map([], |row| {
        Ok(Account {
            id: row.get::<_, String>(0)?.into(),
            name: row.get(1)?,
            r#type: row.get(2)?,
            offbudget: row.get::<_, Option<i64>>(3)?.unwrap_or(0) != 0,
            closed: row.get::<_, Option<i64>>(4)?.unwrap_or(0) != 0,
            sort_order: row.get(5)?,
            bank_id: row.get(6)?,
        })
    })?;
    rows.collect()
}
