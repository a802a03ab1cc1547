//! How many transactions an account or a category has in a month and what they come to: kept in two
//! tables of our own, so that any page of a register, its length, its running balance and sums by
//! category or account are found without counting rows. The tables are there only while they are
//! right: the first reading of all facts makes them, and from then on every write carries them
//! along in its own transaction.

use std::collections::HashMap;

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use rusqlite::{Connection, OptionalExtension as _, Row, params};
use sobre_engine::money::Total;

/// Rows of one account or category in a month, and what they come to in cents.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::db) struct MonthRows {
    /// As stored, `yyyymm`.
    pub(in crate::db) month: i64,
    /// Those that are no children of splits.
    pub(in crate::db) own: Part,
    /// The parents of splits among them.
    pub(in crate::db) parents: Part,
    /// Children with a living parent that are no parents themselves.
    pub(in crate::db) children: Part,
}

/// A number of rows and the sum of their amounts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::db) struct Part {
    pub(in crate::db) rows: i64,
    pub(in crate::db) amount: Total,
}

impl Part {
    pub(super) const fn add(&mut self, more: Self) {
        self.rows += more.rows;
        self.amount += more.amount;
    }
}

/// A total as it is kept: as text where it is no number of SQLite's.
pub(in crate::db) struct Sum(pub(in crate::db) Total);

impl ToSql for Sum {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(i64::try_from(self.0).map_or_else(|_| self.0.to_string().into(), ToSqlOutput::from))
    }
}

impl FromSql for Sum {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        match value.as_i64() {
            Ok(amount) => Ok(Self(amount.into())),
            Err(other) => {
                let text = value.as_str().map_err(|_| other)?;
                text.parse().map(Self).map_err(|_| FromSqlError::InvalidType)
            }
        }
    }
}

impl MonthRows {
    const fn add(&mut self, more: &Self) {
        self.own.add(more.own);
        self.parents.add(more.parents);
        self.children.add(more.children);
    }

    fn is_empty(&self) -> bool {
        *self == Self { month: self.month, ..Self::default() }
    }

    fn read(row: &Row<'_>, first: usize) -> rusqlite::Result<Self> {
        let part = |at: usize| {
            let amount = row.get::<_, Sum>(at + 1)?.0;
            Ok::<_, rusqlite::Error>(Part { rows: row.get(at)?, amount })
        };
        Ok(Self {
            month: row.get(first)?,
            own: part(first + 1)?,
            parents: part(first + 3)?,
            children: part(first + 5)?,
        })
    }
}

/// One of the two tables.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::db) struct Kept {
    pub(in crate::db) table: &'static str,
    /// The column of transactions by which it counts.
    pub(in crate::db) column: &'static str,
    /// In the order in which it is read.
    key: &'static str,
}

/// Rows by account.
pub(in crate::db) const BY_ACCOUNT: Kept =
    Kept { table: "sobre_account_months", column: "acct", key: "month, acct" };
/// Index by which the months of one account are found among those of all, with what it is on.
pub(super) const OF_ACCOUNT: (&str, &str) =
    ("sobre_months_of_account", "sobre_account_months (acct, month, rows, amount)");
/// Rows by stored category, empty for none and for parents of splits.
pub(in crate::db) const BY_CATEGORY: Kept =
    Kept { table: "sobre_category_months", column: "category", key: "category, month" };

/// The months of each account or category as stored, ascending; or by how much they moved.
#[derive(Debug, PartialEq, Eq)]
struct Months {
    kept: &'static Kept,
    of: HashMap<String, Vec<MonthRows>>,
}

impl Months {
    fn of(kept: &'static Kept) -> Self {
        Self { kept, of: HashMap::new() }
    }

    /// Adds several months, or takes them away if the numbers are negative.
    fn add(&mut self, id: &str, more: &[MonthRows]) {
        let months = match self.of.get_mut(id) {
            Some(months) => months,
            None => self.of.entry(id.to_owned()).or_default(),
        };
        for more in more {
            match months.binary_search_by_key(&more.month, |it| it.month) {
                Ok(at) => months[at].add(more),
                Err(at) => months.insert(at, *more),
            }
        }
    }

