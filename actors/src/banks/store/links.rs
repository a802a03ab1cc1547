//! Connections, their external accounts, and request counts for rate limits.

use rusqlite::{Connection as Database, OptionalExtension as _, Row, params};
use sobre_engine::banks::linking::InstitutionName;
use sobre_engine::banks::{BankError, Provider};

use super::secrets::{remove_grant, write_grant};
use super::{ConnectionRow, External, Store, StoreResult};
use crate::banks::connections::Values;

const COLUMNS: &str = "id, file, provider, institution_id, institution_name, valid_until, cursor, \
    fetched_ms, error, failures, retry_ms, needs_person, made_ms";
/// How long a request counts against its limit.
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

fn row_of(row: &Row<'_>) -> rusqlite::Result<ConnectionRow> {
    let provider: String = row.get(2)?;
    let unknown = || rusqlite::Error::InvalidColumnName(provider.clone());
    let error: Option<String> = row.get(8)?;
    Ok(ConnectionRow {
        id: row.get(0)?,
        file: row.get(1)?,
        provider: Provider::of_word(&provider).ok_or_else(unknown)?,
        institution: InstitutionName { id: row.get(3)?, name: row.get(4)? },
        valid_until: row.get(5)?,
        cursor: row.get(6)?,
        fetched_ms: row.get(7)?,
        error: error.and_then(|json| serde_json::from_str(&json).ok()),
        failures: row.get(9)?,
        retry_ms: row.get(10)?,
        needs_person: row.get(11)?,
        made_ms: row.get(12)?,
    })
}

