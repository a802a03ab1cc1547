//! Saved reports.

use rusqlite::{Connection, OptionalExtension as _, Result, Row};
use sobre_engine::dashboards::ReportRow;

/// The live reports.
pub(crate) fn living(reader: &Connection) -> Result<Vec<ReportRow>> {
    let sql = format!("{} WHERE ifnull(tombstone, 0) = 0", rows());
    let mut statement = reader.prepare_cached(&sql)?;
    statement.query_map([], stored_row)?.collect()
}

/// A report, also a deleted one.
pub(crate) fn any(reader: &Connection, id: &str) -> Result<Option<ReportRow>> {
    let mut statement = reader.prepare_cached(&format!("{} WHERE id = ?1", rows()))?;
    statement.query_row([id], stored_row).optional()
}

/// Ids and names of the live reports.
pub(crate) fn names(reader: &Connection) -> Result<Vec<(String, String)>> {
    let mut statement = reader.prepare_cached(
        "SELECT id, ifnull(name, '') FROM custom_reports WHERE ifnull(tombstone, 0) = 0",
    )?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    rows.collect()
}

/// The name of a live report.
pub(crate) fn name(reader: &Connection, id: &str) -> Result<Option<String>> {
    let mut statement = reader.prepare_cached(
        "SELECT ifnull(name, '') FROM custom_reports
         WHERE id = ?1 AND ifnull(tombstone, 0) = 0",
    )?;
    statement.query_row([id], |row| row.get(0)).optional()
}

fn rows() -> String {
    let columns = ["id", "ifnull(tombstone, 0) <> 0"].into_iter();
    let columns = columns.chain(ReportRow::TEXTS.iter().chain(ReportRow::FLAGS).copied());
    format!("SELECT {} FROM custom_reports", columns.collect::<Vec<_>>().join(", "))
}

fn stored_row(row: &Row<'_>) -> Result<ReportRow> {
    let mut report = ReportRow { id: row.get(0)?, is_deleted: row.get(1)?, ..ReportRow::default() };
    let mut at = 2;
    for text in &mut report.texts {
        *text = row.get(at)?;
        at += 1;
    }
    for flag in &mut report.flags {
        *flag = row.get::<_, Option<i64>>(at)?.unwrap_or(0) != 0;
        at += 1;
    }
    Ok(report)
}
