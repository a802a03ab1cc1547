//! Linked accounts, their banks, and the transactions to compare with a bank's response.

use std::collections::{HashMap, HashSet};

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension as _, Result, Row, params};
use sobre_engine::dates::Day;
use sobre_engine::ids::{AccountId, TransactionId};
use sobre_engine::money::{Total, nearest};

use super::statements::{SaidRow, said_row};
use super::transactions::{COLUMNS, MAPPINGS, list};

/// A stored linked account.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct LinkedRow {
    /// The account.
    pub(crate) id: AccountId,
    pub(crate) name: String,
    pub(crate) off_budget: bool,
    pub(crate) closed: bool,
    /// The account at the bank.
    pub(crate) external: String,
    /// The row of its bank, if that exists.
    pub(crate) bank: Option<BankRecord>,
    /// `account_sync_source`.
    pub(crate) source: Option<String>,
    pub(crate) mask: Option<String>,
    pub(crate) official_name: Option<String>,
    /// Milliseconds since 1970.
    pub(crate) last_sync: Option<i64>,
    pub(crate) status: Option<String>,
    /// Cents.
    pub(crate) balance: Option<i64>,
    pub(crate) available: Option<i64>,
    pub(crate) limit: Option<i64>,
}

/// A row of `banks`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BankRecord {
    pub(crate) id: String,
    pub(crate) bank_id: Option<String>,
    pub(crate) name: Option<String>,
}

/// The live linked accounts: on budget before off budget, by sort order.
pub(crate) fn linked(reader: &Connection) -> Result<Vec<LinkedRow>> {
    let mut statement = reader.prepare_cached(
        "SELECT a.id, ifnull(a.name, ''), ifnull(a.offbudget, 0), ifnull(a.closed, 0),
                a.account_id, b.id, b.bank_id, b.name, a.account_sync_source, a.mask,
                a.official_name, a.last_sync, a.bank_sync_status, a.balance_current,
                a.balance_available, a.balance_limit
         FROM accounts a LEFT JOIN banks b ON b.id = a.bank AND ifnull(b.tombstone, 0) = 0
         WHERE ifnull(a.tombstone, 0) = 0 AND a.account_id IS NOT NULL
         ORDER BY ifnull(a.offbudget, 0), a.sort_order, a.name, a.id",
    )?;
    let rows = statement.query_map([], |row| {
        let bank = row.get::<_, Option<String>>(5)?.map(|id| -> Result<_> {
            Ok(BankRecord { id, bank_id: text(row, 6)?, name: text(row, 7)? })
        });
        Ok(LinkedRow {
            id: row.get::<_, String>(0)?.into(),
            name: row.get(1)?,
            off_budget: row.get::<_, i64>(2)? != 0,
            closed: row.get::<_, i64>(3)? != 0,
            external: text(row, 4)?.unwrap_or_default(),
            bank: bank.transpose()?,
            source: text(row, 8)?,
            mask: text(row, 9)?,
            official_name: text(row, 10)?,
            last_sync: text(row, 11)?.and_then(|ms| ms.parse().ok()),
            status: text(row, 12)?,
            balance: number(row, 13)?,
            available: number(row, 14)?,
            limit: number(row, 15)?,
        })
    })?;
    rows.collect()
}

/// The live rows of `banks` by name.
pub(crate) fn records(reader: &Connection) -> Result<Vec<BankRecord>> {
    let mut statement = reader.prepare_cached(
        "SELECT id, bank_id, name FROM banks WHERE ifnull(tombstone, 0) = 0 ORDER BY name, id",
    )?;
    let rows = statement.query_map([], |row| {
        Ok(BankRecord { id: row.get(0)?, bank_id: text(row, 1)?, name: text(row, 2)? })
    })?;
    rows.collect()
}

