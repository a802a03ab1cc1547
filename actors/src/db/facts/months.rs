//! The number and sum of transactions per month of an account or category, stored in two tables of
//! our own. With them, any page of a register, its length, its running balance and month sums are
//! found without counting rows. The tables exist only while they are correct: the
//! first read of all facts creates them, and every write updates them in its own transaction.

use std::collections::HashMap;

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use rusqlite::{Connection, OptionalExtension as _, Row, params};
use sobre_engine::money::Total;

/// Rows of one account or category in a month, and their sums in cents.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::db) struct MonthRows {
    /// In stored form, `yyyymm`.
    pub(in crate::db) month: i64,
    /// Rows other than children.
    pub(in crate::db) own: RowSum,
    /// The split parents among them.
    pub(in crate::db) parents: RowSum,
    /// Children with a live parent that are not parents themselves.
    pub(in crate::db) children: RowSum,
}

/// A number of rows and the sum of their amounts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::db) struct RowSum {
    pub(in crate::db) rows: i64,
    pub(in crate::db) amount: Total,
}

impl RowSum {
    pub(super) const fn add(&mut self, more: Self) {
        self.rows += more.rows;
        self.amount += more.amount;
    }
}

/// A total in stored form: as text if SQLite's integers cannot hold it.
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
            Ok::<_, rusqlite::Error>(RowSum { rows: row.get(at)?, amount })
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
pub(in crate::db) struct MonthTable {
    pub(in crate::db) table: &'static str,
    /// The column of transactions to count by.
    pub(in crate::db) column: &'static str,
}

/// Rows by account.
pub(in crate::db) const BY_ACCOUNT: MonthTable =
    MonthTable { table: "sobre_account_months", column: "acct" };
/// Rows by stored category, empty for none and for split parents.
pub(in crate::db) const BY_CATEGORY: MonthTable =
    MonthTable { table: "sobre_category_months", column: "category" };

/// Indexes with their columns: they find the months of one account or category. That of categories
/// has no sums, so that changed sums leave it alone.
pub(super) const INDEXES: [(&str, &str); 2] = [
    ("sobre_months_of_account", "sobre_account_months (acct, month, rows, amount)"),
    ("sobre_months_of_category", "sobre_category_months (category, month)"),
];

/// The months of each account or category in stored form, ascending; or their changes.
#[derive(Debug, PartialEq, Eq)]
struct Months {
    table: &'static MonthTable,
    of: HashMap<String, Vec<MonthRows>>,
}

impl Months {
    fn of(table: &'static MonthTable) -> Self {
        Self { table, of: HashMap::new() }
    }

    /// Adds several months; negative numbers subtract.
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

    /// Adds the changes to the stored counts.
    fn carry(&self, conn: &Connection) -> rusqlite::Result<()> {
        let MonthTable { table, column } = *self.table;
        let parts = SUM_COLUMNS.join(", ");
        let mut known = conn.prepare_cached(&format!(
            "SELECT month, {parts} FROM {table} WHERE {column} = ?1 AND month = ?2"
        ))?;
        let changed = SUM_COLUMNS.map(|part| format!("{part} = excluded.{part}")).join(", ");
        // REPLACE would also write unchanged index entries.
        let mut replace = conn.prepare_cached(&format!(
            "INSERT INTO {table} VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) \
             ON CONFLICT DO UPDATE SET {changed}"
        ))?;
        let mut remove = conn
            .prepare_cached(&format!("DELETE FROM {table} WHERE {column} = ?1 AND month = ?2"))?;
        for (id, moved) in self.each().filter(|(_, it)| !it.is_empty()) {
            let key = params![id, moved.month];
            let known = known.query_row(key, |row| MonthRows::read(row, 0)).optional()?;
            let mut sum = known.unwrap_or(MonthRows { month: moved.month, ..MonthRows::default() });
            sum.add(moved);
            if sum.own.rows == 0 && sum.children.rows == 0 {
                remove.execute(key)?;
            } else {
                insert(&mut replace, id, &sum)?;
            }
        }
        Ok(())
    }

    fn store(&self, conn: &Connection) -> rusqlite::Result<()> {
        let MonthTable { table, column } = *self.table;
        let parts = SUM_COLUMNS.map(|part| format!("{part} NOT NULL")).join(", ");
        // A write touches few months and many categories, so a month's rows share their pages.
        conn.execute_batch(&format!(
            "CREATE TABLE IF NOT EXISTS {table} ({column} TEXT NOT NULL, \
                 month INTEGER NOT NULL, {parts}, PRIMARY KEY (month, {column})) WITHOUT ROWID; \
             DELETE FROM {table}"
        ))?;
        let mut statement = conn.prepare_cached(&format!(
            "INSERT INTO {table} VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"
        ))?;
        let all = self.each().filter(|(_, it)| !it.is_empty());
        all.into_iter().try_for_each(|(id, rows)| insert(&mut statement, id, rows))
    }

