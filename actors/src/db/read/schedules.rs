//! Schedules, their next dates and their transactions.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use rusqlite::{Connection, OpenFlags, Result, Row};
use sobre_engine::dates::Day;
use sobre_engine::ids::{AccountId, TransactionId};
use sobre_engine::schedules::HistoryRow;

use super::transactions::list;
use crate::db::DATABASE_FILE;
use crate::db::facts::ALIVE_NOT_CHILD;

/// A live schedule as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ScheduleRow {
    /// Row id.
    pub(crate) id: String,
    /// Its name; none if it is blank.
    pub(crate) name: Option<String>,
    /// Its rule.
    pub(crate) rule: Option<String>,
    /// Whether it is over.
    pub(crate) completed: bool,
    /// Whether the program posts it.
    pub(crate) posts_transaction: bool,
    /// How far ahead it counts as upcoming.
    pub(crate) upcoming: Option<String>,
    /// Its next date, if it has one.
    pub(crate) next: Option<NextDate>,
}

/// The stored next date of a schedule: a base date that resets write, and a local one that moves on
/// from it. The local one counts while it has the time of the base.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NextDate {
    /// Row id.
    pub(crate) id: String,
    /// Milliseconds since 1970 of the last reset.
    pub(crate) base_ms: Option<i64>,
    base: Option<i64>,
    local: Option<i64>,
    local_ms: Option<i64>,
}

impl NextDate {
    /// The day that counts.
    pub(crate) fn day(&self) -> Option<Day> {
        let is_local = self.local_ms.is_some() && self.local_ms == self.base_ms;
        Day::from_yyyymmdd(if is_local { self.local } else { self.base }?)
    }
}

/// The live schedules by id.
pub(crate) fn living(reader: &Connection) -> Result<Vec<ScheduleRow>> {
    let mut next = next_dates(reader)?;
    let mut statement = reader.prepare_cached(
        "SELECT id, name, rule, ifnull(completed, 0), ifnull(posts_transaction, 0),
                custom_upcoming_length
         FROM schedules WHERE ifnull(tombstone, 0) = 0 ORDER BY id",
    )?;
    let rows = statement.query_map([], |row| {
        let id: String = row.get(0)?;
        let name: Option<String> = row.get(1)?;
        Ok(ScheduleRow {
            next: next.remove(&id),
            id,
            name: name.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()),
            rule: row.get(2)?,
            completed: row.get::<_, i64>(3)? != 0,
            posts_transaction: row.get::<_, i64>(4)? != 0,
            upcoming: row.get(5)?,
        })
    })?;
    rows.collect()
}

/// Whether a budget that is not open may have live schedules that are not completed. The file is
/// read as it is, without locks. Closing a budget moves its log into the file; a log that is left
/// of a program that was killed may hold schedules.
pub(crate) fn has_any_unopened(directory: &Path) -> Result<bool> {
    let path = directory.join(DATABASE_FILE);
    let log = std::fs::metadata(directory.join(format!("{DATABASE_FILE}-wal")));
    if log.is_ok_and(|log| log.len() > 0) {
        return Ok(true);
    }
    let address = format!("file:{}?immutable=1", escaped(&path.to_string_lossy()));
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    let file = Connection::open_with_flags(address, flags)?;
    let sql = "SELECT 1 FROM schedules WHERE ifnull(tombstone, 0) = 0 AND ifnull(completed, 0) = 0";
    file.prepare(sql)?.exists([])
}

/// A path within an address.
fn escaped(path: &str) -> String {
    path.replace('%', "%25").replace('?', "%3f").replace('#', "%23")
}

/// Ids of the live accounts that are not closed.
pub(crate) fn open_accounts(reader: &Connection) -> Result<HashSet<String>> {
    let mut statement = reader.prepare_cached(
        "SELECT id FROM accounts WHERE ifnull(tombstone, 0) = 0 AND ifnull(closed, 0) = 0",
    )?;
    statement.query_map([], |row| row.get(0))?.collect()
}

/// Whether a schedule row exists, deleted or not.
pub(crate) fn exists(reader: &Connection, id: &str) -> Result<bool> {
    reader.prepare_cached("SELECT 1 FROM schedules WHERE id = ?1")?.exists([id])
}

