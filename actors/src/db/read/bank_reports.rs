//! Reads the reports of bank imports on this device.

use rusqlite::{Connection, Result, Row};
use serde::de::DeserializeOwned;
use sobre_engine::banks::BankError;
use sobre_engine::ids::AccountId;

use crate::contract::bank_screens::{BankImport, ReportedRows};

const COLUMNS: &str =
    "account, at, asked, error, added, changed, removed, kept_away, skipped, notes";

/// The reports of an account, or of all accounts, newest first.
pub(crate) fn newest(reader: &Connection, account: Option<&AccountId>) -> Result<Vec<BankImport>> {
    let mut statement = reader.prepare_cached(&format!(
        "SELECT {COLUMNS} FROM sobre_bank_reports WHERE ?1 IS NULL OR account = ?1
         ORDER BY at DESC, rowid DESC"
    ))?;
    statement.query_map([account.map(AccountId::as_str)], report)?.collect()
}

/// The error of the last import of each account that failed.
pub(crate) fn last_errors(reader: &Connection) -> Result<Vec<(AccountId, BankError)>> {
    let mut statement = reader.prepare_cached(
        "SELECT account, error FROM sobre_bank_reports r WHERE error IS NOT NULL AND rowid = (
             SELECT rowid FROM sobre_bank_reports WHERE account = r.account
             ORDER BY at DESC, rowid DESC LIMIT 1)",
    )?;
    let rows =
        statement.query_map([], |row| Ok((row.get::<_, String>(0)?.into(), optional(row, 1)?)))?;
    let rows: Vec<(AccountId, Option<BankError>)> = rows.collect::<Result<_>>()?;
    Ok(rows.into_iter().filter_map(|(account, error)| Some((account, error?))).collect())
}

/// When the newest imported response of an account was fetched, in milliseconds since 1970.
pub(crate) fn last_fetched(reader: &Connection, account: &AccountId) -> Result<Option<i64>> {
    let mut statement =
        reader.prepare_cached("SELECT max(fetched) FROM sobre_bank_reports WHERE account = ?1")?;
    statement.query_row([account.as_str()], |row| row.get(0))
}

fn report(row: &Row<'_>) -> Result<BankImport> {
    let (matched, updated): (ReportedRows, ReportedRows) = list(row, 5)?;
    Ok(BankImport {
        account_id: row.get::<_, String>(0)?.into(),
        at: row.get(1)?,
        asked: row.get(2)?,
        error: optional(row, 3)?,
        added: list(row, 4)?,
        matched,
        updated,
        removed: list(row, 6)?,
        kept_away: u64::try_from(row.get::<_, i64>(7)?).unwrap_or(0),
        skipped: list(row, 8)?,
        notes: list(row, 9)?,
    })
}

fn optional<T: DeserializeOwned>(row: &Row<'_>, at: usize) -> Result<Option<T>> {
    Ok(row.get::<_, Option<String>>(at)?.and_then(|text| serde_json::from_str(&text).ok()))
}

/// A stored list; empty if another version wrote it.
fn list<T: DeserializeOwned + Default>(row: &Row<'_>, at: usize) -> Result<T> {
    Ok(optional(row, at)?.unwrap_or_default())
}
