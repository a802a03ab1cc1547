//! Every fact of a budget, read at opening: one pass along a covering index for the plain rows, one
//! for the children of splits, one for rows without a category, and the small tables.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, params};
use sobre_engine::budget::{AccountFact, BudgetFacts, SpentFact, budget_bounds};
use sobre_engine::dates::Day;
use sobre_engine::money::Total;

use super::account_rows::AccountRows;
use super::dimensions::Dimensions;
use super::indexes::ALIVE_NOT_CHILD;
use super::months::Counts;
use super::structure;
use super::sums::{CountedRow, Sums, cents, each_counted, is_one, text};
use crate::db::error::DbError;
use crate::db::reader::Reader;

/// Reads all facts; `today` determines the range of months.
///
/// # Errors
/// [`DbError`] if a table cannot be read.
pub fn load(conn: &Connection, today: Day) -> Result<BudgetFacts, DbError> {
    Ok(load_with(conn, None, today)?.facts)
}

/// All facts, and the counts by month from the same pass.
#[derive(Debug)]
pub(in crate::db) struct LoadedFacts {
    pub(in crate::db) facts: BudgetFacts,
    pub(in crate::db) counts: Counts,
}

/// As [`load`], with a second connection that reads part of the transactions concurrently. It sees
/// only committed data, so nothing may be uncommitted.
///
/// # Errors
/// [`DbError`] if a table cannot be read.
pub(in crate::db) fn load_with(
    conn: &Connection,
    second: Option<Reader>,
    today: Day,
) -> Result<LoadedFacts, DbError> {
    let mode = structure::mode(conn)?;
    let dimensions = Dimensions::load(conn)?;
    let bounds = budget_bounds(earliest_day(conn)?, today);
    let read = move || -> rusqlite::Result<LoadedFacts> {
        let mut sums = all_sums(conn, second, &dimensions)?;
        let counts = std::mem::take(&mut sums.counts);
        let facts = BudgetFacts {
            mode,
            first: bounds.start,
            last: bounds.end,
            groups: structure::groups(conn)?,
            budgets: structure::budget_rows(conn, mode)?,
            holds: structure::holds(conn)?,
            accounts: account_facts(&dimensions, &sums),
            uncategorized: sums.uncategorized,
            spent: spent_facts(sums),
        };
        Ok(LoadedFacts { facts, counts })
    };
    read().map_err(DbError::sqlite("reading the budget"))
}

/// The smallest day of a row that is not a split child, deleted ones included.
///
/// # Errors
/// [`DbError`] if the table cannot be read.
pub(super) fn earliest_day(conn: &Connection) -> Result<Option<Day>, DbError> {
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
    read().map_err(DbError::sqlite("reading the earliest transaction"))
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
                children_cleared: sums.children_cleared,
            }
        })
        .collect();
    facts.sort_unstable_by(|left, right| left.id.cmp(&right.id));
    facts
}

fn spent_facts(sums: Sums) -> Vec<SpentFact> {
    let spent: BTreeMap<_, _> = sums.spent.into_iter().collect();
    let mut facts = Vec::new();
    for (category, months) in spent {
        let some = months.into_iter().filter(|(_, amount)| *amount != 0);
        facts.extend(some.map(|(month, amount)| {
            let category = category.clone();
            SpentFact { month, category, amount }
        }));
    }
    facts
}

fn all_sums(
    conn: &Connection,
    second: Option<Reader>,
    dimensions: &Dimensions,
) -> rusqlite::Result<Sums> {
    let work = WorkQueue::of(dimensions);
    let (mut sums, mut unlisted) = match second {
        None => work.share(conn)?,
        Some(second) => std::thread::scope(|scope| {
            let others = {
                let work = &work;
                scope.spawn(move || work.share(&second))
            };
            let (mut sums, mut unlisted) = work.share(conn)?;
            let (more, others) =
                others.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
            sums.merge(more);
            unlisted.extend(others);
            Ok::<_, rusqlite::Error>((sums, unlisted))
        })?,
    };
    unlisted.sort_unstable();
    unlisted.dedup();
    add_uncategorized(conn, dimensions, &unlisted, &mut sums)?;
    Ok(sums)
}

/// The parts to read, of which each reader takes the next: first the children of splits, then the
/// rows of each account.
struct WorkQueue<'a> {
    dimensions: &'a Dimensions,
    /// Borders between accounts, ascending. Rows of accounts that do not exist lie between them.
    borders: Vec<&'a str>,
    next: AtomicUsize,
}