impl Store {
    /// Stores a new connection with its grant.
    pub(in crate::banks) fn add_connection(
        &self,
        row: &ConnectionRow,
        grant: &Values,
    ) -> StoreResult<()> {
        self.in_one(|database| {
            database.execute(
                "INSERT INTO connections (id, file, provider, institution_id, institution_name,
                   valid_until, made_ms)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                params![
                    row.id,
                    row.file,
                    row.provider.word(),
                    row.institution.id,
                    row.institution.name,
                    row.valid_until,
                    row.made_ms,
                ],
            )?;
            write_grant(database, &self.vault, &row.file, &row.id, grant)
        })
    }

    /// Replaces the grant of a connection and clears its error and retry delay.
    pub(in crate::banks) fn renew(
        &self,
        row: &ConnectionRow,
        grant: &Values,
        valid_until: Option<&str>,
    ) -> StoreResult<()> {
        self.in_one(|database| {
            let sql = "UPDATE connections SET valid_until = ?2, error = NULL, failures = 0,
                         retry_ms = NULL, needs_person = 0 WHERE id = ?1";
            database.execute(sql, params![row.id, valid_until])?;
            write_grant(database, &self.vault, &row.file, &row.id, grant)
        })
    }

    /// A connection of a file.
    pub(in crate::banks) fn connection(
        &self,
        file: &str,
        id: &str,
    ) -> StoreResult<Option<ConnectionRow>> {
        let sql = format!("SELECT {COLUMNS} FROM connections WHERE id = ?1 AND file = ?2");
        let database = self.database.lock();
        Ok(database.query_row(&sql, [id, file], row_of).optional()?)
    }

    /// The connections of a file, or of all files, oldest first.
    pub(in crate::banks) fn connections(
        &self,
        file: Option<&str>,
    ) -> StoreResult<Vec<ConnectionRow>> {
        let sql = format!(
            "SELECT {COLUMNS} FROM connections WHERE ?1 IS NULL OR file = ?1 ORDER BY made_ms, id"
        );
        let database = self.database.lock();
        let mut select = database.prepare(&sql)?;
        let rows = select.query_map([file], row_of)?.collect::<rusqlite::Result<Vec<_>>>()?;
        Ok(rows)
    }

    /// Removes a connection with its grant and its external accounts. Its messages stay.
    pub(in crate::banks) fn remove_connection(&self, id: &str) -> StoreResult<()> {
        self.in_one(|database| {
            database.execute("DELETE FROM connections WHERE id = ?1", [id])?;
            remove_grant(database, id)
        })
    }

    /// The external accounts of a connection.
    pub(in crate::banks) fn externals(&self, connection: &str) -> StoreResult<Vec<External>> {
        let sql = "SELECT id, from_day FROM externals WHERE connection = ?1 ORDER BY id";
        let database = self.database.lock();
        let mut select = database.prepare(sql)?;
        let read = |row: &Row<'_>| Ok((row.get(0)?, row.get::<_, String>(1)?));
        let rows = select.query_map([connection], read)?.collect::<rusqlite::Result<Vec<_>>>()?;
        let external =
            |(id, from): (String, String)| Some(External { id, from: from.parse().ok()? });
        Ok(rows.into_iter().filter_map(external).collect())
    }

    /// Stops fetching external accounts.
    pub(in crate::banks) fn remove_externals(
        &self,
        connection: &str,
        ids: &[String],
    ) -> StoreResult<()> {
        self.in_one(|database| {
            let sql = "DELETE FROM externals WHERE connection = ?1 AND id = ?2";
            for id in ids {
                database.execute(sql, [connection, id])?;
            }
            Ok(())
        })
    }

    /// Records that a connection could not be fetched.
    pub(in crate::banks) fn note_failure(
        &self,
        connection: &str,
        error: &BankError,
        retry_ms: Option<i64>,
        needs_person: bool,
    ) -> StoreResult<()> {
        let json = serde_json::to_string(error).map_err(std::io::Error::other)?;
        let sql = "UPDATE connections SET error = ?2, failures = failures + 1, retry_ms = ?3,
                     needs_person = ?4 WHERE id = ?1";
        self.in_one(|database| {
            database.execute(sql, params![connection, json, retry_ms, needs_person])?;
            Ok(())
        })
    }

    /// How many requests a credential made in the last day.
    pub(in crate::banks) fn requests(&self, quota: &str, now_ms: i64) -> StoreResult<u32> {
        let sql = "SELECT coalesce(sum(count), 0) FROM requests WHERE quota = ?1 AND at_ms > ?2";
        let database = self.database.lock();
        Ok(database.query_row(sql, params![quota, now_ms - DAY_MS], |row| row.get(0))?)
    }

    /// Counts requests. Called before they are sent, so that a crash loses none.
    pub(in crate::banks) fn count_requests(
        &self,
        quota: &str,
        now_ms: i64,
        count: u32,
    ) -> StoreResult<()> {
        self.in_one(|database| {
            database.execute("DELETE FROM requests WHERE at_ms <= ?1", [now_ms - DAY_MS])?;
            let sql = "INSERT INTO requests (quota, at_ms, count) VALUES (?1, ?2, ?3)";
            database.execute(sql, params![quota, now_ms, count])?;
            Ok(())
        })
    }
}

/// The changes to a connection after a successful fetch.
pub(in crate::banks) struct Success<'a> {
    /// The new cursor of a provider that sends changes.
    pub(in crate::banks) cursor: Option<&'a str>,
    /// An error of one of the accounts.
    pub(in crate::banks) error: Option<&'a BankError>,
    /// Accounts to fetch from now on.
    pub(in crate::banks) externals: &'a [External],
}

/// Records a successful fetch: the new cursor and the accounts to fetch.
pub(super) fn note_success(
    database: &Database,
    connection: &str,
    success: &Success<'_>,
    now_ms: i64,
) -> StoreResult<()> {
    let Success { cursor, error, externals } = success;
    let error = error.and_then(|error| serde_json::to_string(error).ok());
    let sql = "UPDATE connections SET cursor = coalesce(?2, cursor), fetched_ms = ?3, error = ?4,
                 failures = 0, retry_ms = NULL, needs_person = 0 WHERE id = ?1";
    if database.execute(sql, params![connection, cursor, now_ms, error])? == 0 {
        // Removed during the fetch.
        return Ok(());
    }
    let sql = "INSERT INTO externals (connection, id, from_day) VALUES (?1, ?2, ?3)
               ON CONFLICT DO UPDATE SET from_day = min(from_day, excluded.from_day)";
    for it in *externals {
        database.execute(sql, params![connection, it.id, it.from.to_string()])?;
    }
    Ok(())
}
