//! `metadata.json`: a budget's data outside its database. Unknown keys are preserved, in their
//! order.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use serde_json::{Map, Value};
use thiserror::Error;

use crate::durable;

/// Name of the file within a budget's folder.
pub const FILE_NAME: &str = "metadata.json";

/// Largest `metadata.json` that is read, in bytes. Real ones have less than a thousandth of that.
pub const MAX_BYTES: u64 = 1024 * 1024;

/// Keys of `metadata.json` that this program reads or writes.
pub mod keys {
    /// Budget id; the folder's name takes precedence.
    pub const ID: &str = "id";
    /// Name given by the user.
    pub const BUDGET_NAME: &str = "budgetName";
    /// File id on the server.
    pub const CLOUD_FILE_ID: &str = "cloudFileId";
    /// Sync generation; null means that an upload is needed.
    pub const GROUP_ID: &str = "groupId";
    /// Day of the last upload or download.
    pub const LAST_UPLOADED: &str = "lastUploaded";
    /// This copy's clock at the end of the last complete sync.
    pub const LAST_SYNCED_TIMESTAMP: &str = "lastSyncedTimestamp";
    /// Key the file is encrypted with.
    pub const ENCRYPT_KEY_ID: &str = "encryptKeyId";
    /// The next opening must take a new node id.
    pub const RESET_CLOCK: &str = "resetClock";
    /// Other programs store a session token here; it is never read and never passed on.
    pub const USER_ID: &str = "userId";
    /// File id of an upload without a response yet; of this program only.
    pub const SENT_AS: &str = "sobreSentAs";
    /// File id of a server file whose reset this copy started, until it is uploaded; of this
    /// program only.
    pub const RESETTING: &str = "sobreResetting";
    /// Keys of this copy alone, excluded from zips.
    pub const OF_THIS_COPY: &[&str] =
        &[USER_ID, SENT_AS, RESETTING, SCHEDULE_RUN, BANK_UNDONE, BANK_UNLINKED];
    /// Day of the last run of the schedule service.
    pub const LAST_SCHEDULE_RUN: &str = "lastScheduleRun";
    /// Set when a bank sync was undone or messages were lost: providers that send only changes must
    /// then send the full list. Only this program uses it.
    pub const BANK_UNDONE: &str = "sobreBankUndone";
    /// The unlinked accounts that were not reported to the server yet. Only this program uses it.
    pub const BANK_UNLINKED: &str = "sobreBankUnlinked";
    /// The reports of the last runs of the schedules that did anything; of this program only.
    pub const SCHEDULE_RUN: &str = "sobreScheduleRun";
}

/// Why a `metadata.json` could not be read or written.
#[derive(Debug, Error)]
pub enum MetadataError {
    /// The disk failed, or there is no such file.
    #[error("the budget's metadata cannot be read or written: {0}")]
    Disk(#[from] io::Error),
    /// The content is not one JSON object.
    #[error("the budget's metadata is not a JSON object")]
    NotAnObject,
    /// The content is larger than [`MAX_BYTES`].
    #[error("the budget's metadata is too large")]
    TooLarge,
}

/// The content of one `metadata.json`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Metadata {
    map: Map<String, Value>,
}

impl Metadata {
    /// The metadata of a new local budget.
    #[must_use]
    pub fn new(id: &str, name: &str) -> Self {
        let mut metadata = Self { map: Map::new() };
        metadata.set(keys::ID, id.into());
        metadata.set(keys::BUDGET_NAME, name.into());
        metadata
    }

    /// As [`Self::new`], with all one-time notices marked as shown.
    #[must_use]
    pub fn made_now(id: &str, name: &str) -> Self {
        let mut metadata = Self::new(id, name);
        for key in ["notifications.schedules", "notifications.repair-splits"] {
            metadata.set(key, true.into());
        }
        metadata
    }