/// The accounts from one id up to before another.
#[derive(Clone, Copy)]
struct Accounts<'a> {
    from: Option<&'a str>,
    until: Option<&'a str>,
}

impl<'a> WorkQueue<'a> {
    fn of(dimensions: &'a Dimensions) -> Self {
        let mut borders: Vec<_> = dimensions.accounts.keys().map(String::as_str).collect();
        borders.sort_unstable();
        Self { dimensions, borders, next: AtomicUsize::new(0) }
    }

    /// Reads parts over a connection until none is left. Also returns the stored categories of
    /// plain rows that are deleted or map to nothing.
    fn share(&self, conn: &Connection) -> rusqlite::Result<(Sums, Vec<String>)> {
        let (mut sums, mut unlisted) = (Sums::default(), Vec::new());
        loop {
            let part = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(account) = part.checked_sub(1) else {
                add_children(conn, self.dimensions, &mut sums)?;
                continue;
            };
            if account > self.borders.len() {
                return Ok((sums, unlisted));
            }
            let from = account.checked_sub(1).and_then(|before| self.borders.get(before));
            let until = self.borders.get(account);
            let range = Accounts { from: from.copied(), until: until.copied() };
            let uncategorized = sums.uncategorized;
            add_plain_rows(conn, range, self.dimensions, &mut sums, &mut unlisted)?;
            // That index has no payees, so these rows are counted separately.
            sums.uncategorized = uncategorized;
        }
    }
}

/// Children of splits, by parent.
const CHILDREN: &str = "SELECT acct, date / 100, amount, isParent IS 1, 1, cleared IS 1, \
        category, description, parent_id \
    FROM transactions INDEXED BY sobre_children \
    WHERE isChild = 1 AND ifnull(tombstone, 0) = 0 AND date IS NOT NULL \
    AND acct IS NOT NULL AND parent_id IS NOT NULL ORDER BY parent_id";

/// Plain rows without a category in index order: by payee and account.
const UNCATEGORIZED: &str = "SELECT acct, description, amount, cleared \
    FROM transactions INDEXED BY sobre_without_category \
    WHERE category IS NULL AND ifnull(tombstone, 0) = 0 AND date IS NOT NULL \
    AND acct IS NOT NULL AND isChild = 0 AND isParent IS NOT 1";

/// Rows other than children, by account, from the first bound up to the second.
fn plain_rows() -> String {
    format!(
        "SELECT acct, isParent, category, date, cleared, amount \
         FROM transactions INDEXED BY sobre_account_rows WHERE {ALIVE_NOT_CHILD} \
         AND acct >= ?1 AND acct < ?2 ORDER BY acct, date DESC"
    )
}

/// Adjacent rows without a category that have the same account and payee.
#[derive(Default)]
struct Uncategorized {
    account: String,
    payee: Option<String>,
    amount: Total,
    cleared: Total,
    rows: i64,
}

impl Uncategorized {
    fn of(account: &str, payee: Option<&str>) -> Self {
        Self { account: account.to_owned(), payee: payee.map(str::to_owned), ..Self::default() }
    }

    fn is(&self, account: &str, payee: Option<&str>) -> bool {
        self.account == account && self.payee.as_deref() == payee
    }

    fn add(&mut self, amount: i64, cleared: bool) {
        self.amount += Total::from(amount);
        if cleared {
            self.cleared += Total::from(amount);
        }
        self.rows += 1;
    }

    fn counted(&self) -> CountedRow<'_> {
        CountedRow {
            account: &self.account,
            payee: self.payee.as_deref(),
            amount: self.amount,
            cleared: self.cleared,
            rows: self.rows,
            month: None,
            stored_month: 0,
            parent: false,
            child: false,
            category: None,
        }
    }
}

/// Rows other than children, of some accounts. Also collects stored categories that are deleted or
/// map to nothing.
fn add_plain_rows(
    conn: &Connection,
    Accounts { from, until }: Accounts<'_>,
    dimensions: &Dimensions,
    sums: &mut Sums,
    unlisted: &mut Vec<String>,
) -> rusqlite::Result<()> {
    let mut statement = conn.prepare_cached(&plain_rows())?;
    // No text is smaller than the empty text, and every text is smaller than a blob.
    let from = from.unwrap_or_default();
    let until = until.map_or(ValueRef::Blob(&[]), ValueRef::from);
    let range = params![from, ToSqlOutput::Borrowed(until)];
    let mut same: Option<AccountRows> = None;
    let mut rows = statement.query(range)?;
    while let Some(row) = rows.next()? {
        let account = text(row.get_ref(0)?).unwrap_or_default();
        if let Some(other) = same.take_if(|same| same.account != account) {
            other.add_to(sums, dimensions, unlisted);
        }
        let same = same.get_or_insert_with(|| AccountRows::of(account));
        let (parent, category) = (is_one(row.get_ref(1)?), text(row.get_ref(2)?));
        let (date, amount) = (cents(row.get_ref(3)?), cents(row.get_ref(5)?));
        same.of_category(category, parent).add(date, is_one(row.get_ref(4)?), amount, parent);
    }
    if let Some(same) = same {
        same.add_to(sums, dimensions, unlisted);
    }
    Ok(())
}