    fn each(&self) -> impl Iterator<Item = (&str, &MonthRows)> {
        self.of.iter().flat_map(|(id, months)| months.iter().map(|it| (id.as_str(), it)))
    }

    /// Adds the movements to what is kept.
    fn carry(&self, conn: &Connection) -> rusqlite::Result<()> {
        let Kept { table, column, .. } = self.kept;
        let parts = PARTS.join(", ");
        let mut kept = conn.prepare_cached(&format!(
            "SELECT month, {parts} FROM {table} WHERE {column} = ?1 AND month = ?2"
        ))?;
        let mut replace = conn.prepare_cached(&format!(
            "INSERT OR REPLACE INTO {table} VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"
        ))?;
        let mut remove = conn
            .prepare_cached(&format!("DELETE FROM {table} WHERE {column} = ?1 AND month = ?2"))?;
        for (id, moved) in self.each().filter(|(_, it)| !it.is_empty()) {
            let key = params![id, moved.month];
            let kept = kept.query_row(key, |row| MonthRows::read(row, 0)).optional()?;
            let mut sum = kept.unwrap_or(MonthRows { month: moved.month, ..MonthRows::default() });
            sum.add(moved);
            if sum.own.rows == 0 && sum.children.rows == 0 {
                remove.execute(key)?;
            } else {
                insert(&mut replace, id, &sum)?;
            }
        }
        Ok(())
    }

    fn keep(&self, conn: &Connection) -> rusqlite::Result<()> {
        let Kept { table, column, key } = self.kept;
        let parts = PARTS.map(|part| format!("{part} NOT NULL")).join(", ");
        conn.execute_batch(&format!(
            "CREATE TABLE IF NOT EXISTS {table} ({column} TEXT NOT NULL, \
                 month INTEGER NOT NULL, {parts}, PRIMARY KEY ({key})) WITHOUT ROWID; \
             DELETE FROM {table}"
        ))?;
        let mut statement = conn.prepare_cached(&format!(
            "INSERT INTO {table} VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"
        ))?;
        let all = self.each().filter(|(_, it)| !it.is_empty());
        all.into_iter().try_for_each(|(id, rows)| insert(&mut statement, id, rows))
    }

    /// Whether the table, which must be there, holds exactly these months. Numbers of another kind
    /// are others.
    fn are_kept(&self, conn: &Connection) -> rusqlite::Result<bool> {
        let mut kept = 0;
        let mut same = true;
        let looked_at = each_kept(conn, self.kept, None, |row| {
            kept += 1;
            let months = self.of.get(row.id()?).map_or(&[][..], Vec::as_slice);
            let found = MonthRows::read(row.0, 1)?;
            let at = months.binary_search_by_key(&found.month, |it| it.month);
            same &= at.is_ok_and(|at| months[at] == found);
            Ok(())
        });
        match looked_at {
            Err(rusqlite::Error::InvalidColumnType(..)) => return Ok(false),
            looked_at => looked_at?,
        }
        Ok(same && kept == self.each().filter(|(_, it)| !it.is_empty()).count())
    }
}

/// The columns after those of the key.
const PARTS: [&str; 6] =
    ["rows", "amount", "parent_rows", "parent_amount", "child_rows", "child_amount"];

fn insert(
    statement: &mut rusqlite::Statement<'_>,
    id: &str,
    MonthRows { month, own, parents, children }: &MonthRows,
) -> rusqlite::Result<()> {
    statement.execute(params![
        id,
        month,
        own.rows,
        Sum(own.amount),
        parents.rows,
        Sum(parents.amount),
        children.rows,
        Sum(children.amount)
    ])?;
    Ok(())
}

/// A row of a table that is kept. What is not asked for is not read.
pub(in crate::db) struct KeptRow<'r>(&'r Row<'r>);

