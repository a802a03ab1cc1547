//! Sums of transactions by account or category and by month, from the counts that every write
//! updates (`facts/months.rs`), so that nothing adds up transactions again. Goals read first months
//! here.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use rusqlite::{Connection, Result};
use sobre_engine::dates::{Day, Month};
use sobre_engine::ids::{AccountId, CategoryId};
use sobre_engine::money::Total;

use super::facts::months::{
    BY_ACCOUNT, BY_CATEGORY, RowSum, first_with_rows, own_before, sums_between,
};
use super::facts::{ALIVE_NOT_CHILD, cents};

/// The kind of row that has the sums.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// The account.
    Account,
    /// The category; of a merged category the one it became, whether deleted or not.
    Category,
}

/// The months of one account or category.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MonthSums {
    /// None for transactions without a category.
    pub id: Option<String>,
    /// The months with transactions, ascending.
    pub months: Vec<MonthSum>,
}

/// The transactions of a month: normal ones and children of splits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MonthSum {
    /// The month.
    pub month: Month,
    /// How many there are, at least one.
    pub rows: i64,
    /// Their sum in cents.
    pub amount: Total,
}

/// The sums of some months, by account or category. Reads at most one row of each account or
/// category and month, however many transactions there are. The budget must have been opened for
/// writing before.
///
/// # Errors
/// Failures of SQLite.
pub fn month_sums(
    conn: &Connection,
    by: By,
    months: &RangeInclusive<Month>,
) -> Result<Vec<MonthSums>> {
    let (table, became) = match by {
        By::Account => (&BY_ACCOUNT, None),
        By::Category => (&BY_CATEGORY, Some(mapped_categories(conn)?)),
    };
    let mut sums: Vec<MonthSums> = Vec::new();
    let mut places: HashMap<Option<String>, usize> = HashMap::new();
    let mut stored_places: HashMap<String, usize> = HashMap::new();
    sums_between(conn, table, months.start().yyyymm(), months.end().yyyymm(), |id, month, sum| {
        let place = stored_places.get(id).copied().unwrap_or_else(|| {
            let became = match &became {
                Some(became) => became.get(id).cloned().flatten(),
                None => Some(id.to_owned()),
            };
            let place = *places.entry(became.clone()).or_insert(sums.len());
            if place == sums.len() {
                sums.push(MonthSums { id: became, months: Vec::new() });
            }
            stored_places.insert(id.to_owned(), place);
            place
        });
        let RowSum { rows, amount } = sum;
        if let Some(month) = Month::from_yyyymm(month).filter(|_| rows != 0) {
            sums[place].months.push(MonthSum { month, rows, amount });
        }
    })?;
    sums.iter_mut().for_each(|of_one| merge(&mut of_one.months));
    sums.retain(|of_one| !of_one.months.is_empty());
    sums.sort_by(|left, right| left.id.cmp(&right.id));
    Ok(sums)
}

/// The first month up to `last` with a transaction, by category. Looks at one row of each.
///
/// # Errors
/// As [`month_sums`].
pub fn first_months<'c>(
    conn: &Connection,
    categories: impl IntoIterator<Item = &'c CategoryId>,
    last: Month,
) -> Result<HashMap<CategoryId, Month>> {
    let mut stored_ids: HashMap<String, Vec<String>> = HashMap::new();
    for (stored, became) in mapped_categories(conn)? {
        stored_ids.entry(became.unwrap_or_default()).or_default().push(stored);
    }
    let mut found = HashMap::new();
    for category in categories {
        let months = stored_ids.get(category.as_str()).into_iter().flatten();
        let months = months.map(|id| first_with_rows(conn, &BY_CATEGORY, id, last.yyyymm()));
        let first = months.filter_map(Result::transpose).collect::<Result<Vec<_>>>()?;
        if let Some(month) = first.into_iter().min().and_then(Month::from_yyyymm) {
            found.insert(category.clone(), month);
        }
    }
    Ok(found)
}

/// The sum of an account's transactions of earlier days. Reads a row for each month before and the
/// transactions of the day's month alone. The budget must have been opened for writing before.
///
/// # Errors
/// As [`month_sums`].
pub fn balance_before(conn: &Connection, account: &AccountId, day: Day) -> Result<Total> {
    let first = day.month().first_day().yyyymmdd();
    let mut of_month = conn.prepare_cached(&format!(
        "SELECT amount FROM transactions INDEXED BY sobre_account_rows
         WHERE {ALIVE_NOT_CHILD} AND acct = ?1 AND date >= ?2 AND date < ?3"
    ))?;
    let mut rows = of_month.query((account.as_str(), first, day.yyyymmdd()))?;
    let mut sum = own_before(conn, account.as_str(), day.month().yyyymm())?;
    while let Some(row) = rows.next()? {
        sum += Total::from(cents(row.get_ref(0)?));
    }
    Ok(sum)
}

/// Adds up the months of several stored categories.
fn merge(months: &mut Vec<MonthSum>) {
    months.sort_by_key(|sum| sum.month);
    months.dedup_by(|more, sum| {
        let same = sum.month == more.month;
        if same {
            sum.rows += more.rows;
            sum.amount += more.amount;
        }
        same
    });
}

/// Each stored category, and the one it became.
fn mapped_categories(conn: &Connection) -> Result<HashMap<String, Option<String>>> {
    let mut statement = conn.prepare_cached("SELECT id, transferId FROM category_mapping")?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    rows.collect()
}
