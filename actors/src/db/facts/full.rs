//! Every fact of a budget, read when it is opened: one pass over a covering index for the plain
//! rows, one over the children of splits, and the small tables.

use rusqlite::Connection;
use sobre_engine::budget::{AccountFact, BudgetFacts, SpentFact, UncategorizedFact, budget_bounds};
use sobre_engine::dates::Day;

use super::dimensions::Dimensions;
use super::indexes::ALIVE_NOT_CHILD;
use super::structure;
use super::sums::{Counted, Sums, cents, each_counted, month, text};
use crate::db::error::DbError;

/// Reads all facts; `today` decides which months there are.
///
/// # Errors
/// [`DbError`] if a table cannot be read.
pub fn load(conn: &Connection, today: Day) -> Result<BudgetFacts, DbError> {
    let mode = structure::mode(conn)?;
    let dimensions = Dimensions::load(conn)?;
    let bounds = budget_bounds(earliest_day(conn)?, today);
    let read = || -> rusqlite::Result<BudgetFacts> {
        let sums = all_sums(conn, &dimensions)?;
        let (balance, count) = sums.uncategorized;
        Ok(BudgetFacts {
            mode,
            first: bounds.start,
            last: bounds.end,
            groups: structure::groups(conn)?,
            budgets: structure::budget_rows(conn, mode)?,
            holds: structure::holds(conn)?,
            accounts: account_facts(&dimensions, &sums),
            spent: spent_facts(sums),
            uncategorized: UncategorizedFact { balance, count },
        })
    };
    read().map_err(DbError::sqlite("reading the budget"))
}

/// The smallest day of a row that is no split child, deleted ones included (spec/4 section 2).
///
/// # Errors
/// [`DbError`] if the table cannot be read.
pub fn earliest_day(conn: &Connection) -> Result<Option<Day>, DbError> {
    let read = || -> rusqlite::Result<Option<Day>> {
        let mut statement = conn.prepare_cached(
            "SELECT date FROM transactions WHERE isChild = 0 AND date > 10000 ORDER BY date",
        )?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            if let Some(day) = row.get_ref(0)?.as_i64().ok().and_then(Day::from_yyyymmdd) {
                return Ok(Some(day));
            }
        }
        Ok(None)
    };
    read().map_err(DbError::sqlite("looking for the earliest transaction"))
}

fn account_facts(dimensions: &Dimensions, sums: &Sums) -> Vec<AccountFact> {
    let live = dimensions.accounts.values().filter(|account| account.live);
    let mut facts: Vec<_> = live
        .map(|account| {
            let sums = sums.accounts.get(&account.id).copied().unwrap_or_default();
            AccountFact {
                id: account.id.clone(),
                status: account.status,
                parents: sums.parents,
                cleared: sums.cleared,
                children: sums.children,
            }
        })
        .collect();
    facts.sort_unstable_by(|left, right| left.id.cmp(&right.id));
    facts
}

fn spent_facts(sums: Sums) -> Vec<SpentFact> {
    let nonzero = sums.spent.into_iter().filter(|(_, amount)| *amount != 0);
    nonzero.map(|((category, month), amount)| SpentFact { month, category, amount }).collect()
}

fn all_sums(conn: &Connection, dimensions: &Dimensions) -> rusqlite::Result<Sums> {
    let mut sums = Sums::default();
    let strange = add_plain_rows(conn, dimensions, &mut sums)?;
    each_counted(conn, "t.isChild = 1", &[], |row| sums.add(1, row, dimensions))?;
    add_uncategorized(conn, dimensions, &strange, &mut sums)?;
    Ok(sums)
}

/// Rows that are no children, summed by SQLite along the index. Payees are not in that index, so
/// rows that may be uncategorized are not counted as such here; the stored categories of those
/// that have one are returned.
fn add_plain_rows(
    conn: &Connection,
    dimensions: &Dimensions,
    sums: &mut Sums,
) -> rusqlite::Result<Vec<String>> {
    let mut statement = conn.prepare(&format!(
        "SELECT acct, isParent IS 1, category, date / 100, sum(amount), \
             sum(CASE WHEN cleared IS 1 THEN amount ELSE 0 END) \
         FROM transactions INDEXED BY sobre_counted WHERE {ALIVE_NOT_CHILD} \
         GROUP BY acct, isParent, category, date / 100"
    ))?;
    let mut strange = Vec::new();
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let counted = Counted {
            account: text(row.get_ref(0)?).unwrap_or_default(),
            parent: row.get(1)?,
            child: false,
            category: text(row.get_ref(2)?),
            month: month(row.get_ref(3)?),
            amount: cents(row.get_ref(4)?),
            cleared: cents(row.get_ref(5)?),
            rows: 1,
            payee: None,
        };
        if let Some(category) = counted.category.filter(|_| !counted.parent)
            && !dimensions.categories.get(category).is_some_and(|it| it.live)
            && !strange.iter().any(|it| it == category)
        {
            strange.push(category.to_owned());
        }
        sums.add(1, &counted, dimensions);
    }
    sums.uncategorized = (0, 0);
    Ok(strange)
}

/// Plain rows without a living category, by payee. `strange` are stored categories that are
/// deleted or stand for nothing.
fn add_uncategorized(
    conn: &Connection,
    dimensions: &Dimensions,
    strange: &[String],
    sums: &mut Sums,
) -> rusqlite::Result<()> {
    let mut found = Sums::default();
    let mut statement = conn.prepare(
        "SELECT acct, description, sum(amount), count(*) \
         FROM transactions INDEXED BY sobre_uncategorized \
         WHERE category IS NULL AND ifnull(tombstone, 0) = 0 AND date IS NOT NULL \
         AND acct IS NOT NULL AND isChild = 0 AND isParent IS NOT 1 GROUP BY description, acct",
    )?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let counted = Counted {
            account: text(row.get_ref(0)?).unwrap_or_default(),
            payee: text(row.get_ref(1)?),
            amount: cents(row.get_ref(2)?),
            rows: row.get(3)?,
            month: None,
            cleared: 0,
            parent: false,
            child: false,
            category: None,
        };
        found.add(1, &counted, dimensions);
    }
    for category in strange {
        let plain = "t.category = ?1 AND t.isChild = 0";
        each_counted(conn, plain, &[category], |row| found.add(1, row, dimensions))?;
    }
    let (balance, count) = found.uncategorized;
    sums.uncategorized.0 = sums.uncategorized.0.wrapping_add(balance);
    sums.uncategorized.1 = sums.uncategorized.1.wrapping_add(count);
    Ok(())
}
