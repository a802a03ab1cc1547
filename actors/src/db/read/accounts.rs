//! Accounts and their contents. Deleted rows are excluded unless stated otherwise.

use rusqlite::{Connection, OptionalExtension as _, Result};
use sobre_engine::ids::{AccountId, PayeeId, TransactionId};
use sobre_engine::money::{Total, nearest};

use crate::contract::accounts::{Account, AccountFigures};
use crate::db::schema::BANK_LINK;

/// All accounts by sort order and name.
pub(crate) fn living(reader: &Connection) -> Result<Vec<Account>> {
    let mut statement = reader.prepare_cached(
        "SELECT a.id, ifnull(a.name, ''), a.type, a.offbudget, a.closed,
                ifnull(a.sort_order, 0.0), b.id, CAST(a.bank_sync_status AS TEXT)
         FROM accounts a LEFT JOIN banks b ON b.id = a.bank AND ifnull(b.tombstone, 0) = 0
         WHERE ifnull(a.tombstone, 0) = 0
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
            bank_sync_status: row.get(7)?,
        })
    })?;
    rows.collect()
}

/// Balance and number of rows of an account. Children of deleted parents count.
pub(crate) fn figures(reader: &Connection, id: &AccountId) -> Result<AccountFigures> {
    // SQLite's sums are limited to 64 bits, so the halves of a number are summed separately.
    let mut statement = reader.prepare_cached(
        "SELECT ifnull(SUM(cents >> 32) FILTER (WHERE isParent IS NOT 1), 0),
                ifnull(SUM(cents & 4294967295) FILTER (WHERE isParent IS NOT 1), 0), COUNT(*)
         FROM (SELECT isParent, CAST(ROUND(ifnull(amount, 0)) AS INTEGER) AS cents
               FROM transactions WHERE acct = ?1 AND ifnull(tombstone, 0) = 0)",
    )?;
    statement.query_row([id.as_str()], |row| {
        let [high, low] = [row.get::<_, i64>(0)?, row.get(1)?].map(Total::from);
        let balance = nearest((high << 32) + low);
        Ok(AccountFigures { balance, num_transactions: row.get(2)? })
    })
}

/// Whether an account is live and open.
pub(crate) fn is_open(reader: &Connection, id: &AccountId) -> Result<bool> {
    let mut statement = reader.prepare_cached(
        "SELECT 1 FROM accounts
         WHERE id = ?1 AND ifnull(closed, 0) = 0 AND ifnull(tombstone, 0) = 0",
    )?;
    statement.exists([id.as_str()])
}

/// The columns of an account's bank link that are set.
pub(crate) fn bank_link(reader: &Connection, id: &AccountId) -> Result<Vec<&'static str>> {
    let held: Vec<_> = BANK_LINK.iter().map(|column| format!("{column} IS NOT NULL")).collect();
    let sql = format!("SELECT {} FROM accounts WHERE id = ?1", held.join(", "));
    let mut statement = reader.prepare_cached(&sql)?;
    let mut rows = statement.query([id.as_str()])?;
    let Some(row) = rows.next()? else { return Ok(Vec::new()) };
    let mut columns = Vec::new();
    for (at, column) in BANK_LINK.iter().enumerate() {
        if row.get(at)? {
            columns.push(*column);
        }
    }
    Ok(columns)
}

/// The transfer payee of an account.
pub(crate) fn transfer_payee(reader: &Connection, id: &AccountId) -> Result<Option<PayeeId>> {
    let mut statement = reader.prepare_cached(
        "SELECT id FROM payees WHERE transfer_acct = ?1 AND ifnull(tombstone, 0) = 0",
    )?;
    let payee = statement.query_row([id.as_str()], |row| row.get::<_, String>(0)).optional()?;
    Ok(payee.map(PayeeId::from))
}

/// The transactions of an account.
pub(crate) fn transactions(reader: &Connection, id: &AccountId) -> Result<Vec<TransactionId>> {
    let sql = "SELECT id FROM transactions WHERE acct = ?1 AND ifnull(tombstone, 0) = 0";
    ids(reader, sql, id)
}

/// The other sides, in other accounts, of an account's transfers.
pub(crate) fn other_sides(reader: &Connection, id: &AccountId) -> Result<Vec<TransactionId>> {
    let sql = "SELECT o.id FROM transactions t CROSS JOIN transactions o ON o.id = t.transferred_id
               WHERE t.acct = ?1 AND ifnull(t.tombstone, 0) = 0
               AND ifnull(o.tombstone, 0) = 0 AND o.acct IS NOT ?1";
    ids(reader, sql, id)
}

fn ids(reader: &Connection, sql: &str, id: &AccountId) -> Result<Vec<TransactionId>> {
    let mut statement = reader.prepare_cached(sql)?;
    let rows = statement.query_map([id.as_str()], |row| Ok(row.get::<_, String>(0)?.into()))?;
    rows.collect()
}

/// The payee of starting balances.
pub(crate) fn starting_payee(reader: &Connection) -> Result<Option<String>> {
    let mut statement = reader.prepare_cached(
        "SELECT id FROM payees
         WHERE UNICODE_LOWER(name) = 'starting balance' AND transfer_acct IS NULL
         AND ifnull(tombstone, 0) = 0 LIMIT 1",
    )?;
    statement.query_row([], |row| row.get(0)).optional()
}

/// The income category of starting balances, or the first income category.
pub(crate) fn starting_category(reader: &Connection) -> Result<Option<String>> {
    let mut statement = reader.prepare_cached(
        "SELECT id FROM categories WHERE is_income = 1 AND ifnull(tombstone, 0) = 0
         ORDER BY UNICODE_LOWER(name) = 'starting balances' DESC, sort_order, id LIMIT 1",
    )?;
    statement.query_row([], |row| row.get(0)).optional()
}
