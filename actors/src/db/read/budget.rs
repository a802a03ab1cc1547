//! Budget rows.

use std::collections::{HashMap, HashSet};

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
        "SELECT month, CAST(ROUND(ifnull(amount, 0)) AS INTEGER) FROM {table}
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

/// The budgeted amounts of a month by category. If a category has several rows, the last stored one
/// comes last and counts.
pub(crate) fn amounts_of_month(
    reader: &Connection,
    table: &'static str,
    month: Month,
) -> Result<Vec<(CategoryId, i64)>> {
    let mut statement = reader.prepare_cached(&format!(
        "SELECT category, CAST(ROUND(ifnull(amount, 0)) AS INTEGER) FROM {table}
         WHERE month = ?1 AND category IS NOT NULL ORDER BY rowid"
    ))?;
    let rows = statement
        .query_map([month.yyyymm()], |row| Ok((row.get::<_, String>(0)?.into(), row.get(1)?)))?;
    rows.collect()
}

/// The first month up to `last` with a row of each wanted category. Reads the rows from the
/// earliest on, and stops once all categories are found.
pub(crate) fn first_months(
    reader: &Connection,
    table: &'static str,
    last: Month,
    mut wanted: HashSet<&str>,
) -> Result<HashMap<CategoryId, Month>> {
    let mut found = HashMap::new();
    let mut statement = reader.prepare_cached(&format!(
        "SELECT month, category FROM {table} WHERE month <= ?1 AND typeof(month) = 'integer'
         ORDER BY month"
    ))?;
    let mut rows = statement.query([last.yyyymm()])?;
    while !wanted.is_empty()
        && let Some(row) = rows.next()?
    {
        let category = row.get_ref(1)?.as_str().unwrap_or_default();
        if let Some(id) = wanted.take(category)
            && let Some(month) = Month::from_yyyymm(row.get(0)?)
        {
            found.insert(id.into(), month);
        }
    }
    Ok(found)
}

/// The stored row of a category in a month.
#[derive(Debug, Clone)]
pub(crate) struct BudgetRow {
    /// Its id.
    pub(crate) id: String,
    /// The stored amount, goal and flag of a long-term goal; `None` if nothing is stored.
    pub(crate) values: [Option<i64>; 3],
}

/// The columns of [`BudgetRow::values`].
pub(crate) const VALUES: [&str; 3] = ["amount", "goal", "long_goal"];

/// The rows of a month by category; the last stored one if a category has several.
pub(crate) fn rows_of_month(
    reader: &Connection,
    table: &'static str,
    month: Month,
) -> Result<HashMap<CategoryId, BudgetRow>> {
    let mut statement = reader.prepare_cached(&format!(
        "SELECT category, id, {} FROM {table} WHERE month = ?1 AND category IS NOT NULL \
         ORDER BY rowid",
        VALUES.join(", ")
    ))?;
    let read = |row: &rusqlite::Row<'_>| {
        let whole = |at: usize| Ok::<_, rusqlite::Error>(row.get_ref(at)?.as_i64().ok());
        let values = [whole(2)?, whole(3)?, whole(4)?];
        Ok((row.get::<_, String>(0)?.into(), BudgetRow { id: row.get(1)?, values }))
    };
    statement.query_map([month.yyyymm()], read)?.collect()
}
