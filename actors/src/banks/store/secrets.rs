//! Sealed secrets: credentials by name, grants by connection.

use rusqlite::{Connection as Database, OptionalExtension as _, params};
use sobre_engine::banks::Provider;
use zeroize::Zeroizing;

use super::{NONE, Store, StoreResult};
use crate::banks::connections::Values;
use crate::banks::vault::{SecretPlace, Vault};

/// The name under which the grant of a connection is sealed.
const GRANT: &str = "grant";

impl Store {
    /// A credential of a file, or of the whole server; `None` if it is missing or blank.
    pub(in crate::banks) fn credential(
        &self,
        name: &str,
        file: Option<&str>,
    ) -> StoreResult<Option<Zeroizing<String>>> {
        let place = SecretPlace { name, file: file.unwrap_or(NONE), connection: NONE };
        let secret = self.secret(&place)?;
        let text = secret.and_then(|it| Some(Zeroizing::new(str::from_utf8(&it).ok()?.to_owned())));
        Ok(text.filter(|it| !it.trim().is_empty()))
    }

    /// Stores all credentials, or none on an error. The schedule then tries the connections of
    /// their provider again that failed with the old ones.
    pub(in crate::banks) fn set_credentials(
        &self,
        file: Option<&str>,
        provider: Option<Provider>,
        credentials: &[(&str, &str)],
    ) -> StoreResult<()> {
        self.in_one(|database| {
            for (name, value) in credentials {
                let place = SecretPlace { name, file: file.unwrap_or(NONE), connection: NONE };
                write(database, &self.vault, &place, value.as_bytes())?;
            }
            let sql = "UPDATE connections SET needs_person = 0, retry_ms = NULL, failures = 0
                       WHERE provider = ?1 AND (?2 IS NULL OR file = ?2)";
            database.execute(sql, params![provider.map(Provider::word), file])?;
            Ok(())
        })
    }

    /// Deletes credentials.
    pub(in crate::banks) fn forget(&self, file: Option<&str>, names: &[&str]) -> StoreResult<()> {
        self.in_one(|database| {
            let sql = "DELETE FROM secrets WHERE name = ?1 AND file = ?2 AND connection = ?3";
            for name in names {
                database.execute(sql, params![name, file.unwrap_or(NONE), NONE])?;
            }
            Ok(())
        })
    }

    /// The grant of a connection.
    pub(in crate::banks) fn grant(
        &self,
        file: &str,
        connection: &str,
    ) -> StoreResult<Option<Values>> {
        let secret = self.secret(&SecretPlace { name: GRANT, file, connection })?;
        Ok(secret.and_then(|it| serde_json::from_slice(&it).ok()))
    }

    fn secret(&self, place: &SecretPlace<'_>) -> StoreResult<Option<Zeroizing<Vec<u8>>>> {
        let sql = "SELECT sealed FROM secrets WHERE name = ?1 AND file = ?2 AND connection = ?3";
        let SecretPlace { name, file, connection } = place;
        let read = |row: &rusqlite::Row<'_>| row.get::<_, Vec<u8>>(0);
        let database = self.database.lock();
        let sealed = database.query_row(sql, [name, file, connection], read).optional()?;
        Ok(sealed.and_then(|sealed| self.vault.open(place, &sealed)))
    }
}

/// Seals the grant of a connection.
pub(super) fn write_grant(
    database: &Database,
    vault: &Vault,
    file: &str,
    connection: &str,
    grant: &Values,
) -> StoreResult<()> {
    let json = Zeroizing::new(serde_json::to_vec(grant).map_err(std::io::Error::other)?);
    write(database, vault, &SecretPlace { name: GRANT, file, connection }, &json)
}

/// Removes the grant of a connection.
pub(super) fn remove_grant(database: &Database, connection: &str) -> StoreResult<()> {
    database.execute("DELETE FROM secrets WHERE connection = ?1", [connection])?;
    Ok(())
}

fn write(
    database: &Database,
    vault: &Vault,
    place: &SecretPlace<'_>,
    secret: &[u8],
) -> StoreResult<()> {
    let sql = "INSERT OR REPLACE INTO secrets (name, file, connection, sealed)
               VALUES (?1, ?2, ?3, ?4)";
    let SecretPlace { name, file, connection } = place;
    database.execute(sql, params![name, file, connection, vault.seal(place, secret)?])?;
    Ok(())
}
