//! The small facts: mode, groups and categories, budget rows, holds.

use rusqlite::{Connection, OptionalExtension as _, Row};
use sobre_engine::budget::{BudgetMode, BudgetRowFact, CategoryFact, GroupFact, HoldFact};
use sobre_engine::dates::Month;
use sobre_engine::ids::CategoryId;

use super::sums::{cents, month, text};
use crate::db::error::DbError;

/// The budget's mode.
///
/// # Errors
/// [`DbError`] if the preferences cannot be read.
pub fn mode(conn: &Connection) -> Result<BudgetMode, DbError> {
    let stored: Option<Option<String>> = conn
        .prepare_cached("SELECT value FROM preferences WHERE id = 'budgetType'")
        .and_then(|mut statement| statement.query_row([], |row| row.get(0)).optional())
        .map_err(DbError::sqlite("reading the budget type"))?;
    Ok(match stored.flatten().as_deref() {
        Some("tracking" | "report") => BudgetMode::Report,
        _ => BudgetMode::Rollover,
    })
}

/// The budget table of a mode.
pub(crate) const fn budget_table(mode: BudgetMode) -> &'static str {
    match mode {
        BudgetMode::Rollover => "zero_budgets",
        BudgetMode::Report => "reflect_budgets",
    }
}

/// The id of a budget cell's row, if there is one; old files have another form of ids. If there are
/// several, the last stored one counts.
///
/// # Errors
/// [`DbError`] if the table cannot be read.
pub fn budget_row_id(
    conn: &Connection,
    mode: BudgetMode,
    month: Month,
    category: &CategoryId,
) -> Result<Option<String>, DbError> {
    let table = budget_table(mode);
    conn.prepare_cached(&format!(
        "SELECT id FROM {table} WHERE month = ?1 AND category = ?2 ORDER BY rowid DESC LIMIT 1"
    ))
    .and_then(|mut statement| {
        statement.query_row((month.yyyymm(), category.as_str()), |row| row.get(0)).optional()
    })
    .map_err(DbError::sqlite("looking for a budget row"))
}

/// Live groups in view order with their live categories.
pub(super) fn groups(conn: &Connection) -> rusqlite::Result<Vec<GroupFact>> {
    let mut statement = conn.prepare_cached(
        "SELECT id, is_income IS 1, hidden IS 1 FROM category_groups \
         WHERE ifnull(tombstone, 0) = 0 ORDER BY is_income IS 1, sort_order, id",
    )?;
    let group = |row: &Row<'_>| {
        let id: String = row.get(0)?;
        let (is_income, hidden) = (row.get(1)?, row.get(2)?);
        Ok(GroupFact { id: id.into(), is_income, hidden, categories: Vec::new() })
    };
    let mut groups: Vec<GroupFact> =
        statement.query_map([], group)?.collect::<rusqlite::Result<_>>()?;
    let mut statement = conn.prepare_cached(
        "SELECT cat_group, id, is_income IS 1, hidden IS 1 FROM categories \
         WHERE ifnull(tombstone, 0) = 0 ORDER BY sort_order, id",
    )?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let group = text(row.get_ref(0)?);
        let group = groups.iter_mut().find(|it| Some(it.id.as_str()) == group);
        if let Some(group) = group {
            let id: String = row.get(1)?;
            let (is_income, hidden) = (row.get(2)?, row.get(3)?);
            group.categories.push(CategoryFact { id: id.into(), is_income, hidden });
        }
    }
    Ok(groups)
}

const BUDGET_COLUMNS: &str = "month, category, amount, carryover IS 1, goal, long_goal";

fn budget_row(row: &Row<'_>) -> rusqlite::Result<Option<BudgetRowFact>> {
    let (Some(month), Some(category)) = (month(row.get_ref(0)?), text(row.get_ref(1)?)) else {
        return Ok(None);
    };
    let optional = |at: usize| {
        let stored = row.get_ref(at)?;
        Ok::<_, rusqlite::Error>((stored.as_i64().is_ok()).then(|| cents(stored)))
    };
    Ok(Some(BudgetRowFact {
        month,
        category: category.into(),
        amount: cents(row.get_ref(2)?),
        carryover: row.get(3)?,
        goal: optional(4)?,
        long_goal: optional(5)?,
    }))
}

/// Every row of a mode's budget table. Rows of one cell are in stored order, because the last one
/// counts.
pub(super) fn budget_rows(
    conn: &Connection,
    mode: BudgetMode,
) -> rusqlite::Result<Vec<BudgetRowFact>> {
    let table = budget_table(mode);
    let mut statement = conn.prepare(&format!(
        "SELECT {BUDGET_COLUMNS} FROM {table} WHERE month IS NOT NULL ORDER BY rowid"
    ))?;
    statement.query_map([], budget_row)?.filter_map(Result::transpose).collect()
}

/// The stored budget cell; zeros if there is no row.
pub(super) fn budget_cell(
    conn: &Connection,
    mode: BudgetMode,
    month: Month,
    category: &CategoryId,
) -> rusqlite::Result<BudgetRowFact> {
    let table = budget_table(mode);
    let mut statement = conn.prepare_cached(&format!(
        "SELECT {BUDGET_COLUMNS} FROM {table} WHERE month = ?1 AND category = ?2 \
         ORDER BY rowid DESC LIMIT 1"
    ))?;
    let found = statement.query_row((month.yyyymm(), category.as_str()), budget_row).optional()?;
    Ok(found.flatten().unwrap_or_else(|| BudgetRowFact::empty(month, category.clone())))
}

/// Month and category of a budget row, if the row exists and has both.
pub(super) fn budget_key(
    conn: &Connection,
    mode: BudgetMode,
    id: &str,
) -> rusqlite::Result<Option<(Month, CategoryId)>> {
    let table = budget_table(mode);
    let mut statement =
        conn.prepare_cached(&format!("SELECT month, category FROM {table} WHERE id = ?1"))?;
    let key = |row: &Row<'_>| {
        let (month, category) = (month(row.get_ref(0)?), text(row.get_ref(1)?));
        Ok(month.zip(category.map(CategoryId::from)))
    };
    Ok(statement.query_row([id], key).optional()?.flatten())
}

fn hold(row: &Row<'_>) -> rusqlite::Result<Option<HoldFact>> {
    let month = text(row.get_ref(0)?).and_then(|id| id.parse().ok());
    let amount = cents(row.get_ref(1)?);
    Ok(month.map(|month| HoldFact { month, amount }))
}

/// Every stored hold.
pub(super) fn holds(conn: &Connection) -> rusqlite::Result<Vec<HoldFact>> {
    let mut statement = conn.prepare_cached("SELECT id, buffered FROM zero_budget_months")?;
    statement.query_map([], hold)?.filter_map(Result::transpose).collect()
}

/// The hold stored in a row whose id is a month.
pub(super) fn stored_hold(conn: &Connection, id: &str) -> rusqlite::Result<Option<HoldFact>> {
    let mut statement =
        conn.prepare_cached("SELECT id, buffered FROM zero_budget_months WHERE id = ?1")?;
    Ok(statement.query_row([id], hold).optional()?.flatten())
}