/// The row that counts for each schedule: the one that was reset last.
fn next_dates(reader: &Connection) -> Result<HashMap<String, NextDate>> {
    let mut statement = reader.prepare_cached(
        "SELECT schedule_id, id, base_next_date, base_next_date_ts, local_next_date,
                local_next_date_ts
         FROM schedules_next_date WHERE schedule_id IS NOT NULL
         ORDER BY base_next_date_ts DESC, id",
    )?;
    let mut next = HashMap::new();
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        next.entry(row.get(0)?).or_insert(NextDate {
            id: row.get(1)?,
            base: row.get(2)?,
            base_ms: row.get(3)?,
            local: row.get(4)?,
            local_ms: row.get(5)?,
        });
    }
    Ok(next)
}

/// The day of the latest live transaction of a schedule.
pub(crate) fn last_day(reader: &Connection, schedule: &str) -> Result<Option<Day>> {
    let mut statement = reader.prepare_cached(
        "SELECT max(date) FROM transactions
         WHERE schedule = ?1 AND schedule IS NOT NULL AND ifnull(tombstone, 0) = 0",
    )?;
    let day: Option<i64> = statement.query_row([schedule], |row| row.get(0))?;
    Ok(day.and_then(Day::from_yyyymmdd))
}

/// The days of the live transactions of a schedule from a day on, without some of them.
pub(crate) fn days_from(
    reader: &Connection,
    schedule: &str,
    from: Day,
    without: &[TransactionId],
) -> Result<Vec<Day>> {
    let mut statement = reader.prepare_cached(
        "SELECT date FROM transactions
         WHERE schedule = ?1 AND schedule IS NOT NULL AND ifnull(tombstone, 0) = 0
             AND date >= ?2 AND id NOT IN (SELECT value FROM json_each(?3))",
    )?;
    let given = (schedule, from.yyyymmdd(), list(without));
    let days = statement.query_map(given, |row| row.get::<_, i64>(0))?;
    Ok(days.collect::<Result<Vec<_>>>()?.into_iter().filter_map(Day::from_yyyymmdd).collect())
}

/// Which of these transactions exist, and whether they are alive.
pub(crate) fn posted(
    reader: &Connection,
    ids: &[TransactionId],
) -> Result<HashMap<TransactionId, bool>> {
    let mut statement = reader.prepare_cached(
        "SELECT t.id, ifnull(t.tombstone, 0) = 0 FROM json_each(?1) wanted
         CROSS JOIN transactions t ON t.id = wanted.value",
    )?;
    let rows = statement.query_map([list(ids)], |row| {
        Ok((TransactionId::from(row.get::<_, String>(0)?), row.get(1)?))
    })?;
    rows.collect()
}

/// Transactions that may recur: alive, no split lines, without a schedule, no transfers.
const RECURS: &str = "t.isChild = 0 AND ifnull(t.tombstone, 0) = 0 AND t.date IS NOT NULL \
    AND t.acct IS NOT NULL AND t.schedule IS NULL AND p.transfer_acct IS NULL";
const ROW: &str = "SELECT t.id, t.date, ifnull(t.amount, 0), pm.targetId";
const JOINS: &str = "LEFT JOIN payee_mapping pm ON pm.id = t.description \
    LEFT JOIN payees p ON p.id = pm.targetId";
/// Days before the latest transaction of an account from which patterns are looked for: four
/// months and some days.
const DAYS_BACK: i64 = 130;
/// Most transactions of a payee that are read.
const MOST_HISTORY: usize = 5_000;

/// The open accounts with transactions: each with the day of the latest one, and its latest rows
/// that may recur, newest first.
pub(crate) fn latest_history(
    reader: &Connection,
) -> Result<Vec<(AccountId, Day, Vec<HistoryRow>)>> {
    let mut statement = reader.prepare_cached(
        "SELECT a.id, (SELECT t.date FROM transactions t WHERE t.acct = a.id AND t.isChild = 0
                           AND ifnull(t.tombstone, 0) = 0 AND t.date IS NOT NULL
                           AND t.acct IS NOT NULL ORDER BY t.date DESC LIMIT 1) AS latest
         FROM accounts a
         WHERE ifnull(a.tombstone, 0) = 0 AND ifnull(a.closed, 0) = 0
         ORDER BY a.offbudget, a.sort_order, a.name, a.id",
    )?;
    let accounts = statement.query_map([], |row| {
        Ok((AccountId::from(row.get::<_, String>(0)?), row.get::<_, Option<i64>>(1)?))
    })?;
    let sql = format!(
        "{ROW} FROM transactions t {JOINS} WHERE t.acct = ?1 AND t.date >= ?2 AND {RECURS} \
         ORDER BY t.date DESC, t.starting_balance_flag, t.sort_order DESC, t.id"
    );
    let mut all = Vec::new();
    for account in accounts {
        let (account, latest) = account?;
        let Some(latest) = latest.and_then(Day::from_yyyymmdd) else { continue };
        let from = latest.plus_days(-DAYS_BACK).unwrap_or(latest).yyyymmdd();
        let mut statement = reader.prepare_cached(&sql)?;
        let rows = statement.query_map((account.as_str(), from), history_row)?;
        let rows = rows.filter_map(Result::transpose).collect::<Result<Vec<_>>>()?;
        all.push((account, latest, rows));
    }
    Ok(all)
}

