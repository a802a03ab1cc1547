//! What importing a statement reads.

use rusqlite::{Connection, OptionalExtension as _, Result, Row};
use sobre_engine::ids::{AccountId, TransactionId};
use sobre_engine::ledger::Transaction;

use super::transactions::{COLUMNS, MAPPINGS, transaction};

/// A transaction with what a bank said of it, as JSON.
pub(crate) struct SaidRow {
    pub(crate) row: Transaction,
    pub(crate) said: Option<String>,
}

/// The live transactions of an account in register order, without the lines of splits.
pub(crate) fn of_account(reader: &Connection, account: &AccountId) -> Result<Vec<SaidRow>> {
    let mut statement = reader.prepare_cached(&format!(
        "SELECT {COLUMNS}, t.raw_synced_data FROM transactions t {MAPPINGS} \
         WHERE t.acct = ?1 AND t.isChild = 0 AND ifnull(t.tombstone, 0) = 0 \
         AND t.date IS NOT NULL \
         ORDER BY t.date DESC, t.starting_balance_flag, t.sort_order DESC, t.id"
    ))?;
    statement.query_map([account.as_str()], said_row)?.collect()
}

/// The deleted transactions of an account, without the lines of splits.
pub(crate) fn deleted_of_account(reader: &Connection, account: &AccountId) -> Result<Vec<SaidRow>> {
    let mut statement = reader.prepare_cached(&format!(
        "SELECT {COLUMNS}, t.raw_synced_data FROM transactions t {MAPPINGS} \
         WHERE t.acct = ?1 AND t.isChild = 0 AND t.tombstone = 1 AND t.date IS NOT NULL"
    ))?;
    statement.query_map([account.as_str()], said_row)?.collect()
}

/// A transaction by its id, also if it is deleted.
pub(crate) fn by_id(reader: &Connection, id: &TransactionId) -> Result<Option<SaidRow>> {
    let mut statement = reader.prepare_cached(&format!(
        "SELECT {COLUMNS}, t.raw_synced_data FROM transactions t {MAPPINGS} \
         WHERE t.id = ?1 AND t.date IS NOT NULL"
    ))?;
    statement.query_row([id.as_str()], said_row).optional()
}

fn said_row(row: &Row<'_>) -> Result<SaidRow> {
    Ok(SaidRow { row: transaction(row)?, said: row.get("raw_synced_data")? })
}
