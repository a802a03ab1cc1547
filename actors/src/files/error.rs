//! Errors of budget files, with their call error codes.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::disk::DiskFault;
use crate::db::metadata::MetadataError;
use crate::db::migrate::MigrateError;
use crate::db::{ApplyError, DbError};

/// Why a zip is refused as too large or suspicious.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ZipReason {
    /// The zip itself is too large.
    ArchiveSize,
    /// One entry is too large unpacked.
    EntrySize,
    /// All used entries together are too large unpacked.
    TotalSize,
    /// An entry's compression ratio is too high.
    CompressionRatio,
    /// More entries than a budget's zip can have.
    EntryCount,
    /// Two entries with the same name, ignoring case.
    DuplicateEntry,
    /// A name that points outside the zip.
    UnsafeEntryName,
}

impl ZipReason {
    /// For users, to follow "the zip file".
    const fn words(self) -> &'static str {
        match self {
            Self::ArchiveSize => "is too large",
            Self::EntrySize | Self::TotalSize => "unpacks to too much",
            Self::CompressionRatio => "unpacks to far more than a budget would",
            Self::EntryCount => "holds too many files",
            Self::DuplicateEntry => "holds two files of the same name",
            Self::UnsafeEntryName => "holds a file with an unsafe name",
        }
    }

    /// The value of `zipReason`.
    #[must_use]
    pub const fn wire(self) -> &'static str {
        match self {
            Self::ArchiveSize => "archive-size",
            Self::EntrySize => "entry-size",
            Self::TotalSize => "total-size",
            Self::CompressionRatio => "compression-ratio",
            Self::EntryCount => "entry-count",
            Self::DuplicateEntry => "duplicate-entry",
            Self::UnsafeEntryName => "unsafe-entry-name",
        }
    }
}

