//! What a store of the sync server keeps things in. No type of a database stands here: the product
//! keeps everything in one directory ([`Disk`](super::disk::Disk)), and any other backend has to
//! pass the stories in `tests/`.
//!
//! A backend stores and finds. What is allowed, which uploads are kept and who is notified is
//! decided above it, in one place for all backends.

use std::io::{self, Read};
use std::path::Path;

use sobre_engine::sync::wire::MessageEnvelope;

use super::accounts::{Session, TokenHash};
use super::error::StoreError;
use super::incoming::Received;
use super::messages::{Accepted, Page};
use super::rows::{FileRow, UploadRow};
use crate::sync_server::ids::FileId;

/// The messages that a request brings, each read when it is asked for.
pub type MessageStream<'a> = dyn Iterator<Item = Result<MessageEnvelope, StoreError>> + 'a;

/// The owner, the sessions and the preferences of a server. What is written survives a power cut.
pub trait Accounts {
    /// Id of the one user; at the first start `fresh` becomes it.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    fn owner(&self, fresh: &str) -> Result<String, StoreError>;

    /// The hash of the password, none before one is set.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    fn password_hash(&self) -> Result<Option<String>, StoreError>;

    /// Sets the first password; tells whether there was none.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    fn set_first_password(&self, hash: &str) -> Result<bool, StoreError>;

    /// Sets the password, whether there was one or not.
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

    /// Writes down when a session was used.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    fn note_use(&self, token: &TokenHash, used_ms: i64) -> Result<(), StoreError>;

    /// Ends sessions by their ids; all of them or, on an error, none.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    fn end_sessions(&self, ids: &[String]) -> Result<(), StoreError>;

    /// Preferences of the server, by key.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    fn server_prefs(&self) -> Result<Vec<(String, String)>, StoreError>;

    /// Sets preferences; all of them or, on an error, none.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    fn set_server_prefs(&self, prefs: &[(String, String)]) -> Result<(), StoreError>;
}

/// Which files there are, and what was uploaded of each. Nobody else writes a file's row while a
/// change of it is under way; rows of different files change at the same time.
pub trait Files {
    /// The files in the order they came; deleted ones too if asked for.
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

    /// Replaces the row of a file, and the key that its current upload is remembered with, in one
    /// step.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    fn save_with_key_of_upload(&self, file: &FileRow) -> Result<(), StoreError>;

    /// Records the current upload of a file, new or not, with everything about it, and forgets the
    /// uploads that `outlived` names of those that are kept then, newest first; all in one step.
    /// Returns the forgotten ones.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    fn save_upload(
        &self,
        file: &FileRow,
        upload: NewUpload,
        outlived: &dyn Fn(&[UploadRow]) -> Vec<String>,
    ) -> Result<Vec<String>, StoreError>;

    /// The uploads that are kept of a file, newest first.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    fn uploads(&self, file: &FileRow) -> Result<Vec<UploadRow>, StoreError>;

    /// The file as it was right after one of its uploads, not deleted and under no sync generation;
    /// none if that upload is not kept.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    fn as_uploaded(&self, file: &FileRow, upload: &str) -> Result<Option<FileRow>, StoreError>;
}

/// When an upload came, in milliseconds since 1970, and its size.
#[derive(Debug, Clone, Copy)]
pub struct NewUpload {
    /// When it came.
    pub made_ms: i64,
    /// Its size.
    pub bytes: u64,
}

/// The messages of files, apart for each sync generation.
pub trait Messages {
    /// The messages of a generation, which begins without any. `place` is that of the file.
    ///
    /// # Errors
    /// [`StoreError::Database`], [`StoreError::Io`].
    fn open_log(&self, place: &str, group: &str) -> Result<Box<dyn Log>, StoreError>;

    /// Removes the messages of a generation that ended and whose log is closed. What cannot be
    /// removed is left to [`Backend::clear_up`].
    fn remove_log(&self, place: &str, group: &str);
}

/// The messages of one sync generation. Timestamps are read, contents never.
pub trait Log: Send {
    /// Number of the last batch that brought something new; 0 before one did.
    fn batch(&self) -> i64;

    /// Stores messages whose timestamps are not stored yet; all of them or, on an error, none. A
    /// timestamp after `latest_ms` is refused.
    ///
    /// # Errors
    /// [`StoreError::BadTimestamp`], [`StoreError::ClockDrift`], an error of the messages, or a
    /// fault.
    fn accept(
        &mut self,
        latest_ms: u64,
        messages: &mut MessageStream<'_>,
    ) -> Result<Accepted, StoreError>;

    /// The first messages after the timestamp `since` of batches before `before`, ascending.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    fn page(&self, since: &str, before: i64) -> Result<Page, StoreError>;
}

/// Uploads, byte for byte. Names are made by the server, never by a client.
pub trait Blobs {
    /// A folder of the file system for bytes that are being received.
    fn incoming(&self) -> &Path;

    /// Prepares the place of a new file.
    ///
    /// # Errors
    /// Any output error.
    fn make_place(&self, place: &str) -> io::Result<()>;

    /// Keeps received bytes; they survive a power cut from then on.
    ///
    /// # Errors
    /// Any output error.
    fn keep(&self, place: &str, upload: &str, received: Received) -> io::Result<()>;

    /// The bytes of an upload from their start, and how many there are.
    ///
    /// # Errors
    /// Any input error; when there is no such upload, too.
    fn open(&self, place: &str, upload: &str) -> io::Result<(Box<dyn Read + Send>, u64)>;

    /// Removes an upload.
    ///
    /// # Errors
    /// Any output error.
    fn remove(&self, place: &str, upload: &str) -> io::Result<()>;
}

/// What belongs to a file: everything else at its place is left over from a crash.
#[derive(Debug, Clone)]
pub struct Named {
    /// Its place.
    pub place: String,
    /// The uploads that are kept.
    pub uploads: Vec<String>,
    /// Its sync generation.
    pub group: Option<String>,
}

/// All of it together.
pub trait Backend: Accounts + Files + Messages + Blobs + Send + Sync {
    /// Removes half-received bytes, and the blobs and logs that are not named.
    ///
    /// # Errors
    /// Any output error.
    fn clear_up(&self, named: &[Named]) -> io::Result<()>;
}
