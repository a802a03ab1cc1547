//! How many transactions an account has in a month and what they come to: kept in a table of our
//! own, so that any page of a register, its length and its running balance are found without
//! counting rows. The table is there only while it is right: the first reading of all facts makes
//! it, and from then on every write carries it along in its own transaction.

use std::collections::HashMap;

use rusqlite::{Connection, OptionalExtension as _, params};

/// Rows that are no children of splits, and the sum of their amounts in cents.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::db) struct MonthRows {
    /// As stored, `yyyymm`.
    pub(in crate::db) month: i64,
    pub(in crate::db) rows: i64,
    pub(in crate::db) amount: i64,
}

/// The months of each account as stored, ascending; or by how much they moved.
#[derive(Debug, Default, PartialEq, Eq)]
pub(in crate::db) struct Months(HashMap<String, Vec<MonthRows>>);

impl Months {
    /// Adds rows, or takes them away if the numbers are negative.
    pub(super) fn add(&mut self, account: &str, more: MonthRows) {
        self.add_all(account, &[more]);
    }

    /// Adds several months of one account.
    pub(super) fn add_all(&mut self, account: &str, more: &[MonthRows]) {
        let months = match self.0.get_mut(account) {
            Some(months) => months,
            None => self.0.entry(account.to_owned()).or_default(),
        };
        for more in more {
            match months.binary_search_by_key(&more.month, |it| it.month) {
                Ok(at) => {
                    months[at].rows += more.rows;
                    months[at].amount = months[at].amount.wrapping_add(more.amount);
                }
                Err(at) => months.insert(at, *more),
            }
        }
    }

    /// Adds the months of other rows.
    pub(super) fn merge(&mut self, other: Self) {
        for (account, months) in other.0 {
            self.add_all(&account, &months);
        }
    }

    fn each(&self) -> impl Iterator<Item = (&str, MonthRows)> {
        let all = self.0.iter();
        all.flat_map(|(account, months)| months.iter().map(|it| (account.as_str(), *it)))
    }

    /// Carries the movements into the table, if it is there.
    pub(super) fn carry(&self, conn: &Connection) -> rusqlite::Result<()> {
        let moved = |it: &MonthRows| it.rows != 0 || it.amount != 0;
        let mut all = self.each().filter(|(_, it)| moved(it)).peekable();
        if all.peek().is_none() || !are_kept(conn)? {
            return Ok(());
        }
        let mut carry = conn.prepare_cached(
            "INSERT INTO sobre_months (acct, month, rows, amount) VALUES (?1, ?2, ?3, ?4) \
             ON CONFLICT DO UPDATE SET rows = rows + excluded.rows, \
                 amount = amount + excluded.amount",
        )?;
        let mut drop_empty = conn.prepare_cached(
            "DELETE FROM sobre_months WHERE acct = ?1 AND month = ?2 AND rows = 0",
        )?;
        for (account, MonthRows { month, rows, amount }) in all {
            carry.execute(params![account, month, rows, amount])?;
            if rows < 0 {
                drop_empty.execute(params![account, month])?;
            }
        }
        Ok(())
    }

    /// Makes the table hold exactly these months. Nothing is written if it does already.
    pub(in crate::db) fn keep(&self, conn: &Connection) -> rusqlite::Result<()> {
        if are_kept(conn)? && Self::kept(conn)? == *self {
            return Ok(());
        }
        conn.execute_batch(
            "CREATE TABLE IF NOT EXISTS sobre_months (acct TEXT NOT NULL, \
                 month INTEGER NOT NULL, rows INTEGER NOT NULL, amount INTEGER NOT NULL, \
                 PRIMARY KEY (month, acct)) WITHOUT ROWID; \
             DELETE FROM sobre_months",
        )?;
        let mut insert = conn.prepare_cached("INSERT INTO sobre_months VALUES (?1, ?2, ?3, ?4)")?;
        for (account, MonthRows { month, rows, amount }) in self.each() {
            insert.execute(params![account, month, rows, amount])?;
        }
        Ok(())
    }

    fn kept(conn: &Connection) -> rusqlite::Result<Self> {
        let mut kept = Self::default();
        let mut statement = conn.prepare("SELECT acct, month, rows, amount FROM sobre_months")?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let account: String = row.get(0)?;
            let (month, rows, amount) = (row.get(1)?, row.get(2)?, row.get(3)?);
            kept.add(&account, MonthRows { month, rows, amount });
        }
        Ok(kept)
    }
}

/// Whether the table is there.
pub(in crate::db) fn are_kept(conn: &Connection) -> rusqlite::Result<bool> {
    let mut known =
        conn.prepare_cached("SELECT 1 FROM sqlite_master WHERE name = 'sobre_months'")?;
    Ok(known.query_row([], |_| Ok(())).optional()?.is_some())
}