    /// From the bytes of a file.
    ///
    /// # Errors
    /// [`MetadataError::TooLarge`] and [`MetadataError::NotAnObject`].
    pub fn parse(bytes: &[u8]) -> Result<Self, MetadataError> {
        if bytes.len() as u64 > MAX_BYTES {
            return Err(MetadataError::TooLarge);
        }
        match serde_json::from_slice(bytes) {
            Ok(Value::Object(map)) => Ok(Self { map }),
            Ok(_) | Err(_) => Err(MetadataError::NotAnObject),
        }
    }

    /// Reads the file in a budget's folder.
    ///
    /// # Errors
    /// Any [`MetadataError`].
    pub fn read(folder: &Path) -> Result<Self, MetadataError> {
        let mut bytes = Vec::new();
        File::open(folder.join(FILE_NAME))?.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
        Self::parse(&bytes)
    }

    /// Reads the file in a budget's folder as other programs do: a missing or malformed file counts
    /// as `{id, budgetName: id}`, and the id is always the folder's name. An unreadable file does
    /// not count as missing, because the next write would lose its content.
    ///
    /// # Errors
    /// [`MetadataError::Disk`].
    pub fn of(folder: &Path) -> Result<Self, MetadataError> {
        match Self::read(folder) {
            Ok(metadata) => Ok(metadata.within(folder)),
            Err(MetadataError::Disk(error)) if !is_missing(&error) => Err(error.into()),
            Err(_) => Ok(Self::default_of(folder)),
        }
    }

    /// As [`Self::of`], for display only: an unreadable file counts as missing.
    #[must_use]
    pub fn read_or_default(folder: &Path) -> Self {
        Self::of(folder).unwrap_or_else(|_| Self::default_of(folder))
    }

    fn default_of(folder: &Path) -> Self {
        let id = folder.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
        Self::new(&id, &id)
    }

    fn within(mut self, folder: &Path) -> Self {
        let id = folder.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
        self.set(keys::ID, id.as_ref().into());
        self
    }

    /// Replaces the file in a budget's folder so that a reader sees the old or the new content.
    ///
    /// # Errors
    /// [`MetadataError::Disk`].
    pub fn write(&self, folder: &Path) -> Result<(), MetadataError> {
        Ok(durable::replace_file(&folder.join(FILE_NAME), self.to_json().as_bytes())?)
    }

    /// The text of the file: one line.
    #[must_use]
    pub fn to_json(&self) -> String {
        Value::Object(self.map.clone()).to_string()
    }

    /// All keys and values.
    #[must_use]
    pub const fn map(&self) -> &Map<String, Value> {
        &self.map
    }

    /// Sets one key.
    pub fn set(&mut self, key: &str, value: Value) {
        self.map.insert(key.to_owned(), value);
    }

    /// Sets keys; null removes a key.
    pub fn set_all(&mut self, keys: &[(String, Value)]) {
        for (key, value) in keys {
            if value.is_null() { self.remove(key) } else { self.set(key, value.clone()) }
        }
    }

    /// Removes one key, keeping the order of the others.
    pub fn remove(&mut self, key: &str) {
        self.map.shift_remove(key);
    }

    /// Removes the keys of this copy alone.
    pub fn remove_own(&mut self) {
        keys::OF_THIS_COPY.iter().for_each(|key| self.remove(key));
    }

    /// The text of a key, if it is text.
    #[must_use]
    pub fn text(&self, key: &str) -> Option<&str> {
        self.map.get(key).and_then(Value::as_str)
    }

    /// The budget id, if there is one.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        self.text(keys::ID)
    }

    /// The budget's name, if there is one.
    #[must_use]
    pub fn budget_name(&self) -> Option<&str> {
        self.text(keys::BUDGET_NAME)
    }

    /// Whether the next opening must take a new node id.
    #[must_use]
    pub fn reset_clock(&self) -> bool {
        self.map.get(keys::RESET_CLOCK) == Some(&Value::Bool(true))
    }
}