/// The day of an account's oldest transaction up to a day.
pub(crate) fn oldest_day(
    reader: &Connection,
    account: &AccountId,
    today: Day,
) -> Result<Option<Day>> {
    let mut statement = reader.prepare_cached(
        "SELECT min(date) FROM transactions
         WHERE acct = ?1 AND ifnull(tombstone, 0) = 0 AND isChild = 0 AND date <= ?2",
    )?;
    let day: Option<i64> =
        statement.query_row(params![account.as_str(), today.yyyymmdd()], |row| row.get(0))?;
    Ok(day.and_then(Day::from_yyyymmdd))
}

/// The sum of an account's cleared transactions up to a day, in cents.
pub(crate) fn cleared(reader: &Connection, account: &AccountId, today: Day) -> Result<i64> {
    // SQLite's sums are limited to 64 bits, so the halves of a number are summed separately.
    let mut statement = reader.prepare_cached(
        "SELECT ifnull(SUM(cents >> 32), 0), ifnull(SUM(cents & 4294967295), 0)
         FROM (SELECT CAST(ROUND(ifnull(amount, 0)) AS INTEGER) AS cents
               FROM transactions WHERE acct = ?1 AND ifnull(tombstone, 0) = 0 AND isChild = 0
               AND ifnull(cleared, 0) = 1 AND date <= ?2)",
    )?;
    statement.query_row(params![account.as_str(), today.yyyymmdd()], |row| {
        let [high, low] = [row.get::<_, i64>(0)?, row.get(1)?].map(Total::from);
        Ok(nearest((high << 32) + low))
    })
}

/// A transaction to compare with a response.
pub(crate) struct ComparedRow {
    pub(crate) said: SaidRow,
    /// Whether the other side of the transfer that it is half of is cleared or reconciled.
    pub(crate) has_settled_side: Option<bool>,
}

/// Selects transactions that were imported here and may have moved to another account.
pub(crate) struct MovedRowsFilter<'a> {
    /// The ids that an import assigns.
    pub(crate) ids: &'a [TransactionId],
    /// The bank's keys.
    pub(crate) keys: &'a [&'a str],
    /// The first and last day of the response; `None` without rows.
    pub(crate) days: Option<(Day, Day)>,
}

/// How many days around those of a response to search other accounts for its keys.
const DAYS_AROUND: i64 = 31;

/// The transactions of an account in register order, including deleted ones but not split lines;
/// and those of other accounts that match by id, or by key and day.
pub(crate) fn compared(
    reader: &Connection,
    account: &AccountId,
    elsewhere: &MovedRowsFilter<'_>,
) -> Result<Vec<ComparedRow>> {
    const SIDE: &str = "LEFT JOIN transactions o ON o.id = t.transferred_id \
        AND ifnull(o.tombstone, 0) = 0";
    const SETTLED: &str = "CASE WHEN o.id IS NULL THEN NULL \
        ELSE ifnull(o.cleared, 0) = 1 OR ifnull(o.reconciled, 0) = 1 END AS settled";
    let mut own = reader.prepare_cached(&format!(
        "SELECT {COLUMNS}, t.raw_synced_data, {SETTLED} FROM transactions t {MAPPINGS} {SIDE} \
         WHERE t.isChild = 0 AND t.date IS NOT NULL AND t.acct = ?1 \
         ORDER BY t.date DESC, t.starting_balance_flag, t.sort_order DESC, t.id"
    ))?;
    let mut rows: Vec<ComparedRow> =
        own.query_map([account.as_str()], compared_row)?.collect::<Result<_>>()?;
    let MovedRowsFilter { ids, keys, days } = *elsewhere;
    let mut with_ids = reader.prepare_cached(&format!(
        "SELECT {COLUMNS}, t.raw_synced_data, {SETTLED} FROM json_each(?1) wanted \
         CROSS JOIN transactions t ON t.id = wanted.value {MAPPINGS} {SIDE} \
         WHERE t.date IS NOT NULL AND t.acct IS NOT ?2 ORDER BY wanted.key"
    ))?;
    let others = with_ids.query_map(params![list(ids), account.as_str()], compared_row)?;
    rows.extend(others.collect::<Result<Vec<_>>>()?);
    let Some((first, last)) = days else { return Ok(rows) };
    let by = |day: Day, days: i64| day.plus_days(days).unwrap_or(day).yyyymmdd();
    let (from, to) = (by(first, -DAYS_AROUND), by(last, DAYS_AROUND));
    let mut with_keys = reader.prepare_cached(&format!(
        "SELECT {COLUMNS}, t.raw_synced_data, {SETTLED} FROM transactions t {MAPPINGS} {SIDE} \
         WHERE t.date BETWEEN ?3 AND ?4 AND t.isChild = 0 AND ifnull(t.tombstone, 0) = 0 \
         AND t.acct IS NOT ?2 AND t.financial_id IN (SELECT value FROM json_each(?1)) \
         ORDER BY t.date, t.id"
    ))?;
    let account = account.as_str();
    let others = with_keys.query_map(params![list(keys), account, from, to], compared_row)?;
    let known: HashSet<TransactionId> = rows.iter().map(|it| it.said.row.id.clone()).collect();
    for row in others {
        rows.extend(Some(row?).filter(|it| !known.contains(&it.said.row.id)));
    }
    Ok(rows)
}

