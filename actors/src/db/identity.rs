//! Identifies the file at a path, to detect that an open file was removed or replaced.

use std::fs::{self, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

/// A file, independent of its name. Systems other than Unix do not let open files be removed or
/// replaced; there all files compare equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileIdentity {
    device: u64,
    number: u64,
}

impl FileIdentity {
    /// The file at a path.
    ///
    /// # Errors
    /// Any error of the file system, also if there is no file.
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

    /// Whether it is still at a path.
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

/// The length to which SQLite shortens a write-ahead log that it starts anew.
pub const LEAST_LOG: u64 = 32 << 20;

/// An open write-ahead log. It exists from a connection's first read until the last one ends.
/// Meanwhile SQLite shortens it to no less than [`LEAST_LOG`], unless a checkpoint is told to.
#[derive(Debug)]
pub struct OpenLog {
    path: PathBuf,
    file: FileIdentity,
    /// The length last seen.
    length: AtomicU64,
}

/// The state of an [`OpenLog`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogState {
    /// Still beside its database, with all commits.
    Whole,
    /// Removed or replaced. The connection still has its commits and can move them into the
    /// database.
    Removed,
    /// Cut off in place. Moving the rest into the database would leave half a commit there.
    Cut,
}

impl OpenLog {
    /// The log of an open database.
    ///
    /// # Errors
    /// Any error of the file system, also if there is no log.
    pub fn beside(database: &Path) -> io::Result<Self> {
        let mut path = database.as_os_str().to_owned();
        path.push("-wal");
        let path = PathBuf::from(path);
        let metadata = fs::metadata(&path)?;
        let (file, length) = (FileIdentity::of(&metadata), AtomicU64::new(metadata.len()));
        Ok(Self { path, file, length })
    }

    /// Its state now.
    #[must_use]
    pub fn state(&self) -> LogState {
        // Read first: another thread may look at the log after a later commit.
        let seen = self.length.load(Ordering::Acquire);
        let Some(found) =
            fs::metadata(&self.path).ok().filter(|it| FileIdentity::of(it) == self.file)
        else {
            return LogState::Removed;
        };
        self.length.fetch_max(found.len(), Ordering::AcqRel);
        if found.len() < seen.min(LEAST_LOG) { LogState::Cut } else { LogState::Whole }
    }
}

/// Some file systems later round the time of a write, by up to two seconds.
const ROUNDED: Duration = Duration::from_secs(2);

/// The state of a file after our own writes, to detect writes by others.
#[derive(Debug, Clone, Copy)]
pub struct FileState {
    length: u64,
    /// None on systems that set it some time after the write.
    modified: Option<SystemTime>,
}

impl FileState {
    /// The state of the file at a path.
    ///
    /// # Errors
    /// Any error of the file system, also if there is no file.
    pub fn at(path: &Path) -> io::Result<Self> {
        let metadata = fs::metadata(path)?;
        let modified = if cfg!(unix) { metadata.modified().ok() } else { None };
        Ok(Self { length: metadata.len(), modified })
    }

    /// Whether the file was written between the two. Two writes of equal length within two seconds
    /// are not distinguished.
    #[must_use]
    pub fn differs(self, other: Self) -> bool {
        let apart = |earlier: SystemTime, later: SystemTime| {
            later.duration_since(earlier).or_else(|_| earlier.duration_since(later))
        };
        let moved = self.modified.zip(other.modified).map(|(one, two)| apart(one, two));
        self.length != other.length
            || moved.is_some_and(|moved| moved.is_ok_and(|moved| moved > ROUNDED))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_another_length_or_time_was_written_and_one_of_a_rounded_time_was_not() {
        let written = |length, seconds| {
            let modified = Some(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds));
            FileState { length, modified }
        };
        let left = written(100, 1_000);
        assert!(left.differs(written(101, 1_000)));
        assert!(left.differs(written(100, 1_003)) && left.differs(written(100, 997)));
        assert!(!left.differs(written(100, 1_002)) && !left.differs(written(100, 998)));
    }

    #[test]
    fn a_log_that_grows_while_several_threads_look_at_it_is_whole() {
        use std::io::Write as _;
        let dir = tempfile::tempdir().unwrap();
        let mut file = File::create(dir.path().join("db-wal")).unwrap();
        let log = OpenLog::beside(&dir.path().join("db")).unwrap();
        let look = || (0..4_000).all(|_| log.state() == LogState::Whole);
        std::thread::scope(|scope| {
            let others = [scope.spawn(look), scope.spawn(look)];
            for _ in 0..4_000 {
                file.write_all(b"commit").unwrap();
                assert_eq!(log.state(), LogState::Whole);
            }
            assert!(others.into_iter().all(|other| other.join().unwrap()));
        });
        file.set_len(5).unwrap();
        assert_eq!(log.state(), LogState::Cut);
    }
}
