//! Why the store refuses, or fails.

use std::io;

use sobre_actors::files::FileError;
use sobre_engine::sync::pieces::PieceError;
use thiserror::Error;

/// A refusal; nothing was changed.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The file does not exist or is deleted.
    #[error("file-not-found")]
    FileNotFound,
    /// The file was uploaded in a format without messages.
    #[error("file-old-version")]
    FileOldVersion,
    /// A reset was started, and nothing uploaded since.
    #[error("file-needs-upload")]
    FileNeedsUpload,
    /// A key was created, and nothing uploaded with it yet.
    #[error("file-key-mismatch")]
    FileKeyMismatch,
    /// The device is in another sync generation.
    #[error("file-has-reset")]
    FileHasReset,
    /// The device uses another key.
    #[error("file-has-new-key")]
    FileHasNewKey,
    /// A message is too far in the future for other devices to accept.
    #[error("clock-drift")]
    ClockDrift,
    /// A message has no readable timestamp.
    #[error("a message has a timestamp that cannot be read")]
    BadTimestamp,
    /// The bytes are not a sync request.
    #[error("not a sync request: {0}")]
    BadRequest(String),
    /// A message is too long.
    #[error("too-large")]
    TooLarge,
    /// There is no such stored upload.
    #[error("upload-not-found")]
    UploadNotFound,
    /// There is a password already.
    #[error("already-bootstrapped")]
    AlreadyBootstrapped,
    /// The tables have migrations that this version does not know.
    #[error("the data of the sync server was written by a newer version of Sobre")]
    NewerProgram,
    /// The data directory is not the opened one, or another program has locked it. Nothing is
    /// stored in it until the program restarts.
    #[error(
        "The data directory of the sync server was moved, deleted or replaced, or another program \
         uses it. Start the sync server again."
    )]
    Moved,
    /// A file or folder of the data directory is missing.
    #[error(
        "{0} is missing in the data directory of the sync server. Put it back, or start the sync \
         server again."
    )]
    Missing(String),
    /// The data directory cannot be used.
    #[error(transparent)]
    Files(#[from] FileError),
    /// A database failed.
    #[error("the database of the sync server failed: {source}")]
    Database {
        /// Whether its disk is full or cannot be written.
        is_storage: bool,
        /// The database's error.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// A disk failed, or is full.
    #[error("the disk of the sync server failed: {0}")]
    Io(io::Error),
    /// A stored tree cannot be read.
    #[error("the stored tree of messages cannot be read: {0}")]
    Tree(#[from] sobre_engine::crdt::MerkleError),
}

impl From<io::Error> for StoreError {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::NotFound {
            Self::missing("A file or folder")
        } else {
            Self::Io(error)
        }
    }
}

impl From<PieceError> for StoreError {
    fn from(error: PieceError) -> Self {
        match error {
            PieceError::Io(error) => error.into(),
            PieceError::Broken(words) => Self::BadRequest(words),
            PieceError::TooLong => Self::TooLarge,
        }
    }
}

impl StoreError {
    /// Names the missing part of the data directory.
    pub(super) fn missing(what: &str) -> Self {
        Self::Missing(what.to_owned())
    }

    /// Whether the disk is full or cannot be written.
    #[must_use]
    pub const fn is_storage(&self) -> bool {
        matches!(self, Self::Io(_) | Self::Database { is_storage: true, .. })
    }

    /// Its code in the protocol, if it has one.
    #[must_use]
    pub const fn word(&self) -> Option<&'static str> {
        Some(match self {
            Self::FileNotFound => "file-not-found",
            Self::FileOldVersion => "file-old-version",
            Self::FileNeedsUpload => "file-needs-upload",
            Self::FileKeyMismatch => "file-key-mismatch",
            Self::FileHasReset => "file-has-reset",
            Self::FileHasNewKey => "file-has-new-key",
            Self::ClockDrift => "clock-drift",
            Self::UploadNotFound => "upload-not-found",
            Self::AlreadyBootstrapped => "already-bootstrapped",
            Self::BadTimestamp
            | Self::BadRequest(_)
            | Self::TooLarge
            | Self::NewerProgram
            | Self::Moved
            | Self::Missing(_)
            | Self::Files(_)
            | Self::Database { .. }
            | Self::Io(_)
            | Self::Tree(_) => return None,
        })
    }
}
