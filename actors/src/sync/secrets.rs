//! This device's stored server settings: the address, the session token and the derived keys of
//! encrypted files. One file in the data directory, readable only by its owner; its content is
//! never logged.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io;
use std::iter;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sobre_engine::sync::api::StoredKey;

use super::encryption::FileKey;
use crate::durable;

const FILE_NAME: &str = "server.json";

/// The content of the file.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Secrets {
    /// Address of the server, without a trailing slash.
    pub(crate) url: Option<String>,
    /// Whether that is the program's own server, which needs no address.
    pub(crate) own: bool,
    /// Whether a server, or to use none, was ever chosen.
    pub(crate) chosen: bool,
    /// Session token of the server.
    pub(crate) token: Option<String>,
    /// Keys by cloud file id.
    keys: BTreeMap<String, SavedKey>,
}

#[derive(Clone, Serialize, Deserialize)]
struct SavedKey {
    id: String,
    base64: String,
    /// The server's record of the key, in case the file is uploaded to another server.
    #[serde(default)]
    salt: String,
    test: Option<String>,
}

impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Secrets").field("url", &self.url).finish_non_exhaustive()
    }
}

impl Secrets {
    /// Reads the file; without one there is no server. A damaged file is set aside, because it may
    /// hold the only copy of a user's keys and the next write would replace it.
    ///
    /// # Errors
    /// If the file exists and cannot be read or set aside.
    pub(crate) fn load(data_dir: &Path) -> io::Result<Self> {
        let path = data_dir.join(FILE_NAME);
        match fs::read(&path) {
            Ok(bytes) => serde_json::from_slice(&bytes).or_else(|_| {
                let aside = free_name(data_dir);
                tracing::warn!(?aside, "the stored server settings are damaged and set aside");
                fs::rename(path, aside)?;
                durable::sync_folder(data_dir)?;
                Ok(Self::default())
            }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(error),
        }
    }

    /// Replaces the file.
    ///
    /// # Errors
    /// If it cannot be written; the old one stays then.
    pub(crate) fn save(&self, data_dir: &Path) -> io::Result<()> {
        let bytes = serde_json::to_vec(self).map_err(io::Error::other)?;
        durable::replace_file(&data_dir.join(FILE_NAME), &bytes)
    }

    /// The key of a file, if it is not damaged.
    pub(crate) fn key(&self, file_id: &str) -> Option<FileKey> {
        let saved = self.keys.get(file_id)?;
        let key = FileKey::from_base64(&saved.id, &saved.base64)?;
        match &saved.test {
            Some(test) => key.tested(test).ok(),
            None => Some(key),
        }
    }

    /// Whether the key with this id is stored for a file.
    pub(crate) fn has_key(&self, file_id: &str, key_id: &str) -> bool {
        self.keys.get(file_id).is_some_and(|saved| saved.id == key_id)
    }

    /// Whether any key is stored for a file.
    pub(crate) fn knows_encrypted(&self, file_id: &str) -> bool {
        self.keys.contains_key(file_id)
    }

    /// The server's record of the key of a file.
    pub(crate) fn stored_key(&self, file_id: &str) -> Option<StoredKey> {
        let SavedKey { id, salt, test, .. } = self.keys.get(file_id)?.clone();
        test.is_some().then_some(StoredKey { id, salt, test })
    }

    /// Stores the key of a file.
    pub(crate) fn keep_key(&mut self, file_id: &str, key: &FileKey, stored: &StoredKey) {
        let saved = SavedKey {
            id: key.id().to_owned(),
            base64: key.to_base64().to_string(),
            salt: stored.salt.clone(),
            test: stored.test.clone(),
        };
        self.keys.insert(file_id.to_owned(), saved);
    }
}

/// A name for a damaged file that replaces no earlier one.
fn free_name(data_dir: &Path) -> PathBuf {
    let first = data_dir.join(format!("{FILE_NAME}.unreadable"));
    let later = (2..).map(|number| data_dir.join(format!("{FILE_NAME}.{number}.unreadable")));
    let mut names = iter::once(first).chain(later);
    names.find(|name| !name.exists()).unwrap_or_else(|| data_dir.join(FILE_NAME))
}

#[cfg(test)]
mod tests {
    use super::super::encryption::make_key;
    use super::*;

    #[test]
    fn stored_settings_are_restored_and_never_printed() {
        let dir = tempfile::tempdir().unwrap();
        assert!(Secrets::load(dir.path()).unwrap().url.is_none());
        let (key, stored) = make_key("key-1", "secret").unwrap();
        let mut secrets = Secrets { url: Some("http://h".into()), ..Secrets::default() };
        secrets.token = Some("token-text".to_owned());
        secrets.keep_key("file-1", &key, &stored);
        secrets.save(dir.path()).unwrap();
        let loaded = Secrets::load(dir.path()).unwrap();
        assert_eq!(*loaded.key("file-1").unwrap().to_base64(), *key.to_base64());
        assert!(loaded.has_key("file-1", "key-1") && !loaded.has_key("file-1", "key-2"));
        assert_eq!(loaded.stored_key("file-1"), Some(stored));
        assert!(loaded.key("file-2").is_none());
        let (other, _) = make_key("key-1", "secret").unwrap();
        secrets.keys.get_mut("file-1").unwrap().base64 = other.to_base64().to_string();
        assert!(secrets.key("file-1").is_none(), "a damaged key would open nothing");
        let shown = format!("{loaded:?}");
        assert!(!shown.contains("token-text") && !shown.contains(key.to_base64().as_str()));
    }

    #[test]
    fn a_broken_file_stands_for_no_server_and_is_kept() {
        let dir = tempfile::tempdir().unwrap();
        for broken in ["{", "[7]"] {
            fs::write(dir.path().join(FILE_NAME), broken).unwrap();
            let secrets = Secrets::load(dir.path()).unwrap();
            assert!(secrets.url.is_none());
            secrets.save(dir.path()).unwrap();
        }
        let text_of = |name: &str| fs::read_to_string(dir.path().join(name)).unwrap();
        assert_eq!(text_of("server.json.unreadable"), "{");
        assert_eq!(text_of("server.json.2.unreadable"), "[7]");
    }

    #[cfg(unix)]
    #[test]
    fn only_the_owner_can_read_the_file() {
        use std::os::unix::fs::PermissionsExt as _;
        let dir = tempfile::tempdir().unwrap();
        Secrets::default().save(dir.path()).unwrap();
        let mode = fs::metadata(dir.path().join(FILE_NAME)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}
