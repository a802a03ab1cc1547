//! The password's hash, the sessions and the preferences of the server. Tokens are known by their
//! hashes alone.

use std::collections::{HashMap, HashSet};

use rusqlite::{Connection, params};
use serde::Serialize;

use super::Store;
use super::error::StoreError;

/// SHA-256 of a token.
pub type TokenHash = [u8; 32];

/// Sessions kept; with more, the one not used for longest ends.
const MAX_SESSIONS: usize = 500;
/// How far the stored time of the last use may lag behind.
const USE_NOTED_MS: i64 = 300_000;

/// A signed-in device.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Session {
    /// Its public id; not the token.
    pub id: String,
    /// What it called itself.
    pub name: String,
    /// When it signed in, in milliseconds since 1970.
    pub made_ms: i64,
    /// When it was last heard of, to the hour.
    pub used_ms: i64,
}

/// Makes the owner at the first start and reads the sessions.
pub(super) fn load(
    catalog: &Connection,
    fresh_user: &str,
) -> rusqlite::Result<(String, HashMap<TokenHash, Session>)> {
    catalog
        .execute("INSERT INTO owner VALUES (1, ?1, NULL) ON CONFLICT DO NOTHING", [fresh_user])?;
    let user = catalog.query_row("SELECT user_id FROM owner", [], |row| row.get(0))?;
    let sessions = catalog
        .prepare("SELECT token_hash, id, name, made_ms, used_ms FROM sessions")?
        .query_map([], |row| {
            let session = Session {
                id: row.get(1)?,
                name: row.get(2)?,
                made_ms: row.get(3)?,
                used_ms: row.get(4)?,
            };
            Ok((row.get(0)?, session))
        })?
        .collect::<rusqlite::Result<_>>()?;
    Ok((user, sessions))
}

impl Store {
    /// The stored hash of the password, none before one is set.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub fn password_hash(&self) -> Result<Option<String>, StoreError> {
        let read = "SELECT password_hash FROM owner";
        Ok(self.catalog.lock().query_row(read, [], |row| row.get(0))?)
    }

    /// Sets the first password.
    ///
    /// # Errors
    /// [`StoreError::AlreadyBootstrapped`] if there is one.
    pub fn set_first_password(&self, hash: &str) -> Result<(), StoreError> {
        let write = "UPDATE owner SET password_hash = ?1 WHERE password_hash IS NULL";
        match self.catalog.lock().execute(write, [hash])? {
            0 => Err(StoreError::AlreadyBootstrapped),
            _ => Ok(()),
        }
    }

    /// Sets the password, whether there was one or not. Sessions stay.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub fn set_password(&self, hash: &str) -> Result<(), StoreError> {
        self.catalog.lock().execute("UPDATE owner SET password_hash = ?1", [hash])?;
        Ok(())
    }

    /// Adds a session.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub fn add_session(&self, token: TokenHash, name: &str) -> Result<(), StoreError> {
        let catalog = self.catalog.lock();
        let now = self.environment.clock.now_ms();
        let id = self.environment.ids.uuid();
        catalog.execute(
            "INSERT INTO sessions (id, token_hash, name, made_ms, used_ms)
             VALUES (?1, ?2, ?3, ?4, ?4)",
            params![id, token, name, now],
        )?;
        let session = Session { id, name: name.to_owned(), made_ms: now, used_ms: now };
        // Every request looks at the sessions, so they are not held while the disk writes.
        let mut ended = Vec::new();
        {
            let mut sessions = self.sessions.write();
            sessions.insert(token, session);
            while sessions.len() > MAX_SESSIONS {
                let oldest = sessions.iter().min_by_key(|(_, session)| session.used_ms);
                let Some(oldest) = oldest.map(|(token, _)| *token) else { break };
                ended.extend(sessions.remove(&oldest).map(|session| session.id));
            }
        }
        for id in ended {
            catalog.execute("DELETE FROM sessions WHERE id = ?1", [id])?;
        }
        Ok(())
    }

    /// The session of a token. Waits for no disk.
    #[must_use]
    pub fn session(&self, token: &TokenHash) -> Option<Session> {
        self.sessions.read().get(token).cloned()
    }

    /// Whether who asks is to write the use of a session down, and as of when: every five minutes.
    pub(in crate::sync_server) fn begin_use(&self, token: &TokenHash) -> Option<i64> {
        let now = self.environment.clock.now_ms();
        let is_due = |session: &Session| now - session.used_ms > USE_NOTED_MS;
        if !self.sessions.read().get(token).is_some_and(is_due) {
            return None;
        }
        let mut sessions = self.sessions.write();
        let session = sessions.get_mut(token).filter(|session| is_due(session))?;
        session.used_ms = now;
        Some(now)
    }

    /// Writes the last use of a session down.
    pub(in crate::sync_server) fn note_use(&self, token: &TokenHash, now: i64) {
        let write = "UPDATE sessions SET used_ms = ?1 WHERE token_hash = ?2";
        if let Err(error) = self.catalog.lock().execute(write, params![now, token]) {
            tracing::warn!(%error, "the last use of a session could not be noted");
        }
    }

    /// All sessions, the one used last first.
    #[must_use]
    pub fn sessions(&self) -> Vec<Session> {
        let mut sessions: Vec<_> = self.sessions.read().values().cloned().collect();
        sessions.sort_by(|a, b| (b.used_ms, &b.id).cmp(&(a.used_ms, &a.id)));
        sessions
    }

    /// Ends the sessions that `ends` says; answers how many.
    ///
    /// # Errors
    /// [`StoreError::Database`]; all sessions are as they were.
    pub fn end_sessions(&self, ends: impl Fn(&Session) -> bool) -> Result<usize, StoreError> {
        let mut catalog = self.catalog.lock();
        let ended = |sessions: &HashMap<TokenHash, Session>| -> HashSet<String> {
            sessions.values().filter(|one| ends(one)).map(|one| one.id.clone()).collect()
        };
        let ended = ended(&self.sessions.read());
        let transaction = catalog.transaction()?;
        for id in &ended {
            transaction.execute("DELETE FROM sessions WHERE id = ?1", [id])?;
        }
        transaction.commit()?;
        self.sessions.write().retain(|_, session| !ended.contains(&session.id));
        Ok(ended.len())
    }

    /// Preferences of the server, by key.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub fn server_prefs(&self) -> Result<Vec<(String, String)>, StoreError> {
        let catalog = self.catalog.lock();
        let mut read =
            catalog.prepare_cached("SELECT key, value FROM server_prefs ORDER BY key")?;
        let prefs = read.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(prefs.collect::<rusqlite::Result<_>>()?)
    }

    /// Sets preferences of the server.
    ///
    /// # Errors
    /// [`StoreError::Database`]; none is set then.
    pub fn set_server_prefs(&self, prefs: &[(String, String)]) -> Result<(), StoreError> {
        let mut catalog = self.catalog.lock();
        let transaction = catalog.transaction()?;
        for (key, value) in prefs {
            transaction.execute(
                "INSERT INTO server_prefs VALUES (?1, ?2)
                 ON CONFLICT (key) DO UPDATE SET value = ?2",
                [key, value],
            )?;
        }
        Ok(transaction.commit()?)
    }
}