/// Children of live parents. The index groups them by parent, so each parent is looked up once.
fn add_children(
    conn: &Connection,
    dimensions: &Dimensions,
    sums: &mut Sums,
) -> rusqlite::Result<()> {
    let mut lives =
        conn.prepare("SELECT 1 FROM transactions WHERE id = ?1 AND ifnull(tombstone, 0) = 0")?;
    let mut statement = conn.prepare(CHILDREN)?;
    let mut parent: Option<(String, bool)> = None;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let id = text(row.get_ref(8)?).unwrap_or_default();
        let alive = match &parent {
            Some((known, alive)) if known == id => *alive,
            _ => {
                let alive = lives.exists([id])?;
                parent = Some((id.to_owned(), alive));
                alive
            }
        };
        if alive {
            let child = CountedRow::read(row)?;
            sums.add(1, &child, dimensions);
            sums.count_in_month(1, &child);
        }
    }
    Ok(())
}

/// Plain rows without a live category, by payee. `unlisted` are stored categories that are deleted
/// or map to nothing.
fn add_uncategorized(
    conn: &Connection,
    dimensions: &Dimensions,
    unlisted: &[String],
    sums: &mut Sums,
) -> rusqlite::Result<()> {
    let mut found = Sums::default();
    let mut statement = conn.prepare(UNCATEGORIZED)?;
    let mut rows = statement.query([])?;
    let mut same: Option<Uncategorized> = None;
    while let Some(row) = rows.next()? {
        let (account, payee) = (text(row.get_ref(0)?).unwrap_or_default(), text(row.get_ref(1)?));
        if let Some(other) = same.take_if(|same| !same.is(account, payee)) {
            found.add(1, &other.counted(), dimensions);
        }
        let same = same.get_or_insert_with(|| Uncategorized::of(account, payee));
        same.add(cents(row.get_ref(2)?), is_one(row.get_ref(3)?));
    }
    if let Some(same) = same {
        found.add(1, &same.counted(), dimensions);
    }
    for category in unlisted {
        let plain = "t.category = ?1 AND t.isChild = 0";
        each_counted(conn, plain, &[category], |row| found.add(1, row, dimensions))?;
    }
    sums.add_uncategorized(found.uncategorized);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::facts::create_indexes;
    use crate::db::migrate::{STEPS, create_at_level};

    /// Whether a statement reads table rows, and not only an index.
    fn fetches_rows(conn: &Connection, sql: &str) -> bool {
        let mut explain = conn.prepare(&format!("EXPLAIN {sql}")).unwrap();
        let code = explain
            .query_map([], |row| {
                let (code, first): (String, i64) = (row.get("opcode")?, row.get("p1")?);
                let key = row.get_ref("p4")?.as_str().unwrap_or_default().to_owned();
                Ok((code, first, key))
            })
            .unwrap()
            .collect::<rusqlite::Result<Vec<_>>>()
            .unwrap();
        // A cursor on an index is opened with a description of its key.
        let is_row = |cursor: i64| {
            code.iter().any(|(code, first, key)| {
                code == "OpenRead" && *first == cursor && !key.starts_with("k(")
            })
        };
        code.iter().any(|(code, cursor, _)| code == "Column" && is_row(*cursor))
    }

    #[test]
    fn opening_reads_along_indexes_and_fetches_no_transaction() {
        let mut conn = Connection::open_in_memory().unwrap();
        create_at_level(&mut conn, STEPS.len()).unwrap();
        create_indexes(&conn, 2048).unwrap();
        let plain_rows = plain_rows().replace("?1", "'a'").replace("?2", "'b'");
        for sql in [&plain_rows, CHILDREN, UNCATEGORIZED] {
            assert!(!fetches_rows(&conn, sql), "{sql}");
        }
        assert!(fetches_rows(&conn, "SELECT notes FROM transactions"));
    }
}
