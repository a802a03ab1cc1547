//! The password's hash, the sessions and the preferences of the server. Only hashes of tokens are
//! stored.

use std::collections::HashSet;

use serde::Serialize;

use super::Store;
use super::error::StoreError;

/// SHA-256 of a token.
pub type TokenHash = [u8; 32];

/// Most sessions; beyond that the least recently used one ends.
const MAX_SESSIONS: usize = 500;
/// How far the stored time of the last use may lag behind.
const USE_NOTED_MS: i64 = 300_000;

/// A signed-in device.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Session {
    /// Its public id; not the token.
    pub id: String,
    /// The name its program sent.
    pub name: String,
    /// Time of its sign-in, in milliseconds since 1970.
    pub made_ms: i64,
    /// Time of its last request in milliseconds since 1970, to within five minutes.
    pub used_ms: i64,
}

impl Store {
    /// The stored hash of the password, none before one is set.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub fn password_hash(&self) -> Result<Option<String>, StoreError> {
        self.backend.password_hash()
    }

    /// Sets the first password.
    ///
    /// # Errors
    /// [`StoreError::AlreadyBootstrapped`] if there is one.
    pub fn set_first_password(&self, hash: &str) -> Result<(), StoreError> {
        let was_none = self.backend.set_first_password(hash)?;
        if was_none { Ok(()) } else { Err(StoreError::AlreadyBootstrapped) }
    }

    /// Sets or replaces the password. Sessions stay.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub fn set_password(&self, hash: &str) -> Result<(), StoreError> {
        self.backend.set_password(hash)
    }

    /// Adds a session.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub fn add_session(&self, token: TokenHash, name: &str) -> Result<(), StoreError> {
        let _writing = self.writing.lock();
        let now = self.environment.clock.now_ms();
        let id = self.environment.ids.uuid();
        let session = Session { id, name: name.to_owned(), made_ms: now, used_ms: now };
        self.backend.add_session(&token, &session)?;
        // Every request reads the sessions, so do not lock them while writing to the disk.
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
        if ended.is_empty() { Ok(()) } else { self.backend.end_sessions(&ended) }
    }

    /// The session of a token. Never waits for the disk.
    #[must_use]
    pub fn session(&self, token: &TokenHash) -> Option<Session> {
        self.sessions.read().get(token).cloned()
    }

    /// The time to record as a session's last use, if the caller should record it: every five
    /// minutes.
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

    /// Records the last use of a session.
    pub(in crate::sync_server) fn note_use(&self, token: &TokenHash, now: i64) {
        if let Err(error) = self.backend.note_use(token, now) {
            tracing::warn!(%error, "the last use of a session could not be recorded");
        }
    }

    /// All sessions, the most recently used first.
    #[must_use]
    pub fn sessions(&self) -> Vec<Session> {
        let mut sessions: Vec<_> = self.sessions.read().values().cloned().collect();
        sessions.sort_by(|a, b| (b.used_ms, &b.id).cmp(&(a.used_ms, &a.id)));
        sessions
    }

    /// Ends the sessions that `ends` selects; returns their number.
    ///
    /// # Errors
    /// [`StoreError::Database`]; then no session has ended.
    pub fn end_sessions(&self, ends: impl Fn(&Session) -> bool) -> Result<usize, StoreError> {
        let _writing = self.writing.lock();
        let ended: HashSet<String> = {
            let sessions = self.sessions.read();
            sessions.values().filter(|one| ends(one)).map(|one| one.id.clone()).collect()
        };
        self.backend.end_sessions(&ended.iter().cloned().collect::<Vec<_>>())?;
        self.sessions.write().retain(|_, session| !ended.contains(&session.id));
        Ok(ended.len())
    }

    /// Preferences of the server, by key.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub fn server_prefs(&self) -> Result<Vec<(String, String)>, StoreError> {
        self.backend.server_prefs()
    }

    /// Sets preferences of the server.
    ///
    /// # Errors
    /// [`StoreError::Database`]; none is set then.
    pub fn set_server_prefs(&self, prefs: &[(String, String)]) -> Result<(), StoreError> {
        self.backend.set_server_prefs(prefs)
    }
}