    /// Whether the table, which must exist, contains exactly these months. Values of other types
    /// count as different.
    fn are_current(&self, conn: &Connection) -> rusqlite::Result<bool> {
        let MonthTable { table, column } = *self.table;
        let mut statement = conn.prepare_cached(&format!(
            "SELECT {column}, month, {} FROM {table}",
            SUM_COLUMNS.join(", ")
        ))?;
        let mut rows = statement.query([])?;
        let (mut count, mut same) = (0, true);
        while let Some(row) = rows.next()? {
            count += 1;
            let found = match MonthRows::read(row, 1) {
                Err(rusqlite::Error::InvalidColumnType(..)) => return Ok(false),
                found => found?,
            };
            let id = row.get_ref(0)?.as_str().unwrap_or_default();
            let months = self.of.get(id).map_or(&[][..], Vec::as_slice);
            let at = months.binary_search_by_key(&found.month, |it| it.month);
            same &= at.is_ok_and(|at| months[at] == found);
        }
        Ok(same && count == self.each().filter(|(_, it)| !it.is_empty()).count())
    }
}

/// The columns after those of the key.
const SUM_COLUMNS: [&str; 6] =
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

/// Visits the sums of the months from one to another, `yyyymm`, in the order of months: normal rows
/// and children in place of their parents. Sums may be of no rows.
pub(in crate::db) fn sums_between(
    conn: &Connection,
    MonthTable { table, column }: &MonthTable,
    first: i64,
    last: i64,
    mut visit: impl FnMut(&str, i64, RowSum),
) -> rusqlite::Result<()> {
    let mut statement = conn.prepare_cached(&format!(
        "SELECT {column}, month, {} FROM {table} WHERE month BETWEEN ?1 AND ?2 ORDER BY month",
        SUM_COLUMNS.join(", ")
    ))?;
    let mut rows = statement.query([first, last])?;
    while let Some(row) = rows.next()? {
        let MonthRows { month, own, parents, children } = MonthRows::read(row, 1)?;
        let amount = own.amount - parents.amount + children.amount;
        let sum = RowSum { rows: own.rows - parents.rows + children.rows, amount };
        visit(row.get_ref(0)?.as_str().unwrap_or_default(), month, sum);
    }
    Ok(())
}

/// The first month up to `last`, `yyyymm`, with rows of an account or category.
pub(in crate::db) fn first_with_rows(
    conn: &Connection,
    MonthTable { table, column }: &MonthTable,
    id: &str,
    last: i64,
) -> rusqlite::Result<Option<i64>> {
    let mut statement = conn.prepare_cached(&format!(
        "SELECT month FROM {table} WHERE {column} = ?1 AND month <= ?2 \
             AND rows - parent_rows + child_rows <> 0 ORDER BY month LIMIT 1"
    ))?;
    statement.query_row((id, last), |row| row.get(0)).optional()
}

/// The sum of an account's rows other than children in the months before one, `yyyymm`.
pub(in crate::db) fn own_before(
    conn: &Connection,
    account: &str,
    month: i64,
) -> rusqlite::Result<Total> {
    let MonthTable { table, column } = BY_ACCOUNT;
    let mut statement = conn.prepare_cached(&format!(
        "SELECT amount FROM {table} WHERE {column} = ?1 AND month < ?2"
    ))?;
    let amounts = statement.query_map((account, month), |row| row.get::<_, Sum>(0))?;
    amounts.map(|amount| amount.map(|Sum(amount)| amount)).sum()
}

/// Rows of all accounts and categories by month, or their changes.
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
    /// Adds rows of one account and stored category; negative numbers subtract.
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

    /// Adds the changes to the tables, if they exist.
    pub(super) fn carry(&self, conn: &Connection) -> rusqlite::Result<()> {
        if self.accounts.of.is_empty() || !are_current(conn)? {
            return Ok(());
        }
        self.accounts.carry(conn)?;
        self.categories.carry(conn)
    }

    /// Makes the tables contain exactly these months. Writes nothing if they already do.
    pub(in crate::db) fn store(&self, conn: &Connection) -> rusqlite::Result<()> {
        let all = [&self.accounts, &self.categories];
        if !are_current(conn)? {
            // Tables of earlier versions.
            for table in ["sobre_months", BY_ACCOUNT.table, BY_CATEGORY.table] {
                conn.execute_batch(&format!("DROP TABLE IF EXISTS {table}"))?;
            }
            all.into_iter().try_for_each(|months| months.store(conn))?;
            return INDEXES.iter().try_for_each(|(name, on)| {
                conn.execute_batch(&format!("CREATE INDEX IF NOT EXISTS {name} ON {on}"))
            });
        }
        for months in all {
            if !months.are_current(conn)? {
                months.store(conn)?;
            }
        }
        Ok(())
    }
}

/// Whether the tables exist in their current form. Those of earlier versions had another order, and
/// number columns that could not hold larger sums.
pub(in crate::db) fn are_current(conn: &Connection) -> rusqlite::Result<bool> {
    let mut known = conn.prepare_cached(
        "SELECT 1 FROM sqlite_master WHERE name = 'sobre_category_months' \
         AND sql NOT LIKE '%amount INTEGER%' AND sql LIKE '%KEY (month, category)%'",
    )?;
    Ok(known.query_row([], |_| Ok(())).optional()?.is_some())
}
