//! Budget rows.

use rusqlite::{Connection, Result};
use sobre_engine::dates::Month;
use sobre_engine::ids::CategoryId;

/// The budgeted amounts of a category by month. If a month has several rows, the last stored one
/// comes last and counts.
pub(crate) fn amounts(
    reader: &Connection,
    table: &'static str,
    category: &CategoryId,
) -> Result<Vec<(Month, i64)>> {
    let mut statement = reader.prepare_cached(&format!(
        "SELECT month, CAST(ROUND(IFNULL(amount, 0)) AS INTEGER) FROM {table}
         WHERE category = ?1 AND typeof(month) = 'integer' ORDER BY rowid"
    ))?;
    let rows = statement
        .query_map([category.as_str()], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?)))?;
    rows.filter_map(|row| match row {
        Ok((month, amount)) => Month::from_yyyymm(month).map(|month| Ok((month, amount))),
        Err(error) => Some(Err(error)),
    })
    .collect()
}