/// A budget's server file and sync generation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Generation {
    /// File id on the server.
    pub file_id: String,
    /// Sync generation; empty without one.
    pub group_id: String,
}

impl Generation {
    /// Reads it from the metadata; `None` for a budget that is not on a server.
    #[must_use]
    pub fn of(metadata: &Metadata) -> Option<Self> {
        let file_id = metadata.text(keys::CLOUD_FILE_ID)?.to_owned();
        let group_id = metadata.text(keys::GROUP_ID).unwrap_or_default().to_owned();
        Some(Self { file_id, group_id })
    }
}

/// Whether the file is missing, or something else has its name.
fn is_missing(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::IsADirectory | io::ErrorKind::NotADirectory
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_budget_says_its_id_and_name_only() {
        assert_eq!(
            Metadata::new("My-Budget-1a2b3c4", "My Budget").to_json(),
            r#"{"id":"My-Budget-1a2b3c4","budgetName":"My Budget"}"#
        );
    }

    #[test]
    fn unknown_keys_and_their_order_survive_a_round_trip() {
        let folder = tempfile::tempdir().unwrap();
        let text = r#"{"id":"a","zebra":[1,{"x":null}],"budgetName":"n","apple":1.50}"#;
        let mut metadata = Metadata::parse(text.as_bytes()).unwrap();
        metadata.write(folder.path()).unwrap();
        assert_eq!(Metadata::read(folder.path()).unwrap(), metadata);
        metadata.remove("budgetName");
        metadata.set("apple", true.into());
        metadata.write(folder.path()).unwrap();
        assert_eq!(
            std::fs::read_to_string(folder.path().join(FILE_NAME)).unwrap(),
            r#"{"id":"a","zebra":[1,{"x":null}],"apple":true}"#
        );
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_missing_or_broken_file_stands_for_the_folders_name() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("Home-1234567");
        std::fs::create_dir(&folder).unwrap();
        let expected = Metadata::new("Home-1234567", "Home-1234567");
        assert_eq!(Metadata::read_or_default(&folder), expected);
        for broken in ["", "{", "[]", "null", "\u{0}"] {
            std::fs::write(folder.join(FILE_NAME), broken).unwrap();
            assert_eq!(Metadata::read_or_default(&folder), expected);
        }
        std::fs::write(folder.join(FILE_NAME), r#"{"id":"other","budgetName":"Home"}"#).unwrap();
        assert_eq!(Metadata::read_or_default(&folder).id(), Some("Home-1234567"));
        assert_eq!(Metadata::read_or_default(&folder).budget_name(), Some("Home"));
    }

    #[test]
    fn metadata_is_read_up_to_its_limit_and_not_beyond() {
        let limit = usize::try_from(MAX_BYTES).unwrap();
        let padded = |size: usize| format!("{}{{}}", " ".repeat(size - 2)).into_bytes();
        assert!(Metadata::parse(&padded(limit)).is_ok());
        let over = Metadata::parse(&padded(limit + 1));
        assert!(matches!(over, Err(MetadataError::TooLarge)));
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(FILE_NAME), padded(limit + 1)).unwrap();
        assert!(matches!(Metadata::read(folder.path()), Err(MetadataError::TooLarge)));
    }

    #[test]
    fn only_a_missing_or_broken_file_stands_for_a_default() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("Home-1234567");
        std::fs::create_dir(&folder).unwrap();
        assert_eq!(Metadata::of(&folder).unwrap().budget_name(), Some("Home-1234567"));
        std::fs::write(folder.join(FILE_NAME), "[]").unwrap();
        assert_eq!(Metadata::of(&folder).unwrap().budget_name(), Some("Home-1234567"));
        std::fs::write(folder.join(FILE_NAME), r#"{"id":"x","budgetName":"Home"}"#).unwrap();
        let found = Metadata::of(&folder).unwrap();
        assert_eq!((found.id(), found.budget_name()), (Some("Home-1234567"), Some("Home")));
    }
}
