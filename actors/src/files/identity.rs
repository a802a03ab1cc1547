//! Which file lies at a path: shows whether an open file was removed or replaced meanwhile.

use std::fs::{self, File, Metadata};
use std::io;
use std::path::Path;

/// A file, whatever its name. Files that are open cannot be removed or replaced on systems other
/// than Unix; there all files are alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileIdentity {
    device: u64,
    number: u64,
}

impl FileIdentity {
    /// The file at a path.
    ///
    /// # Errors
    /// Any error of the file system, also when nothing lies there.
    pub fn at(path: &Path) -> io::Result<Self> {
        fs::metadata(path).map(|metadata| Self::of(&metadata))
    }

    /// An open file.
    ///
    /// # Errors
    /// Any error of the file system.
    pub fn of_open(file: &File) -> io::Result<Self> {
        file.metadata().map(|metadata| Self::of(&metadata))
    }

    /// Whether it still lies at a path.
    #[must_use]
    pub fn is_at(self, path: &Path) -> bool {
        Self::at(path).is_ok_and(|found| found == self)
    }

    #[cfg(unix)]
    fn of(metadata: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt as _;
        Self { device: metadata.dev(), number: metadata.ino() }
    }

    #[cfg(not(unix))]
    fn of(_: &Metadata) -> Self {
        Self { device: 0, number: 0 }
    }
}
