//! Sealed messages by file and number, the keys they are sealed to, and schedules.

use rusqlite::{Connection as Database, OptionalExtension as _, Row, params};
use sobre_engine::banks::linking::Schedule;

use super::links::{Success, note_success};
use super::{ScheduleRow, Store, StoreFault, StoreResult};
use crate::banks::connections::InboxEntry;
use crate::banks::message::Brought;
use crate::banks::sealing::{Place, PublicKey};
use crate::banks::times::rfc3339;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// How long a message is stored after a device acknowledged it.
const DONE_MS: i64 = 14 * DAY_MS;
/// How long a message is stored without an acknowledgement.
const UNREAD_MS: i64 = 90 * DAY_MS;
/// Most bytes of the messages of a file.
const MOST_BYTES: i64 = 256 << 20;

/// The result of a fetch, ready to be sealed and numbered, and the changes to its connection.
pub(in crate::banks) struct Delivery<'a> {
    pub(in crate::banks) brought: Brought,
    /// `None` if the fetch failed.
    pub(in crate::banks) success: Option<Success<'a>>,
    pub(in crate::banks) now_ms: i64,
}

/// The numbers of a file's messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::banks) struct Mailbox {
    /// Number of the last message.
    pub(in crate::banks) last: u64,
    /// Whether the messages exceed their storage limit.
    pub(in crate::banks) is_full: bool,
}

impl Store {
    /// Seals, numbers and stores the result of a fetch and updates its connection, all in one
    /// transaction. Returns the highest number.
    pub(in crate::banks) fn deliver(&self, delivery: Delivery<'_>) -> StoreResult<u64> {
        let Delivery { brought, success, now_ms } = delivery;
        let (file, connection) = (brought.file.clone(), brought.connection.clone());
        self.in_one(|database| {
            let key = key(database, &file)?.ok_or(StoreFault::NoKey)?;
            let mailbox = mailbox(database, &file)?;
            if mailbox.is_full {
                return Err(StoreFault::Full);
            }
            let mut last = mailbox.last;
            for message in brought.messages(last + 1) {
                let number = message.number;
                let json = serde_json::to_vec(&message).map_err(std::io::Error::other)?;
                let place = Place { file: &file, connection: &connection, number };
                let sealed = key.seal(&place, &json)?;
                let size = i64::try_from(sealed.len()).unwrap_or(i64::MAX);
                database.execute(
                    "INSERT INTO inbox (file, number, connection, made_ms, size, sealed)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                    params![file, stored(number), connection, now_ms, size, sealed],
                )?;
                last = number;
            }
            let sql = "UPDATE budgets SET last_number = ?2 WHERE file = ?1";
            database.execute(sql, params![file, stored(last)])?;
            if let Some(success) = &success {
                note_success(database, &connection, success, now_ms)?;
            }
            Ok(last)
        })
    }

    /// Registers the key that the messages of a file are sealed to.
    pub(in crate::banks) fn set_key(&self, file: &str, key: &PublicKey) -> StoreResult<()> {
        self.in_one(|database| {
            database.execute(
                "INSERT INTO budgets (file, public_key) VALUES (?1, ?2)
                 ON CONFLICT DO UPDATE SET public_key = ?2",
                params![file, key.bytes()],
            )?;
            Ok(())
        })
    }

    /// Whether a device registered a key.
    pub(in crate::banks) fn has_key(&self, file: &str) -> StoreResult<bool> {
        Ok(key(&self.database.lock(), file)?.is_some())
    }

    /// The numbers of a file's messages.
    pub(in crate::banks) fn mailbox(&self, file: &str) -> StoreResult<Mailbox> {
        mailbox(&self.database.lock(), file)
    }

