//! The owner, the sessions and the preferences in the catalog.

use rusqlite::params;

use super::Disk;
use crate::sync_server::store::accounts::{Session, TokenHash};
use crate::sync_server::store::backend::Accounts;
use crate::sync_server::store::error::StoreError;

impl Accounts for Disk {
    fn owner(&self, fresh: &str) -> Result<String, StoreError> {
        self.in_catalog(|catalog| {
            let insert = "INSERT INTO owner VALUES (1, ?1, NULL) ON CONFLICT DO NOTHING";
            catalog.execute(insert, [fresh])?;
            Ok(catalog.query_row("SELECT user_id FROM owner", [], |row| row.get(0))?)
        })
    }

    fn password_hash(&self) -> Result<Option<String>, StoreError> {
        let read = "SELECT password_hash FROM owner";
        self.in_catalog(|catalog| Ok(catalog.query_row(read, [], |row| row.get(0))?))
    }

    fn set_first_password(&self, hash: &str) -> Result<bool, StoreError> {
        let write = "UPDATE owner SET password_hash = ?1 WHERE password_hash IS NULL";
        self.in_catalog(|catalog| Ok(catalog.execute(write, [hash])? > 0))
    }

    fn set_password(&self, hash: &str) -> Result<(), StoreError> {
        self.in_catalog(|catalog| {
            catalog.execute("UPDATE owner SET password_hash = ?1", [hash])?;
            Ok(())
        })
    }

    fn sessions(&self) -> Result<Vec<(TokenHash, Session)>, StoreError> {
        self.in_catalog(|catalog| {
            let mut select =
                catalog.prepare("SELECT token_hash, id, name, made_ms, used_ms FROM sessions")?;
            let sessions = select.query_map([], |row| {
                let session = Session {
                    id: row.get(1)?,
                    name: row.get(2)?,
                    made_ms: row.get(3)?,
                    used_ms: row.get(4)?,
                };
                Ok((row.get(0)?, session))
            })?;
            Ok(sessions.collect::<rusqlite::Result<_>>()?)
        })
    }

    fn add_session(&self, token: &TokenHash, session: &Session) -> Result<(), StoreError> {
        let Session { id, name, made_ms, used_ms } = session;
        self.in_catalog(|catalog| {
            catalog.execute(
                "INSERT INTO sessions (id, token_hash, name, made_ms, used_ms)
                 VALUES (?1, ?2, ?3, ?4, ?5)",
                params![id, token, name, made_ms, used_ms],
            )?;
            Ok(())
        })
    }

    fn note_use(&self, token: &TokenHash, used_ms: i64) -> Result<(), StoreError> {
        let write = "UPDATE sessions SET used_ms = ?1 WHERE token_hash = ?2";
        self.in_catalog(|catalog| {
            catalog.execute(write, params![used_ms, token])?;
            Ok(())
        })
    }

    fn end_sessions(&self, ids: &[String]) -> Result<(), StoreError> {
        self.in_catalog(|catalog| {
            let transaction = catalog.transaction()?;
            for id in ids {
                transaction.execute("DELETE FROM sessions WHERE id = ?1", [id])?;
            }
            Ok(transaction.commit()?)
        })
    }

    fn server_prefs(&self) -> Result<Vec<(String, String)>, StoreError> {
        self.in_catalog(|catalog| {
            let mut read =
                catalog.prepare_cached("SELECT key, value FROM server_prefs ORDER BY key")?;
            let prefs = read.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            Ok(prefs.collect::<rusqlite::Result<_>>()?)
        })
    }

    fn set_server_prefs(&self, prefs: &[(String, String)]) -> Result<(), StoreError> {
        self.in_catalog(|catalog| {
            let transaction = catalog.transaction()?;
            for (key, value) in prefs {
                transaction.execute(
                    "INSERT INTO server_prefs VALUES (?1, ?2)
                     ON CONFLICT (key) DO UPDATE SET value = ?2",
                    [key, value],
                )?;
            }
            Ok(transaction.commit()?)
        })
    }
}
