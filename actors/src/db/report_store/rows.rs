//! The transactions that count in reports, read from the file.

use std::collections::{HashMap, HashSet};
use std::iter::from_fn;
use std::sync::Arc;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, Params, Row as SqlRow, Statement};
use sobre_engine::dates::Day;
use sobre_engine::ids::AccountId;
use sobre_engine::reports::{Row, RowFlags, RowKey, Rows};

use super::ReportStore;
use crate::db::facts::cents;

/// A table that maps merged rows to others.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mapping {
    pub(super) table: &'static str,
    target: &'static str,
}

pub(super) const CATEGORIES: Mapping = Mapping { table: "category_mapping", target: "transferId" };
pub(super) const PAYEES: Mapping = Mapping { table: "payee_mapping", target: "targetId" };

/// Rows that count: alive, with a day and an account, no split parents, and lines of splits only
/// while their parent is alive. They are read in the order of the table, because an index would
/// lead to one row here and one there.
const COUNTING: &str = "SELECT t.rowid, ifnull(t.schedule, p.schedule), t.date, t.acct, t.category,
         t.description, t.amount, t.notes, t.imported_description, t.sort_order, t.cleared,
         t.reconciled, t.starting_balance_flag, t.transferred_id IS NOT NULL
     FROM transactions t NOT INDEXED
     LEFT JOIN transactions p
         ON t.isChild = 1 AND p.id = t.parent_id AND ifnull(p.tombstone, 0) = 0
     WHERE ifnull(t.tombstone, 0) = 0 AND ifnull(t.isParent, 0) = 0
         AND t.date IS NOT NULL AND t.acct IS NOT NULL
         AND (t.isChild = 0 OR p.id IS NOT NULL)";

impl ReportStore {
    pub(super) fn all_rows(&self, conn: &Connection) -> rusqlite::Result<Rows> {
        let mut statement = conn.prepare(COUNTING)?;
        self.each(&mut statement, [], |rows| Rows::new(rows))
    }

    /// Reads some rows again: those that no longer count go, the others come or change.
    pub(super) fn read_again(
        &mut self,
        conn: &Connection,
        keys: &HashSet<RowKey>,
    ) -> rusqlite::Result<()> {
        if keys.is_empty() {
            return Ok(());
        }
        let list = serde_json::Value::from_iter(keys.iter().map(|key| key.0)).to_string();
        let sql = format!("{COUNTING} AND t.rowid IN (SELECT value FROM json_each(?1))");
        let mut statement = conn.prepare_cached(&sql)?;
        let rows: Vec<Row> = self.each(&mut statement, [list], |rows| rows.collect())?;
        for key in keys {
            self.rows.remove(*key);
        }
        for row in &rows {
            self.rows.put(row);
        }
        Ok(())
    }

    /// Gives the rows of a statement to `take`.
    fn each<T>(
        &self,
        statement: &mut Statement<'_>,
        params: impl Params,
        take: impl FnOnce(&mut dyn Iterator<Item = Row>) -> T,
    ) -> rusqlite::Result<T> {
        let mut found = statement.query(params)?;
        let mut accounts = HashMap::new();
        let mut failed = None;
        let taken = take(&mut from_fn(|| {
            loop {
                match found.next() {
                    Ok(Some(row)) => match self.row(row, &mut accounts) {
                        Ok(Some(row)) => return Some(row),
                        Ok(None) => {}
                        Err(error) => {
                            failed = Some(error);
                            return None;
                        }
                    },
                    Ok(None) => return None,
                    Err(error) => {
                        failed = Some(error);
                        return None;
                    }
                }
            }
        }));
        failed.map_or(Ok(taken), Err)
    }

    /// One row; none if its day is no day.
    fn row(
        &self,
        row: &SqlRow<'_>,
        accounts: &mut HashMap<String, AccountId>,
    ) -> rusqlite::Result<Option<Row>> {
        let day = row.get_ref(2)?.as_i64().ok().and_then(Day::from_yyyymmdd);
        let (Some(day), Some(account)) = (day, text(row, 3)?) else { return Ok(None) };
        let account = match accounts.get(account) {
            Some(known) => known.clone(),
            None => accounts.entry(account.to_owned()).or_insert_with(|| account.into()).clone(),
        };
        let category = text(row, 4)?.and_then(|id| self.categories.get(id)).cloned();
        let payee = text(row, 5)?.and_then(|id| self.payees.get(id)).cloned();
        let flags = RowFlags::CLEARED
            .when(is_on(row, 10)?)
            .with(RowFlags::RECONCILED.when(is_on(row, 11)?))
            .with(RowFlags::STARTING.when(is_on(row, 12)?))
            .with(RowFlags::LINKED.when(is_on(row, 13)?));
        Ok(Some(Row {
            key: RowKey(row.get(0)?),
            day,
            account,
            category,
            payee,
            amount: cents(row.get_ref(6)?),
            notes: text(row, 7)?.map(Arc::from),
            imported_payee: text(row, 8)?.map(Arc::from),
            schedule: text(row, 1)?.map(Arc::from),
            order: row.get_ref(9)?.as_f64().unwrap_or_default(),
            flags,
        }))
    }
}

fn text<'r>(row: &'r SqlRow<'_>, at: usize) -> rusqlite::Result<Option<&'r str>> {
    Ok(row.get_ref(at)?.as_str_or_null().unwrap_or_default())
}

fn is_on(row: &SqlRow<'_>, at: usize) -> rusqlite::Result<bool> {
    Ok(!matches!(row.get_ref(at)?, ValueRef::Null | ValueRef::Integer(0)))
}

/// Ways to find transactions by ids, each along an index.
pub(super) const ITSELF: &str = "id IN";
pub(super) const ITS_SPLIT: &str = "parent_id IN";
pub(super) const ITS_CATEGORY: &str = "category IN";
/// Deleted rows are not in the store, and the index does not have them.
pub(super) const ITS_PAYEE: &str =
    "ifnull(tombstone, 0) = 0 AND description IS NOT NULL AND description IN";

pub(super) fn keys_query(way: &str) -> String {
    format!("SELECT rowid FROM transactions WHERE {way} (SELECT value FROM json_each(?1))")
}

/// Adds the keys of the transactions that one of the ids leads to.
pub(super) fn keys_where(
    conn: &Connection,
    way: &str,
    values: &[Arc<str>],
    keys: &mut HashSet<RowKey>,
) -> rusqlite::Result<()> {
    let mut statement = conn.prepare_cached(&keys_query(way))?;
    let found = statement.query_map([list(values)], |row| row.get(0).map(RowKey))?;
    for key in found {
        keys.insert(key?);
    }
    Ok(())
}

/// The mapped ids with their targets: all, or those of some rows.
pub(super) fn mapped<Id: From<String>>(
    conn: &Connection,
    mapping: Mapping,
    only: Option<&[Arc<str>]>,
) -> rusqlite::Result<Vec<(String, Id)>> {
    let Mapping { table, target } = mapping;
    let mut sql = format!("SELECT id, {target} FROM {table} WHERE {target} IS NOT NULL");
    if only.is_some() {
        sql.push_str(" AND id IN (SELECT value FROM json_each(?1))");
    }
    let mut statement = conn.prepare_cached(&sql)?;
    let params = rusqlite::params_from_iter(only.map(list));
    let rows =
        statement.query_map(params, |row| Ok((row.get(0)?, Id::from(row.get::<_, String>(1)?))))?;
    rows.collect()
}

fn list(values: &[Arc<str>]) -> String {
    serde_json::Value::from_iter(values.iter().map(|value| &**value)).to_string()
}
