//! Causes of disk failures that a user can resolve.

use std::env;
use std::fs::File;
use std::io;

use rusqlite::ErrorCode as Sqlite;

/// How many files a database needs open at once, plus one.
const FILES_OF_A_DATABASE: usize = 4;

/// Why a file could not be read or written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiskFault {
    /// The disk is full.
    Full,
    /// This process, or the whole computer, has too many files open.
    TooManyFiles,
    /// The permissions do not allow it.
    NotAllowed,
    /// A file has the place of a folder, or the reverse.
    InTheWay,
    /// A file or folder is missing.
    Missing,
    /// Anything else.
    Other,
}

impl DiskFault {
    /// The cause of a failed file operation.
    #[must_use]
    pub fn of(error: &io::Error) -> Self {
        use io::ErrorKind as Kind;
        let known = [
            (Kind::StorageFull, Self::Full),
            (Kind::QuotaExceeded, Self::Full),
            (Kind::PermissionDenied, Self::NotAllowed),
            (Kind::ReadOnlyFilesystem, Self::NotAllowed),
            (Kind::AlreadyExists, Self::InTheWay),
            (Kind::NotADirectory, Self::InTheWay),
            (Kind::IsADirectory, Self::InTheWay),
            (Kind::NotFound, Self::Missing),
        ];
        if is_too_many_files(error) {
            return Self::TooManyFiles;
        }
        let known = known.into_iter().find(|(kind, _)| *kind == error.kind());
        known.map_or(Self::Other, |(_, fault)| fault)
    }

    /// The cause of a failed statement, if it was the disk.
    #[must_use]
    pub fn of_sqlite(error: &rusqlite::Error) -> Option<Self> {
        let known = [
            (Sqlite::DiskFull, Self::Full),
            (Sqlite::ReadOnly, Self::NotAllowed),
            (Sqlite::PermissionDenied, Self::NotAllowed),
            (Sqlite::CannotOpen, Self::Other),
            (Sqlite::SystemIoFailure, Self::Other),
        ];
        let code = error.sqlite_error_code()?;
        // SQLite does not report why it could not open a file.
        if code == Sqlite::CannotOpen && cannot_open_more() {
            return Some(Self::TooManyFiles);
        }
        known.into_iter().find(|(known, _)| *known == code).map(|(_, fault)| fault)
    }
}

/// `EMFILE` and `ENFILE`, which have no kind of their own.
fn is_too_many_files(error: &io::Error) -> bool {
    cfg!(unix) && matches!(error.raw_os_error(), Some(23 | 24))
}

fn cannot_open_more() -> bool {
    let folder = env::temp_dir();
    let opened: Vec<_> = (0..FILES_OF_A_DATABASE).map(|_| File::open(&folder)).collect();
    opened.iter().any(|opened| opened.as_ref().is_err_and(is_too_many_files))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn causes_of_failures_are_distinguished() {
        let of = |number| DiskFault::of(&io::Error::from_raw_os_error(number));
        if cfg!(target_os = "linux") {
            assert_eq!([28, 122].map(of), [DiskFault::Full; 2]);
            assert_eq!([23, 24].map(of), [DiskFault::TooManyFiles; 2]);
            assert_eq!([1, 13, 30].map(of), [DiskFault::NotAllowed; 3]);
            assert_eq!([17, 20, 21].map(of), [DiskFault::InTheWay; 3]);
            assert_eq!([2, 5].map(of), [DiskFault::Missing, DiskFault::Other]);
        }
        let failed = |code| {
            rusqlite::Error::SqliteFailure(rusqlite::ffi::Error { code, extended_code: 0 }, None)
        };
        let of = |code| DiskFault::of_sqlite(&failed(code));
        assert_eq!(of(Sqlite::DiskFull), Some(DiskFault::Full));
        assert_eq!(of(Sqlite::ReadOnly), Some(DiskFault::NotAllowed));
        assert_eq!(of(Sqlite::CannotOpen), Some(DiskFault::Other));
        assert_eq!(of(Sqlite::ConstraintViolation), None);
    }
}
