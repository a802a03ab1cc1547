//! The lists that reports read beside transactions.

use rusqlite::{Connection, OptionalExtension as _};
use sobre_engine::dates::Day;
use sobre_engine::reports::{Account, Category, Facts, Group, Payee};

use super::READING;
use crate::db::error::DbError;
use crate::db::facts::mode;
use crate::db::read;

/// The tables of the lists; a commit that writes none of them leaves the lists as they are.
pub(super) const TABLES: [&str; 5] =
    ["accounts", "categories", "category_groups", "payees", "preferences"];

/// The preference of the first day of the week, 0 for Sunday to 6.
const FIRST_DAY_OF_WEEK: &str = "firstDayOfWeekIdx";

/// The lists, without schedules.
pub(super) fn facts(conn: &Connection) -> Result<Facts, DbError> {
    let mode = mode(conn)?;
    let read = || -> rusqlite::Result<Facts> {
        let (first_day, last_day) = bounds(conn)?;
        let week = read::settings::value(conn, FIRST_DAY_OF_WEEK)?;
        let week = week.and_then(|text| text.parse().ok()).filter(|day| *day < 7);
        Ok(Facts {
            accounts: accounts(conn)?,
            groups: groups(conn)?,
            payees: payees(conn)?,
            schedules: Vec::new(),
            first_day,
            last_day,
            first_day_of_week: week.unwrap_or_default(),
            mode,
        })
    };
    read().map_err(DbError::sqlite(READING))
}

/// The days of the earliest and the latest row that is no line of a split.
pub(super) fn bounds(conn: &Connection) -> rusqlite::Result<(Option<Day>, Option<Day>)> {
    let day = |order: &str| -> rusqlite::Result<Option<Day>> {
        let mut statement = conn.prepare_cached(&first_by_day(order))?;
        let found = statement.query_row([], |row| Ok(row.get_ref(0)?.as_i64().ok())).optional()?;
        Ok(found.flatten().and_then(Day::from_yyyymmdd))
    };
    Ok((day("ASC")?, day("DESC")?))
}

/// The day of the first row in an order. The plus keeps SQLite from sorting all rows of the index
/// that has exactly these rows, but not in the order of their days.
pub(super) fn first_by_day(order: &str) -> String {
    format!(
        "SELECT date FROM transactions WHERE +isChild = 0 AND ifnull(tombstone, 0) = 0
         AND date IS NOT NULL AND acct IS NOT NULL ORDER BY date {order} LIMIT 1"
    )
}

/// The accounts as the sidebar lists them: on budget, off budget, closed.
fn accounts(conn: &Connection) -> rusqlite::Result<Vec<Account>> {
    let mut accounts: Vec<Account> = read::accounts::living(conn)?
        .into_iter()
        .map(|it| Account {
            id: it.id,
            name: it.name.into(),
            off_budget: it.offbudget,
            closed: it.closed,
        })
        .collect();
    accounts.sort_by_key(|it| (it.closed, it.off_budget));
    Ok(accounts)
}

fn groups(conn: &Connection) -> rusqlite::Result<Vec<Group>> {
    let groups = read::categories::grouped(conn)?.into_iter().map(|group| Group {
        id: group.id,
        name: group.name.into(),
        is_income: group.is_income,
        hidden: group.hidden,
        categories: group
            .categories
            .into_iter()
            .map(|it| Category {
                id: it.id,
                name: it.name.into(),
                is_income: it.is_income,
                hidden: it.hidden,
            })
            .collect(),
    });
    Ok(groups.collect())
}

fn payees(conn: &Connection) -> rusqlite::Result<Vec<Payee>> {
    let mut statement = conn.prepare_cached(
        "SELECT id, ifnull(name, ''), transfer_acct FROM payees WHERE ifnull(tombstone, 0) = 0",
    )?;
    let rows = statement.query_map([], |row| {
        Ok(Payee {
            id: row.get::<_, String>(0)?.into(),
            name: row.get::<_, String>(1)?.into(),
            transfer: row.get::<_, Option<String>>(2)?.map(Into::into),
        })
    })?;
    rows.collect()
}
