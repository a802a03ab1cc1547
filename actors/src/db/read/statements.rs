//! What importing a statement reads.

use std::collections::HashSet;

use rusqlite::{Connection, Result};
use sobre_engine::ids::AccountId;
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
    let rows = statement.query_map([account.as_str()], |row| {
        Ok(SaidRow { row: transaction(row)?, said: row.get("raw_synced_data")? })
    })?;
    rows.collect()
}

/// The bank's ids of the deleted transactions of an account.
pub(crate) fn deleted_ids(reader: &Connection, account: &AccountId) -> Result<HashSet<String>> {
    let mut statement = reader.prepare_cached(
        "SELECT financial_id FROM transactions \
         WHERE acct = ?1 AND tombstone = 1 AND financial_id IS NOT NULL",
    )?;
    statement.query_map([account.as_str()], |row| row.get(0))?.collect()
}