/// The transactions of an account and a payee that may recur, newest first.
pub(crate) fn history(
    reader: &Connection,
    account: &str,
    payee: Option<&str>,
) -> Result<Vec<HistoryRow>> {
    let of_payee = match payee {
        Some(_) => {
            "payee_mapping m CROSS JOIN transactions t INDEXED BY sobre_payee_days \
                 ON t.description = m.id AND m.targetId = ?2"
        }
        None => "transactions t",
    };
    let without = if payee.is_none() { "AND pm.targetId IS NULL AND ?2 IS NULL" } else { "" };
    let sql = format!(
        "{ROW} FROM {of_payee} {JOINS} WHERE t.acct = ?1 AND {RECURS} {without} \
         ORDER BY t.date DESC, t.starting_balance_flag, t.sort_order DESC, t.id \
         LIMIT {MOST_HISTORY}"
    );
    let mut statement = reader.prepare_cached(&sql)?;
    let rows = statement.query_map((account, payee), history_row)?;
    rows.filter_map(Result::transpose).collect()
}

/// A row; none if its day does not exist.
fn history_row(row: &Row<'_>) -> Result<Option<HistoryRow>> {
    let Some(date) = Day::from_yyyymmdd(row.get(1)?) else { return Ok(None) };
    let payee: Option<String> = row.get(3)?;
    let id = TransactionId::from(row.get::<_, String>(0)?);
    Ok(Some(HistoryRow { id, date, amount: row.get(2)?, payee: payee.map(Into::into) }))
}

/// A transaction of a later day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LaterRow {
    /// The day.
    pub(crate) day: Day,
    /// Cents.
    pub(crate) amount: i64,
    /// The name of its payee.
    pub(crate) payee: Option<String>,
}

/// The live transactions of an account after a day, oldest first, without the lines of splits.
pub(crate) fn later_rows(reader: &Connection, account: &str, day: Day) -> Result<Vec<LaterRow>> {
    let mut statement = reader.prepare_cached(&format!(
        "SELECT t.date, ifnull(t.amount, 0), nullif(ifnull(a.name, ifnull(p.name, '')), '')
         FROM (SELECT date, amount, description FROM transactions INDEXED BY sobre_account_rows
               WHERE {ALIVE_NOT_CHILD} AND acct = ?1 AND date > ?2) t
         LEFT JOIN payee_mapping pm ON pm.id = t.description
         LEFT JOIN payees p ON p.id = pm.targetId AND ifnull(p.tombstone, 0) = 0
         LEFT JOIN accounts a ON a.id = p.transfer_acct AND ifnull(a.tombstone, 0) = 0
         ORDER BY t.date"
    ))?;
    let rows = statement.query_map((account, day.yyyymmdd()), |row| {
        let (day, amount, payee) = (row.get(0)?, row.get(1)?, row.get(2)?);
        Ok(Day::from_yyyymmdd(day).map(|day| LaterRow { day, amount, payee }))
    })?;
    rows.filter_map(Result::transpose).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::migrate::{STEPS, create_at_level};

    #[test]
    fn schedules_in_the_log_that_a_killed_program_left_count() {
        let dir = tempfile::tempdir().unwrap();
        let mut conn = Connection::open(dir.path().join(DATABASE_FILE)).unwrap();
        create_at_level(&mut conn, STEPS.len()).unwrap();
        assert_eq!(has_any_unopened(dir.path()), Ok(false));
        conn.pragma_update(None, "journal_mode", "wal").unwrap();
        conn.execute("INSERT INTO schedules (id) VALUES ('s')", []).unwrap();
        assert_eq!(has_any_unopened(dir.path()), Ok(true));
        drop(conn);
        assert_eq!(has_any_unopened(dir.path()), Ok(true));
    }
}
