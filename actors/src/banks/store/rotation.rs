//! Rotates the key of all secrets. The new key lies beside the old one until the transaction that
//! seals everything with it is on disk. After a crash, trying both keys on the secrets tells which
//! one is in use.

use std::fs;
use std::io;
use std::path::Path;

use rusqlite::{Connection as Database, TransactionBehavior, params};
use zeroize::Zeroizing;

use super::{StoreFault, StoreResult};
use crate::banks::vault::{SecretPlace, Vault, next_key_path};
use crate::durable;

struct Sealed {
    name: String,
    file: String,
    connection: String,
    bytes: Vec<u8>,
}

impl Sealed {
    fn opened_by(&self, vault: &Vault) -> Option<Zeroizing<Vec<u8>>> {
        vault.open(&self.place(), &self.bytes)
    }

    fn place(&self) -> SecretPlace<'_> {
        SecretPlace { name: &self.name, file: &self.file, connection: &self.connection }
    }
}

/// Seals all secrets with a new key; returns their number.
pub(super) fn rotate(database: &mut Database, key_path: &Path) -> StoreResult<usize> {
    settle(database, key_path)?;
    let Some(old) = Vault::read(key_path)? else {
        Vault::create(key_path)?;
        return Ok(0);
    };
    let new = Vault::create(&next_key_path(key_path))?;
    let count = seal_anew(database, &old, &new)?;
    take_next(key_path)?;
    Ok(count)
}

/// Finishes an interrupted rotation.
pub(super) fn settle(database: &mut Database, key_path: &Path) -> StoreResult<()> {
    let next = next_key_path(key_path);
    let Some(new) = Vault::read(&next)? else { return Ok(()) };
    let is_new = all(database)?.iter().any(|it| it.opened_by(&new).is_some());
    if is_new {
        take_next(key_path)?;
    } else {
        fs::remove_file(&next)?;
        sync_folder_of(&next)?;
    }
    Ok(())
}

fn take_next(key_path: &Path) -> StoreResult<()> {
    fs::rename(next_key_path(key_path), key_path)?;
    Ok(sync_folder_of(key_path)?)
}

fn sync_folder_of(path: &Path) -> io::Result<()> {
    path.parent().map_or(Ok(()), durable::sync_folder)
}

fn seal_anew(database: &mut Database, old: &Vault, new: &Vault) -> StoreResult<usize> {
    let secrets = all(database)?;
    let transaction = database.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let sql = "UPDATE secrets SET sealed = ?4 WHERE name = ?1 AND file = ?2 AND connection = ?3";
    let mut count = 0;
    for it in &secrets {
        // A secret that the old key cannot open is already lost, and is left unchanged.
        let Some(secret) = it.opened_by(old) else { continue };
        let sealed = new.seal(&it.place(), &secret).map_err(StoreFault::Io)?;
        transaction.execute(sql, params![it.name, it.file, it.connection, sealed])?;
        count += 1;
    }
    transaction.commit()?;
    Ok(count)
}

fn all(database: &Database) -> StoreResult<Vec<Sealed>> {
    let mut select = database.prepare("SELECT name, file, connection, sealed FROM secrets")?;
    let read = |row: &rusqlite::Row<'_>| {
        let (name, file) = (row.get(0)?, row.get(1)?);
        Ok(Sealed { name, file, connection: row.get(2)?, bytes: row.get(3)? })
    };
    let found = select.query_map([], read)?.collect::<rusqlite::Result<Vec<_>>>()?;
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::super::{Store, rotate_key};
    use super::*;
    use crate::banks::vault::KEY_NAME;

    fn read(folder: &Path) -> Option<String> {
        let found = Store::open(folder, None).unwrap().credential("n", Some("f")).unwrap();
        found.map(|it| it.to_string())
    }

    #[test]
    fn secrets_survive_a_new_key_wherever_its_exchange_stops() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path();
        let key = folder.join(KEY_NAME);
        Store::open(folder, None)
            .unwrap()
            .set_credentials(Some("f"), None, &[("n", "value")])
            .unwrap();
        let first = fs::read(&key).unwrap();
        assert_eq!(rotate_key(folder, None).unwrap(), 1);
        assert_ne!(fs::read(&key).unwrap(), first);
        assert_eq!(read(folder).as_deref(), Some("value"));

        // Interrupted before the transaction: the old key is still in use.
        Vault::create(&next_key_path(&key)).unwrap();
        assert_eq!(read(folder).as_deref(), Some("value"));
        assert!(!next_key_path(&key).exists());

        // Interrupted after the transaction: the new key is in use.
        let old = Vault::read(&key).unwrap().unwrap();
        let new = Vault::create(&next_key_path(&key)).unwrap();
        let mut database = super::super::database(&folder.join(super::super::NAME)).unwrap();
        seal_anew(&mut database, &old, &new).unwrap();
        drop(database);
        assert_eq!(read(folder).as_deref(), Some("value"));
        assert!(!next_key_path(&key).exists());

        // Without its key a secret counts as absent.
        fs::remove_file(&key).unwrap();
        assert_eq!(read(folder), None);
    }
}
