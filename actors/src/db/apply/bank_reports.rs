//! Reports of bank imports, stored in this copy of the budget only: never logged, synced or
//! exported.

use rusqlite::{Connection, Transaction, TransactionBehavior, params};
use serde::Serialize;

use super::BudgetDb;
use crate::contract::bank_screens::BankImport;
use crate::db::error::DbError;

/// Most reports to store for each account.
const KEPT: i64 = 20;
/// The failing action.
const REPORTING: &str = "keeping a report of an import";

/// A report to store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptReport {
    /// The result of the import.
    pub import: BankImport,
    /// When the data was fetched, in milliseconds since 1970; `None` if the import failed.
    pub fetched_ms: Option<i64>,
}

/// Creates the helper table.
pub(super) fn create(conn: &Connection) -> Result<(), DbError> {
    let sql = "CREATE TABLE IF NOT EXISTS sobre_bank_reports (
            account TEXT NOT NULL, at INTEGER NOT NULL, fetched INTEGER, asked TEXT NOT NULL,
            error TEXT, added TEXT NOT NULL, changed TEXT NOT NULL, removed TEXT NOT NULL,
            kept_away INTEGER NOT NULL, skipped TEXT NOT NULL, notes TEXT NOT NULL)";
    conn.execute_batch(sql).map_err(DbError::sqlite("making the table of reports"))
}

impl BudgetDb {
    /// Stores reports of imports, and deletes all but the newest ones of each account.
    ///
    /// # Errors
    /// [`DbError`]; then nothing is stored.
    pub fn keep_bank_reports(&mut self, reports: &[KeptReport]) -> Result<(), DbError> {
        let keep = || -> rusqlite::Result<()> {
            let tx = Transaction::new_unchecked(&self.conn, TransactionBehavior::Immediate)?;
            for report in reports {
                insert(&tx, report)?;
            }
            tx.commit()
        };
        keep().map_err(DbError::sqlite(REPORTING))
    }
}

fn insert(tx: &Transaction<'_>, report: &KeptReport) -> rusqlite::Result<()> {
    let KeptReport { import, fetched_ms } = report;
    let account = import.account_id.as_str();
    let error = import.error.as_ref().map(json);
    tx.prepare_cached(
        "INSERT INTO sobre_bank_reports (account, at, fetched, asked, error, added, changed, \
         removed, kept_away, skipped, notes) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
    )?
    .execute(params![
        account,
        import.at,
        fetched_ms,
        import.asked,
        error,
        json(&import.added),
        json(&(&import.matched, &import.updated)),
        json(&import.removed),
        i64::try_from(import.kept_away).unwrap_or(i64::MAX),
        json(&import.skipped),
        json(&import.notes),
    ])?;
    tx.prepare_cached(
        "DELETE FROM sobre_bank_reports WHERE account = ?1 AND rowid NOT IN (
             SELECT rowid FROM sobre_bank_reports WHERE account = ?1
             ORDER BY at DESC, rowid DESC LIMIT ?2)",
    )?
    .execute(params![account, KEPT])?;
    Ok(())
}

/// Plain values always become JSON.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
