//! Identifies the file at a path, to detect that an open file was removed or replaced.

use std::fs::{self, File, Metadata};
use std::io::{self, Read as _, Seek as _};
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::SystemTime;

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

/// When SQLite restarts a write-ahead log, it shortens the file to this length.
pub const LEAST_LOG: u64 = 32 << 20;

/// An open write-ahead log. It exists from a connection's first read until the last one ends.
/// Meanwhile SQLite shortens it to no less than [`LEAST_LOG`], except in a truncating checkpoint.
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

/// The pragma that marks the state of a database in the header of its file. A file overwritten by
/// an older copy of itself shows by its mark.
pub const MARK: &str = "application_id";

/// Bytes of a database's header; SQLite keeps lengths and the [`MARK`] there.
const HEADER: usize = 100;

/// The state of a database's file after our own writes, to detect writes by others.
#[derive(Debug)]
pub struct FileState {
    /// Stays open: closing any handle of a file drops SQLite's locks on it in this process, and
    /// another program could then remove the log.
    file: File,
    length: u64,
    modified: Option<SystemTime>,
    /// None if it could not be read after the last own write: then nothing is known.
    header: Option<[u8; HEADER]>,
}

impl FileState {
    /// The state of the file at a path. Keep it as long as the database is open.
    ///
    /// # Errors
    /// Any error of the file system, also if there is no file.
    pub fn at(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        let mut state = Self { file, length: 0, modified: None, header: None };
        state.read_state()?;
        Ok(state)
    }

    /// Records own writes, also those within one tick of the file's time.
    pub fn follow(&mut self) {
        if let Err(error) = self.read_state() {
            tracing::warn!(%error, "the header of an open database cannot be read");
        }
    }

    /// Whether another program has written other content. A changed time alone proves nothing:
    /// programs that copy files set it.
    pub fn is_overwritten(&mut self) -> bool {
        let Some(left) = self.header else { return false };
        let Ok(now) = self.file.metadata() else { return false };
        let modified = now.modified().ok();
        if now.len() == self.length && modified == self.modified {
            return false;
        }
        let Ok(header) = self.read_header(&now) else { return false };
        if now.len() != self.length || header != left {
            return true;
        }
        self.modified = modified;
        false
    }

    fn read_state(&mut self) -> io::Result<()> {
        self.header = None;
        let now = self.file.metadata()?;
        self.header = Some(self.read_header(&now)?);
        (self.length, self.modified) = (now.len(), now.modified().ok());
        Ok(())
    }

    fn read_header(&self, now: &Metadata) -> io::Result<[u8; HEADER]> {
        let mut header = [0; HEADER];
        if usize::try_from(now.len()).is_ok_and(|length| length >= HEADER) {
            (&self.file).rewind()?;
            (&self.file).read_exact(&mut header)?;
        }
        Ok(header)
    }
}

/// A path for a file that is set aside: the given one, with a number appended if it exists already.
#[must_use]
pub fn free_name(path: &Path) -> PathBuf {
    let numbered = |number: u32| {
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".{number}"));
        PathBuf::from(name)
    };
    let mut names = iter::once(path.to_owned()).chain((2..).map(numbered));
    names.find(|name| !name.exists()).unwrap_or_else(|| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_with_another_header_or_length_was_overwritten_and_one_with_another_time_was_not() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("db");
        let write = |content: &[u8]| fs::write(&path, content).unwrap();
        let set_time = |seconds| {
            let time = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(seconds);
            File::options().write(true).open(&path).unwrap().set_modified(time).unwrap();
        };
        write(&[7; 200]);
        set_time(1_000);
        let mut left = FileState::at(&path).unwrap();
        set_time(5_000);
        assert!(!left.is_overwritten() && !left.is_overwritten());
        let mut other = [7; 200];
        other[71] = 8;
        write(&other);
        set_time(6_000);
        assert!(left.is_overwritten());
        left.follow();
        assert!(!left.is_overwritten());
        write(&[7; 201]);
        set_time(6_000);
        assert!(left.is_overwritten());
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
