//! Every fact of a budget, read when it is opened: one pass along a covering index for the plain
//! rows, one for the children of splits, one for rows without category, and the small tables.

use std::collections::BTreeMap;

use rusqlite::Connection;
use sobre_engine::budget::{AccountFact, BudgetFacts, SpentFact, UncategorizedFact, budget_bounds};
use sobre_engine::dates::{Day, Month};

use super::dimensions::Dimensions;
use super::indexes::ALIVE_NOT_CHILD;
use super::months::{Counts, MonthRows, Part};
use super::structure;
use super::sums::{Counted, Sums, cents, each_counted, is_one, text};
use crate::db::error::DbError;
use crate::db::reader::Reader;

/// Reads all facts; `today` decides which months there are.
///
/// # Errors
/// [`DbError`] if a table cannot be read.
pub fn load(conn: &Connection, today: Day) -> Result<BudgetFacts, DbError> {
    Ok(load_with(conn, None, today)?.facts)
}

/// All facts, and what was counted with them.
#[derive(Debug)]
pub(in crate::db) struct Loaded {
    pub(in crate::db) facts: BudgetFacts,
    pub(in crate::db) counts: Counts,
}

/// As [`load`], with a second connection that reads half of the transactions at the same time.
/// Only for what is committed: the second connection sees nothing else.
///
/// # Errors
/// [`DbError`] if a table cannot be read.
pub(in crate::db) fn load_with(
    conn: &Connection,
    second: Option<Reader>,
    today: Day,
) -> Result<Loaded, DbError> {
    let mode = structure::mode(conn)?;
    let dimensions = Dimensions::load(conn)?;
    let bounds = budget_bounds(earliest_day(conn)?, today);
    let read = move || -> rusqlite::Result<Loaded> {
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
        Ok(Loaded { facts, counts })
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
    let mut sums = Sums::default();
    let strange = match (second, dimensions.middle_account()) {
        (Some(second), Some(middle)) => {
            add_both_halves(conn, second, &middle, dimensions, &mut sums)?
        }
        (_, None) | (None, _) => add_plain_rows(conn, &Accounts::All, dimensions, &mut sums)?,
    };
    // Payees are not in that index, so the uncategorized are counted apart.
    sums.uncategorized = UncategorizedFact::default();
    add_children(conn, dimensions, &mut sums)?;
    add_uncategorized(conn, dimensions, &strange, &mut sums)?;
    Ok(sums)
}

/// Reads the accounts from `middle` on over the second connection, the ones before it meanwhile.
fn add_both_halves(
    conn: &Connection,
    second: Reader,
    middle: &str,
    dimensions: &Dimensions,
    sums: &mut Sums,
) -> rusqlite::Result<Vec<String>> {
    std::thread::scope(|scope| {
        let other_half = scope.spawn(move || {
            let mut sums = Sums::default();
            let strange = add_plain_rows(&second, &Accounts::From(middle), dimensions, &mut sums)?;
            Ok((sums, strange))
        });
        let mut strange = add_plain_rows(conn, &Accounts::Before(middle), dimensions, sums)?;
        let other_half: rusqlite::Result<(Sums, Vec<String>)> =
            other_half.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        let (more, others) = other_half?;
        sums.merge(more);
        for other in others {
            if !strange.contains(&other) {
                strange.push(other);
            }
        }
        Ok(strange)
    })
}

/// Children of splits, by parent.
const CHILDREN: &str = "SELECT acct, date / 100, amount, isParent IS 1, 1, cleared IS 1, \
        category, description, parent_id \
    FROM transactions INDEXED BY sobre_children \
    WHERE isChild = 1 AND ifnull(tombstone, 0) = 0 AND date IS NOT NULL \
    AND acct IS NOT NULL AND parent_id IS NOT NULL ORDER BY parent_id";

/// Sums of plain rows without a category.
const UNCATEGORIZED: &str = "SELECT acct, description, sum(amount), count(*), \
        sum(CASE WHEN cleared IS 1 THEN amount END) \
    FROM transactions INDEXED BY sobre_without_category \
    WHERE category IS NULL AND ifnull(tombstone, 0) = 0 AND date IS NOT NULL \
    AND acct IS NOT NULL AND isChild = 0 AND isParent IS NOT 1 GROUP BY description, acct";

/// Rows that are no children, of some accounts.
fn plain_rows(within: &str) -> String {
    format!(
        "SELECT acct, isParent, category, date, cleared, amount \
         FROM transactions INDEXED BY sobre_counted WHERE {ALIVE_NOT_CHILD} {within} \
         ORDER BY acct, isParent, category, date"
    )
}

/// Which accounts a pass reads.
enum Accounts<'a> {
    All,
    Before(&'a str),
    From(&'a str),
}

/// Neighbours in the index that agree in everything but day, cleared flag and amount.
struct Run {
    account: String,
    parent: bool,
    category: Option<String>,
    amount: i64,
    cleared: i64,
    /// Ascending.
    months: Vec<MonthRows>,
}

impl Run {
    fn is(&self, account: Option<&str>, parent: bool, category: Option<&str>) -> bool {
        self.parent == parent
            && self.category.as_deref() == category
            && Some(self.account.as_str()) == account
    }

    fn add(&mut self, date: i64, cleared: bool, amount: i64) {
        self.amount = self.amount.wrapping_add(amount);
        if cleared {
            self.cleared = self.cleared.wrapping_add(amount);
        }
        let (month, part) = (date / 100, Part { rows: 1, amount });
        let parents = if self.parent { part } else { Part::default() };
        match self.months.last_mut() {
            Some(last) if last.month == month => {
                last.own.add(part);
                last.parents.add(parents);
            }
            _ => self.months.push(MonthRows { month, own: part, parents, ..MonthRows::default() }),
        }
    }

    fn add_to(self, sums: &mut Sums, dimensions: &Dimensions) {
        let counted = Counted {
            account: &self.account,
            month: None,
            stored_month: 0,
            amount: self.amount,
            cleared: self.cleared,
            rows: 0,
            parent: self.parent,
            child: false,
            category: self.category.as_deref(),
            payee: None,
        };
        sums.add(1, &counted, dimensions);
        let category = counted.category.filter(|_| !self.parent);
        sums.counts.add(&self.account, category, &self.months);
        let Some(category) = counted.effective(dimensions) else { return };
        let spent = sums.months_of(&category.id);
        for MonthRows { month, own: Part { amount, .. }, .. } in self.months {
            if let Some(month) = Month::from_yyyymm(month) {
                let sum = spent.entry(month).or_default();
                *sum = sum.wrapping_add(amount);
            }
        }
    }
}

/// Rows that are no children, in one pass along the index. Returns stored categories that are
/// deleted or stand for nothing.
fn add_plain_rows(
    conn: &Connection,
    accounts: &Accounts<'_>,
    dimensions: &Dimensions,
    sums: &mut Sums,
) -> rusqlite::Result<Vec<String>> {
    let (within, bound) = match accounts {
        Accounts::All => ("", None),
        Accounts::Before(middle) => ("AND acct < ?1", Some(middle)),
        Accounts::From(middle) => ("AND acct >= ?1", Some(middle)),
    };
    let mut statement = conn.prepare(&plain_rows(within))?;
    let mut strange = Vec::new();
    let mut run: Option<Run> = None;
    let mut rows = statement.query(rusqlite::params_from_iter(bound))?;
    while let Some(row) = rows.next()? {
        let (account, category) = (text(row.get_ref(0)?), text(row.get_ref(2)?));
        let parent = is_one(row.get_ref(1)?);
        if !run.as_ref().is_some_and(|run| run.is(account, parent, category)) {
            if let Some(run) = run.take() {
                run.add_to(sums, dimensions);
            }
            note_strange(&mut strange, category.filter(|_| !parent), dimensions);
        }
        let run = run.get_or_insert_with(|| Run {
            account: account.unwrap_or_default().to_owned(),
            parent,
            category: category.map(str::to_owned),
            amount: 0,
            cleared: 0,
            months: Vec::new(),
        });
        run.add(cents(row.get_ref(3)?), is_one(row.get_ref(4)?), cents(row.get_ref(5)?));
    }
    if let Some(run) = run {
        run.add_to(sums, dimensions);
    }
    Ok(strange)
}

fn note_strange(strange: &mut Vec<String>, category: Option<&str>, dimensions: &Dimensions) {
    let Some(category) = category else { return };
    let is_live = dimensions.categories.get(category).is_some_and(|it| it.live);
    if !is_live && !strange.iter().any(|it| it == category) {
        strange.push(category.to_owned());
    }
}

/// Children of living parents. They lie in the index by parent, so each parent is looked up once.
fn add_children(
    conn: &Connection,
    dimensions: &Dimensions,
    sums: &mut Sums,
) -> rusqlite::Result<()> {
    let mut lives = conn.prepare("SELECT 1 FROM transactions WHERE id = ?1 AND tombstone = 0")?;
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
            let child = Counted::read(row)?;
            sums.add(1, &child, dimensions);
            sums.count_in_month(1, &child);
        }
    }
    Ok(())
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
    let mut statement = conn.prepare(UNCATEGORIZED)?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let counted = Counted {
            account: text(row.get_ref(0)?).unwrap_or_default(),
            payee: text(row.get_ref(1)?),
            amount: cents(row.get_ref(2)?),
            rows: row.get(3)?,
            month: None,
            stored_month: 0,
            cleared: cents(row.get_ref(4)?),
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
    sums.add_uncategorized(found.uncategorized);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::facts::create_indexes;
    use crate::db::migrate::{STEPS, create_at_level};

    /// Whether a statement reads columns of a table's rows, not of an index alone.
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
        // A cursor of an index is opened with the description of its key.
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
        for sql in [&plain_rows("AND acct < 'x'"), CHILDREN, UNCATEGORIZED] {
            assert!(!fetches_rows(&conn, sql), "{sql}");
        }
        assert!(fetches_rows(&conn, "SELECT notes FROM transactions"));
    }
}