    /// The messages after a number, and the lowest stored number. Records that a device read the
    /// inbox.
    pub(in crate::banks) fn inbox(
        &self,
        file: &str,
        after: u64,
        now_ms: i64,
    ) -> StoreResult<(Vec<InboxEntry>, u64)> {
        self.in_one(|database| {
            let sql = "UPDATE budgets SET seen_ms = ?2 WHERE file = ?1";
            database.execute(sql, params![file, now_ms])?;
            remove_old(database, now_ms)?;
            let sql = "SELECT number, connection, size, made_ms FROM inbox
                       WHERE file = ?1 AND number > ?2 ORDER BY number";
            let mut select = database.prepare(sql)?;
            let read = |row: &Row<'_>| {
                Ok(InboxEntry {
                    number: number(row, 0)?,
                    connection: row.get(1)?,
                    size: number(row, 2)?,
                    made: rfc3339(row.get(3)?),
                })
            };
            let found = select.query_map(params![file, stored(after)], read)?;
            let found = found.collect::<rusqlite::Result<Vec<_>>>()?;
            let sql = "SELECT min(number) FROM inbox WHERE file = ?1";
            let first: Option<i64> = database.query_row(sql, [file], |row| row.get(0))?;
            let next = mailbox(database, file)?.last + 1;
            Ok((found, first.and_then(|it| u64::try_from(it).ok()).unwrap_or(next)))
        })
    }

    /// The bytes of a message.
    pub(in crate::banks) fn message(
        &self,
        file: &str,
        number: u64,
    ) -> StoreResult<Option<Vec<u8>>> {
        let sql = "SELECT sealed FROM inbox WHERE file = ?1 AND number = ?2";
        let database = self.database.lock();
        let read = |row: &Row<'_>| row.get(0);
        Ok(database.query_row(sql, params![file, stored(number)], read).optional()?)
    }

    /// Records that a device acknowledged the messages up to a number.
    pub(in crate::banks) fn done(&self, file: &str, number: u64, now_ms: i64) -> StoreResult<()> {
        self.in_one(|database| {
            let sql = "UPDATE inbox SET done_ms = ?3
                       WHERE file = ?1 AND number <= ?2 AND done_ms IS NULL";
            database.execute(sql, params![file, stored(number), now_ms])?;
            remove_old(database, now_ms)
        })
    }

    /// Sets the schedule of a file.
    pub(in crate::banks) fn set_schedule(
        &self,
        file: &str,
        schedule: &Schedule,
        now_ms: i64,
    ) -> StoreResult<()> {
        let json = serde_json::to_string(schedule).map_err(std::io::Error::other)?;
        self.in_one(|database| {
            database.execute(
                "INSERT INTO budgets (file, schedule, ran_ms, seen_ms) VALUES (?1, ?2, ?3, ?3)
                 ON CONFLICT DO UPDATE SET schedule = ?2, ran_ms = ?3, seen_ms = ?3",
                params![file, json, now_ms],
            )?;
            Ok(())
        })
    }

    /// Removes the schedule of a file.
    pub(in crate::banks) fn remove_schedule(&self, file: &str) -> StoreResult<()> {
        self.in_one(|database| {
            database.execute("UPDATE budgets SET schedule = NULL WHERE file = ?1", [file])?;
            Ok(())
        })
    }

    /// Records a run of a schedule. Called before the fetches, so that a crash does not repeat the
    /// run forever; failed connections have their own retries.
    pub(in crate::banks) fn note_run(&self, file: &str, now_ms: i64) -> StoreResult<()> {
        self.in_one(|database| {
            let sql = "UPDATE budgets SET ran_ms = ?2, last_run_ms = ?2 WHERE file = ?1";
            database.execute(sql, params![file, now_ms])?;
            Ok(())
        })
    }

    /// The schedules of a file, or of all files.
    pub(in crate::banks) fn schedules(&self, file: Option<&str>) -> StoreResult<Vec<ScheduleRow>> {
        let sql = "SELECT file, schedule, ran_ms, last_run_ms, seen_ms, public_key IS NOT NULL
                   FROM budgets WHERE schedule IS NOT NULL AND (?1 IS NULL OR file = ?1)";
        let database = self.database.lock();
        let mut select = database.prepare(sql)?;
        let read = |row: &Row<'_>| {
            let json: String = row.get(1)?;
            Ok(ScheduleRow {
                file: row.get(0)?,
                schedule: serde_json::from_str(&json).unwrap_or_default(),
                ran_ms: row.get(2)?,
                last_run_ms: row.get(3)?,
                seen_ms: row.get(4)?,
                has_key: row.get(5)?,
            })
        };
        let rows = select.query_map([file], read)?.collect::<rusqlite::Result<Vec<_>>>()?;
        Ok(rows)
    }
}

/// Message numbers stay far below SQLite's limit.
fn stored(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn number(row: &Row<'_>, column: usize) -> rusqlite::Result<u64> {
    let number: i64 = row.get(column)?;
    Ok(u64::try_from(number).unwrap_or(0))
}

fn key(database: &Database, file: &str) -> StoreResult<Option<PublicKey>> {
    let sql = "SELECT public_key FROM budgets WHERE file = ?1";
    let read = |row: &Row<'_>| row.get::<_, Option<Vec<u8>>>(0);
    let bytes = database.query_row(sql, [file], read).optional()?.flatten();
    Ok(bytes.and_then(|bytes| PublicKey::of_bytes(&bytes)))
}

fn mailbox(database: &Database, file: &str) -> StoreResult<Mailbox> {
    let sql = "SELECT last_number FROM budgets WHERE file = ?1";
    let last = database.query_row(sql, [file], |row| number(row, 0)).optional()?.unwrap_or(0);
    let sql = "SELECT coalesce(sum(size), 0) FROM inbox WHERE file = ?1";
    let bytes: i64 = database.query_row(sql, [file], |row| row.get(0))?;
    Ok(Mailbox { last, is_full: bytes > MOST_BYTES })
}

fn remove_old(database: &Database, now_ms: i64) -> StoreResult<()> {
    let sql = "DELETE FROM inbox WHERE done_ms < ?1 OR made_ms < ?2";
    database.execute(sql, [now_ms - DONE_MS, now_ms - UNREAD_MS])?;
    Ok(())
}