fn compared_row(row: &Row<'_>) -> Result<ComparedRow> {
    let has_settled_side = row.get::<_, Option<i64>>("settled")?.map(|it| it != 0);
    Ok(ComparedRow { said: said_row(row)?, has_settled_side })
}

/// How many deleted transactions an account has.
pub(crate) fn deleted(reader: &Connection, account: &AccountId) -> Result<i64> {
    let mut statement = reader
        .prepare_cached("SELECT count(*) FROM transactions WHERE acct = ?1 AND tombstone = 1")?;
    statement.query_row([account.as_str()], |row| row.get(0))
}

/// The raw bank data of an account's newest transaction in a direction.
pub(crate) fn newest_said(
    reader: &Connection,
    account: &AccountId,
    is_deposit: bool,
) -> Result<Option<String>> {
    let mut statement = reader.prepare_cached(
        "SELECT raw_synced_data FROM transactions
         WHERE acct = ?1 AND ifnull(tombstone, 0) = 0 AND isChild = 0
         AND (ifnull(amount, 0) > 0) = ?2 AND instr(raw_synced_data, '\"transactionAmount\"') > 0
         ORDER BY date DESC, sort_order DESC, id LIMIT 1",
    )?;
    statement.query_row(params![account.as_str(), is_deposit], |row| row.get(0)).optional()
}

/// The shared preferences with a prefix, by full key.
pub(crate) fn prefs_with(reader: &Connection, prefix: &str) -> Result<HashMap<String, String>> {
    let mut statement = reader.prepare_cached(
        "SELECT id, value FROM preferences
         WHERE value IS NOT NULL AND substr(id, 1, length(?1)) = ?1",
    )?;
    let rows = statement.query_map([prefix], |row| Ok((row.get(0)?, row.get(1)?)))?;
    rows.collect()
}

/// Text as stored; files of other programs may hold numbers in text columns.
fn text(row: &Row<'_>, at: usize) -> Result<Option<String>> {
    Ok(match row.get_ref(at)? {
        ValueRef::Null => None,
        ValueRef::Integer(number) => Some(number.to_string()),
        ValueRef::Real(number) => Some(number.to_string()),
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => {
            Some(String::from_utf8_lossy(bytes).into_owned())
        }
    })
}

fn number(row: &Row<'_>, at: usize) -> Result<Option<i64>> {
    Ok(match row.get_ref(at)? {
        ValueRef::Integer(number) => Some(number),
        ValueRef::Null | ValueRef::Real(_) | ValueRef::Text(_) | ValueRef::Blob(_) => None,
    })
}
