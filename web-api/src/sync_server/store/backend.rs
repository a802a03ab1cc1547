//! The storage interface of a sync server's store. It contains no database types: the product
//! stores everything in one directory ([`Disk`](super::disk::Disk)), and any other backend has to
//! pass the stories in `tests/`.
//!
//! A backend only stores and finds. The layer above decides for all backends what is allowed, which
//! uploads to keep and which devices to notify.

use std::io::{self, Read};
use std::path::Path;

use sobre_engine::sync::wire::MessageEnvelope;

use super::accounts::{Session, TokenHash};
use super::error::StoreError;
use super::incoming::ReceivedFile;
use super::messages::{Page, StoredMessages};
use super::rows::{FileRow, UploadRow};
use crate::sync_server::ids::FileId;

/// The messages of a request, each read on demand.
pub type MessageStream<'a> = dyn Iterator<Item = Result<MessageEnvelope, StoreError>> + 'a;

/// The owner, the sessions and the preferences of a server. Completed writes survive a power cut.
pub trait Accounts {
    /// Id of the one user; at the first start `fresh` becomes the id.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    fn owner(&self, fresh: &str) -> Result<String, StoreError>;

    /// The hash of the password, none before one is set.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    fn password_hash(&self) -> Result<Option<String>, StoreError>;

    /// Sets the first password; returns whether there was none.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    fn set_first_password(&self, hash: &str) -> Result<bool, StoreError>;

    /// Sets or replaces the password.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    fn set_password(&self, hash: &str) -> Result<(), StoreError>;

    /// All sessions with the hashes of their tokens.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    fn sessions(&self) -> Result<Vec<(TokenHash, Session)>, StoreError>;

    /// Adds a session.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    fn add_session(&self, token: &TokenHash, session: &Session) -> Result<(), StoreError>;

    /// Records when a session was used.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    fn note_use(&self, token: &TokenHash, used_ms: i64) -> Result<(), StoreError>;

    /// Ends sessions by their ids: all, or on an error none.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    fn end_sessions(&self, ids: &[String]) -> Result<(), StoreError>;

    /// Preferences of the server, by key.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    fn server_prefs(&self) -> Result<Vec<(String, String)>, StoreError>;

    /// Sets preferences: all, or on an error none.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    fn set_server_prefs(&self, prefs: &[(String, String)]) -> Result<(), StoreError>;
}

/// The catalog of files and their uploads. The caller serialises changes to the same file; rows of
/// different files change concurrently.
pub trait Files {
    /// The files in order of creation, optionally with deleted ones.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    fn files(&self, deleted: bool) -> Result<Vec<FileRow>, StoreError>;

    /// One file, deleted or not.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    fn find(&self, id: &FileId) -> Result<Option<FileRow>, StoreError>;

    /// Replaces the row of a file.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    fn save(&self, file: &FileRow) -> Result<(), StoreError>;

    /// Replaces the row of a file and the key of its current upload in one step.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    fn save_with_key_of_upload(&self, file: &FileRow) -> Result<(), StoreError>;

    /// In one step, records the current upload of a file, new or not, with its metadata, and
    /// removes the uploads that `outlived` selects among all stored ones, newest first. Returns the
    /// removed ones.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    fn save_upload(
        &self,
        file: &FileRow,
        upload: NewUpload,
        outlived: &dyn Fn(&[UploadRow]) -> Vec<String>,
    ) -> Result<Vec<String>, StoreError>;

    /// The stored uploads of a file, newest first.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    fn uploads(&self, file: &FileRow) -> Result<Vec<UploadRow>, StoreError>;

    /// The file as it was right after one of its uploads, not deleted and without a sync
    /// generation; none if that upload is not stored.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    fn as_uploaded(&self, file: &FileRow, upload: &str) -> Result<Option<FileRow>, StoreError>;
}

/// Time and size of an upload.
#[derive(Debug, Clone, Copy)]
pub struct NewUpload {
    /// Time of the upload, in milliseconds since 1970.
    pub made_ms: i64,
    /// Its size.
    pub bytes: u64,
}

/// The messages of files, separate for each sync generation.
pub trait Messages {
    /// Opens the messages of a generation; a new one is empty. `place` is that of the file.
    ///
    /// # Errors
    /// [`StoreError::Database`], [`StoreError::Io`], [`StoreError::Missing`].
    fn open_log(&self, place: &str, group: &str) -> Result<Box<dyn Log>, StoreError>;

    /// Removes the messages of an ended generation whose log is closed. [`Backend::clear_up`]
    /// puts aside whatever this leaves behind.
    fn remove_log(&self, place: &str, group: &str);
}

/// The messages of one sync generation. Only their timestamps are read, never their contents.
pub trait Log: Send {
    /// Number of the last batch with new messages; 0 before the first.
    fn batch(&self) -> i64;

    /// Stores messages with new timestamps: all, or on an error none. Refuses timestamps after
    /// `latest_ms`.
    ///
    /// # Errors
    /// [`StoreError::BadTimestamp`], [`StoreError::ClockDrift`], an error of the messages, or a
    /// fault.
    fn accept(
        &mut self,
        latest_ms: u64,
        messages: &mut MessageStream<'_>,
    ) -> Result<StoredMessages, StoreError>;

    /// The first messages after the timestamp `since` from batches before `before`, ascending.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    fn page(&self, since: &str, before: i64) -> Result<Page, StoreError>;
}

/// Uploads, byte for byte. The server chooses their names, never a client.
pub trait Blobs {
    /// A folder of the file system for incoming bytes, made again if it was removed.
    ///
    /// # Errors
    /// [`StoreError::Moved`], [`StoreError::Missing`], [`StoreError::Io`].
    fn incoming(&self) -> Result<&Path, StoreError>;

    /// Prepares the place of a new file.
    ///
    /// # Errors
    /// Any output error.
    fn make_place(&self, place: &str) -> io::Result<()>;

    /// Stores received bytes; afterwards they survive a power cut.
    ///
    /// # Errors
    /// Any output error.
    fn keep(&self, place: &str, upload: &str, received: ReceivedFile) -> io::Result<()>;

    /// The bytes of an upload from their start, and its size.
    ///
    /// # Errors
    /// Any input error, also if there is no such upload.
    fn open(&self, place: &str, upload: &str) -> io::Result<(Box<dyn Read + Send>, u64)>;

    /// Removes an upload.
    ///
    /// # Errors
    /// Any output error.
    fn remove(&self, place: &str, upload: &str) -> io::Result<()>;
}

/// The data that belongs to a file; anything else at its place is left over from a crash.
#[derive(Debug, Clone)]
pub struct FileData {
    /// Its place.
    pub place: String,
    /// The stored uploads.
    pub uploads: Vec<String>,
    /// Its sync generation.
    pub group: Option<String>,
}

/// All parts of a backend.
pub trait Backend: Accounts + Files + Messages + Blobs + Send + Sync {
    /// Removes incomplete uploads, and puts aside the blobs and logs that are not named.
    ///
    /// # Errors
    /// Any output error.
    fn clear_up(&self, named: &[FileData]) -> io::Result<()>;

    /// Checks that everything is as it was opened. Called regularly, because a fault that is
    /// noticed while the program runs costs no commits.
    ///
    /// # Errors
    /// [`StoreError::Moved`] from then on, [`StoreError::Missing`].
    fn check_and_settle(&self) -> Result<(), StoreError>;
}