impl KeptRow<'_> {
    /// The account or category.
    pub(in crate::db) fn id(&self) -> rusqlite::Result<&str> {
        Ok(self.0.get_ref(0)?.as_str().unwrap_or_default())
    }

    /// As stored, `yyyymm`.
    pub(in crate::db) fn month(&self) -> rusqlite::Result<i64> {
        self.0.get(1)
    }

    /// Rows that are no children of splits; `inline` ones are children in place of their parents.
    pub(in crate::db) fn sum(&self, inline: bool) -> rusqlite::Result<Part> {
        let [own, parents, children] = [2, 4, 6];
        let mut sum = self.part(own)?;
        if inline {
            let (parents, children) = (self.part(parents)?, self.part(children)?);
            sum.rows += children.rows - parents.rows;
            sum.amount += children.amount - parents.amount;
        }
        Ok(sum)
    }

    fn part(&self, at: usize) -> rusqlite::Result<Part> {
        let rows = self.0.get(at)?;
        let amount = if rows == 0 { 0 } else { self.0.get::<_, Sum>(at + 1)?.0 };
        Ok(Part { rows, amount })
    }
}

/// Visits what a table holds, of these ids (a JSON list) or of all.
pub(in crate::db) fn each_kept(
    conn: &Connection,
    kept: &Kept,
    ids: Option<&str>,
    mut visit: impl FnMut(&KeptRow<'_>) -> rusqlite::Result<()>,
) -> rusqlite::Result<()> {
    let Kept { table, column, .. } = kept;
    let within = match ids {
        Some(_) => format!("WHERE {column} IN (SELECT value FROM json_each(?1))"),
        None => String::new(),
    };
    let mut statement = conn.prepare_cached(&format!(
        "SELECT {column}, month, {} FROM {table} {within}",
        PARTS.join(", ")
    ))?;
    let mut rows = statement.query(rusqlite::params_from_iter(ids))?;
    while let Some(row) = rows.next()? {
        visit(&KeptRow(row))?;
    }
    Ok(())
}

/// Rows of all accounts and categories by month, or by how much they moved.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::db) struct Counts {
    accounts: Months,
    categories: Months,
}

impl Default for Counts {
    fn default() -> Self {
        Self { accounts: Months::of(&BY_ACCOUNT), categories: Months::of(&BY_CATEGORY) }
    }
}

impl Counts {
    /// Adds rows of one account and stored category, or takes them away if the numbers are
    /// negative.
    pub(super) fn add(&mut self, account: &str, category: Option<&str>, more: &[MonthRows]) {
        self.accounts.add(account, more);
        self.categories.add(category.unwrap_or_default(), more);
    }

    /// Adds the months of other rows.
    pub(super) fn merge(&mut self, other: Self) {
        for (own, other) in
            [(&mut self.accounts, other.accounts), (&mut self.categories, other.categories)]
        {
            for (id, months) in other.of {
                own.add(&id, &months);
            }
        }
    }

    /// Carries the movements into the tables, if they are there.
    pub(super) fn carry(&self, conn: &Connection) -> rusqlite::Result<()> {
        if self.accounts.of.is_empty() || !are_kept(conn)? {
            return Ok(());
        }
        self.accounts.carry(conn)?;
        self.categories.carry(conn)
    }

    /// Makes the tables hold exactly these months. Nothing is written if they do already.
    pub(in crate::db) fn keep(&self, conn: &Connection) -> rusqlite::Result<()> {
        let all = [&self.accounts, &self.categories];
        if !are_kept(conn)? {
            // What earlier versions kept.
            for table in ["sobre_months", BY_ACCOUNT.table, BY_CATEGORY.table] {
                conn.execute_batch(&format!("DROP TABLE IF EXISTS {table}"))?;
            }
            all.into_iter().try_for_each(|months| months.keep(conn))?;
            let (name, on) = OF_ACCOUNT;
            return conn.execute_batch(&format!("CREATE INDEX IF NOT EXISTS {name} ON {on}"));
        }
        for months in all {
            if !months.are_kept(conn)? {
                months.keep(conn)?;
            }
        }
        Ok(())
    }
}

/// Whether the tables are there. Those of earlier versions have columns of numbers, which take no
/// larger sums.
pub(in crate::db) fn are_kept(conn: &Connection) -> rusqlite::Result<bool> {
    let mut known = conn.prepare_cached(
        "SELECT 1 FROM sqlite_master WHERE name = 'sobre_category_months' \
         AND sql NOT LIKE '%amount INTEGER%'",
    )?;
    Ok(known.query_row([], |_| Ok(())).optional()?.is_some())
}