/// Why an operation on a budget file failed. Nothing was changed.
#[derive(Debug, Error)]
pub enum FileError {
    /// No such budget.
    #[error("budget file could not be found")]
    BudgetNotFound,
    /// No such backup of the budget.
    #[error("the backup could not be found")]
    BackupNotFound,
    /// An id with characters other than letters, digits, `-` and `_`, or too long.
    #[error("this is not a valid budget id")]
    BadId,
    /// A blank name.
    #[error("a name is required")]
    NameRequired,
    /// The name is too long.
    #[error("the name is longer than {0} characters")]
    NameTooLong(usize),
    /// Not a zip.
    #[error("the file is not a zip file")]
    NotZip,
    /// A zip that does not contain exactly one budget.
    #[error("the zip file does not contain a usable budget: {0}")]
    InvalidZip(String),
    /// A zip that exceeds a limit.
    #[error("the zip file {}", .0.words())]
    ZipTooLarge(ZipReason),
    /// Not a zipped YNAB4 folder.
    #[error("This file is not valid. Please select a .ynab4 file")]
    NotYnab4,
    /// Not an nYNAB export.
    #[error("This file is not valid. Please select a JSON file exported from nYNAB.")]
    NotYnab5,
    /// Not JSON.
    #[error("Unable to parse file. Please select a JSON file exported from nYNAB.")]
    NotJson,
    /// The content of another program's file cannot be a budget.
    #[error("the file cannot be imported: {0}")]
    NotImported(String),
    /// The metadata in a zip cannot be used.
    #[error("the metadata of the budget cannot be used: {0}")]
    InvalidMeta(String),
    /// The database in a zip is damaged or of another format.
    #[error("the database of the budget cannot be read: {0}")]
    InvalidDb(String),
    /// The database does not have a budget's tables or values.
    #[error("the data of the budget does not match its tables: {0}")]
    InvalidSchema(String),
    /// The migrations of the database are not ours.
    #[error(transparent)]
    Migrate(#[from] MigrateError),
    /// There is no upload with this handle (any more).
    #[error("the uploaded file is gone")]
    UploadNotFound,
    /// An upload beyond the limit, in bytes.
    #[error("the upload is larger than {0} bytes")]
    UploadTooLarge(u64),
    /// Too many uploads are running.
    #[error("{0} uploads are already running. Try again when one of them has finished.")]
    TooManyUploads(usize),
    /// A file has the name of a budget's folder.
    #[error(
        "{0} in the data directory is a file, but a budget needs that name. Move or rename it and \
         try again"
    )]
    NameTaken(String),
    /// Another process uses the data directory.
    #[error("Another Sobre is already using {}. Close it first.", .0.display())]
    DataDirInUse(PathBuf),
    /// The data directory was moved or deleted.
    #[error("The data directory {} is gone. Put it back, or start Sobre again.", .0.display())]
    DataDirMissing(PathBuf),
    /// Another directory is at the path of the opened data directory.
    #[error(
        "The data directory {} was replaced by another one, as when its disk is unmounted. Put it \
         back, or start Sobre again.", .0.display()
    )]
    DataDirReplaced(PathBuf),
    /// Other users of the computer can open the data directory, and we may not change it.
    #[error(
        "Other users of this computer can open {path}, and not everything in it is Sobre's: {}\n\
         Close it to them with: chmod 700 {path}\n\
         or choose another directory with --data-dir.", foreign.display(), path = path.display()
    )]
    DataDirOpen {
        /// The data directory.
        path: PathBuf,
        /// The first by name in it that is not ours.
        foreign: PathBuf,
    },
    /// The disk failed.
    #[error("the disk cannot be read or written: {0}")]
    Disk(#[from] io::Error),
    /// The budget was closed while it was read.
    #[error("the budget was closed meanwhile")]
    Closed,
    /// A database operation of ours failed.
    #[error("the database cannot be written: {0}")]
    Sql(#[from] rusqlite::Error),
}

impl FileError {
    /// A failed file operation within a data directory.
    pub fn within(data_dir: &Path) -> impl FnOnce(io::Error) -> Self {
        move |error| {
            let is_gone = error.kind() == io::ErrorKind::NotFound && !data_dir.is_dir();
            if is_gone { Self::DataDirMissing(data_dir.to_owned()) } else { Self::Disk(error) }
        }
    }

    /// The wire code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::BudgetNotFound | Self::BadId => "budget-not-found",
            Self::BackupNotFound => "backup-not-found",
            Self::NameRequired => "name-required",
            Self::NameTooLong(_) => "name-too-long",
            Self::NotZip => "not-zip-file",
            Self::InvalidZip(_) => "invalid-zip-file",
            Self::ZipTooLarge(_) => "zip-too-large",
            Self::NotYnab4 => "not-ynab4",
            Self::NotYnab5 => "not-ynab5",
            Self::NotJson => "parse-error",
            Self::NotImported(_) => "unknown",
            Self::InvalidMeta(_) => "invalid-meta-file",
            Self::InvalidDb(_) => "invalid-db-file",
            Self::InvalidSchema(_) => "invalid-schema",
            Self::Migrate(MigrateError::OutOfSync(_)) => "out-of-sync-migrations",
            Self::Migrate(MigrateError::Schema(_)) => "invalid-schema",
            Self::UploadNotFound => "file-not-found",
            Self::UploadTooLarge(_) => "upload-too-large",
            Self::TooManyUploads(_) => "busy",
            Self::NameTaken(_) => "path-taken",
            Self::DataDirInUse(_) => "data-dir-in-use",
            Self::DataDirMissing(_) | Self::DataDirReplaced(_) => "data-dir-missing",
            Self::DataDirOpen { .. } => "data-dir-open",
            Self::Closed => "no-budget-open",
            Self::Disk(_) | Self::Sql(_) => "storage-full",
        }
    }

    /// The cause, if the disk failed.
    #[must_use]
    pub fn disk_fault(&self) -> Option<DiskFault> {
        if let Self::Disk(error) = self {
            return Some(DiskFault::of(error));
        }
        if let Self::Migrate(MigrateError::Schema(error)) = self {
            return DiskFault::of_sqlite(error);
        }
        let Self::Sql(error) = self else { return None };
        Some(DiskFault::of_sqlite(error).unwrap_or(DiskFault::Other))
    }

    /// Why a zip was refused, for the code `zip-too-large`.
    #[must_use]
    pub const fn zip_reason(&self) -> Option<ZipReason> {
        if let Self::ZipTooLarge(reason) = self { Some(*reason) } else { None }
    }
}

impl From<DbError> for FileError {
    fn from(error: DbError) -> Self {
        match error {
            DbError::Sqlite { source, .. } => Self::Sql(source),
            DbError::File { source, .. } => Self::Disk(source),
            DbError::Metadata(error) => error.into(),
            DbError::Migrate(error) => error.into(),
            DbError::Closed => Self::Closed,
            DbError::OldSqlite(_) | DbError::BrokenClock(_) => Self::InvalidDb(error.to_string()),
        }
    }
}

impl From<ApplyError> for FileError {
    fn from(error: ApplyError) -> Self {
        match error {
            ApplyError::Db(error) => error.into(),
            ApplyError::InvalidSchema(_) | ApplyError::Clock(_) => {
                Self::NotImported(error.to_string())
            }
        }
    }
}

impl From<MetadataError> for FileError {
    fn from(error: MetadataError) -> Self {
        match error {
            MetadataError::Disk(error) => Self::Disk(error),
            MetadataError::NotAnObject | MetadataError::TooLarge => {
                Self::InvalidMeta(error.to_string())
            }
        }
    }
}
