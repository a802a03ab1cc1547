//! What importing a statement reads.

use rusqlite::{Connection, OptionalExtension as _, Result, Row, params};
use serde_json::Value as Json;
use sobre_engine::dates::Day;
use sobre_engine::ids::{AccountId, TransactionId};
use sobre_engine::ledger::Transaction;

use super::transactions::{COLUMNS, MAPPINGS, transaction};

/// A transaction with what a bank said of it, as JSON.
pub(crate) struct SaidRow {
    pub(crate) row: Transaction,
    pub(crate) said: Option<String>,
}

/// Days beyond those of a statement in which transactions are looked for.
const DAYS_AROUND: i64 = 31;

/// The account of a statement, and its first and last day.
pub(crate) struct OfStatement<'s> {
    pub(crate) account: &'s AccountId,
    pub(crate) days: Option<(Day, Day)>,
}

/// The transactions of an account that lines of its statement can mean, in register order and
/// without the lines of splits: those about its days, and those that come from a bank, whose day a
/// person may have changed. Also those of its statements that are in another account since: a rule
/// or a person moved them there.
pub(crate) fn of_account(
    reader: &Connection,
    statement: &OfStatement<'_>,
    is_deleted: bool,
) -> Result<Vec<SaidRow>> {
    let Some((first, last)) = statement.days else { return Ok(Vec::new()) };
    let account = statement.account.as_str();
    let select = format!(
        "SELECT {COLUMNS}, t.raw_synced_data FROM transactions t {MAPPINGS} \
         WHERE t.isChild = 0 AND ifnull(t.tombstone, 0) = ?1 AND t.date IS NOT NULL"
    );
    let order = "ORDER BY t.date DESC, t.starting_balance_flag, t.sort_order DESC, t.id";
    let by = |day: Day, days: i64| day.plus_days(days).unwrap_or(day).yyyymmdd();
    let (from, to) = (by(first, -DAYS_AROUND), by(last, DAYS_AROUND));
    let mut own = reader.prepare_cached(&format!(
        "{select} AND t.acct = ?2 AND (t.date BETWEEN ?3 AND ?4 OR t.financial_id IS NOT NULL \
         OR t.imported_description IS NOT NULL OR t.raw_synced_data IS NOT NULL) {order}"
    ))?;
    let of_days = params![is_deleted, account, from, to];
    let mut rows: Vec<SaidRow> = own.query_map(of_days, said_row)?.collect::<Result<_>>()?;
    let named = format!("%\"account\":{}%", Json::from(account));
    let mut moved = reader.prepare_cached(&format!(
        "{select} AND t.acct <> ?2 AND t.date BETWEEN ?3 AND ?4 AND t.raw_synced_data LIKE ?5 \
         {order}"
    ))?;
    let around = params![is_deleted, account, from, to, named];
    rows.extend(moved.query_map(around, said_row)?.collect::<Result<Vec<_>>>()?);
    Ok(rows)
}

/// A transaction by its id, also if it is deleted.
pub(crate) fn by_id(reader: &Connection, id: &TransactionId) -> Result<Option<SaidRow>> {
    let mut statement = reader.prepare_cached(&format!(
        "SELECT {COLUMNS}, t.raw_synced_data FROM transactions t {MAPPINGS} \
         WHERE t.id = ?1 AND t.date IS NOT NULL"
    ))?;
    statement.query_row([id.as_str()], said_row).optional()
}

pub(super) fn said_row(row: &Row<'_>) -> Result<SaidRow> {
    Ok(SaidRow { row: transaction(row)?, said: row.get("raw_synced_data")? })
}
