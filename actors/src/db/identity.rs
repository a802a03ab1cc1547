//! Identifies the file at a path, to detect that an open file was removed or replaced.

use std::fs::{self, File, Metadata};
use std::io::{self, BufReader, Read as _, Seek as _};
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
        let path = beside(database, "-wal");
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
type Header = [u8; HEADER];

/// Whose content a database's file has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content {
    /// Ours: as it was left, or with pages of our own log. Any program may move those into it.
    Own,
    /// Another file was copied over it. The log beside it is still ours.
    Foreign,
    /// Another file was copied over it, or another program wrote. The log beside it goes with it.
    ForeignWithLog,
}

/// The state of a database's file when it was last seen, to detect writes by others.
#[derive(Debug)]
pub struct FileState {
    /// Stays open: closing any handle of a file drops SQLite's locks on it in this process, and
    /// another program could then remove the log.
    file: File,
    log: PathBuf,
    length: u64,
    modified: Option<SystemTime>,
    header: Header,
    /// None while there is no log.
    generation: Option<Generation>,
}

impl FileState {
    /// The state of the file at a path. Keep it as long as the database is open.
    ///
    /// # Errors
    /// Any error of the file system, also if there is no file.
    pub fn at(path: &Path) -> io::Result<Self> {
        let log = beside(path, "-wal");
        // First, because a failure after opening the file would close it, and drop SQLite's locks.
        let generation = Log::open(&log)?.map(|log| log.generation);
        let file = File::open(path)?;
        let now = file.metadata()?;
        let header = read_header(&file, &now)?;
        let (length, modified) = (now.len(), now.modified().ok());
        Ok(Self { file, log, length, modified, header, generation })
    }

    /// Whose content the file has, before our own next work on it.
    pub fn before_work(&mut self) -> Content {
        let is_as_left =
            |now: &Metadata| now.len() == self.length && now.modified().ok() == self.modified;
        match self.file.metadata() {
            Ok(now) if !is_as_left(&now) => self.look(&now, Content::ForeignWithLog),
            _ => Content::Own,
        }
    }

    /// Whose content the file has after our own work. Work may have moved the log into the file
    /// and begun another one; then everything before that was in the file. The header is always
    /// read, because the time of a file may be coarse.
    pub fn after_work(&mut self) -> Content {
        let Ok(now) = self.file.metadata() else { return Content::Own };
        let content = self.look(&now, Content::Own);
        if content == Content::Own
            && let Ok(log) = Log::open(&self.log)
        {
            self.generation = log.map(|log| log.generation);
        }
        content
    }

    /// A changed time alone proves nothing: programs that copy files set it. Neither does a header
    /// that stands in our log: the log was moved into the file, in part or as a whole. What cannot
    /// be read proves nothing either.
    fn look(&mut self, now: &Metadata, with_other_log: Content) -> Content {
        let Ok(header) = read_header(&self.file, now) else { return Content::Own };
        if header != self.header {
            let Ok(log) = Log::open(&self.log) else { return Content::Own };
            let content = if log.as_ref().map(|log| log.generation) != self.generation {
                with_other_log
            } else if log.is_some_and(|log| log.has_later_header(&header, &self.header)) {
                Content::Own
            } else {
                Content::Foreign
            };
            if content != Content::Own {
                return content;
            }
        }
        (self.length, self.modified, self.header) = (now.len(), now.modified().ok(), header);
        Content::Own
    }
}

fn read_header(mut file: &File, now: &Metadata) -> io::Result<Header> {
    let mut header = [0; HEADER];
    if usize::try_from(now.len()).is_ok_and(|length| length >= HEADER) {
        file.rewind()?;
        file.read_exact(&mut header)?;
    }
    Ok(header)
}

/// A file whose name begins with that of a database.
fn beside(database: &Path, end: &str) -> PathBuf {
    let mut path = database.as_os_str().to_owned();
    path.push(end);
    PathBuf::from(path)
}

/// The two random numbers of a log. SQLite chooses others when it begins the log again, and repeats
/// them in each page, so that pages of earlier logs do not count.
type Generation = [u8; 8];

/// A write-ahead log that is read page by page.
struct Log {
    file: BufReader<File>,
    page_size: u32,
    generation: Generation,
}

impl Log {
    /// The log at a path; `None` if there is none, or an empty one.
    fn open(path: &Path) -> io::Result<Option<Self>> {
        let file = match File::open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            file => file?,
        };
        let mut file = BufReader::with_capacity(128, file);
        let mut head = [0; 32];
        match file.read_exact(&mut head) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
            read => read?,
        }
        let (mut page_size, mut generation) = ([0; 4], [0; 8]);
        page_size.copy_from_slice(&head[8..12]);
        generation.copy_from_slice(&head[16..24]);
        Ok(Some(Self { file, page_size: u32::from_be_bytes(page_size), generation }))
    }

    /// Whether the first page of the database once had this header, later than another one if the
    /// log has that too.
    fn has_later_header(self, header: &Header, than: &Header) -> bool {
        let headers: Vec<Header> = self.first_pages().collect();
        let later = headers.iter().rposition(|it| it == than).map_or(0, |at| at + 1);
        headers[later..].contains(header)
    }

    /// The headers of the first page, from old to new.
    fn first_pages(mut self) -> impl Iterator<Item = Header> {
        let rest = i64::from(self.page_size) - i64::try_from(HEADER).unwrap_or_default();
        let next = move || -> Option<(bool, Header)> {
            let (mut frame, mut header) = ([0; 24], [0; HEADER]);
            self.file.read_exact(&mut frame).ok()?;
            self.file.read_exact(&mut header).ok()?;
            self.file.seek_relative(rest).ok()?;
            let is_current = frame[8..16] == self.generation;
            is_current.then_some((frame[..4] == [0, 0, 0, 1], header))
        };
        iter::from_fn(next).filter_map(|(is_first, header)| is_first.then_some(header))
    }
}

/// Before a database is closed whose file has other content: renames a log that is still ours, and
/// removes its index. Another log stays with its index, because other programs may have both open.
/// A failure is logged.
pub fn set_log_aside(database: &Path, content: Content) {
    if content == Content::Foreign {
        let log = beside(database, "-wal");
        let aside = fs::rename(&log, free_name(&beside(database, "-wal.replaced")));
        let index = fs::remove_file(beside(database, "-shm"));
        tracing::warn!(?aside, ?index, "the log of an overwritten file was set aside");
    }
}

/// A path for a file that is set aside: the given one, with a number appended if it exists already.
#[must_use]
fn free_name(path: &Path) -> PathBuf {
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
    use rusqlite::Connection;

    use super::*;

    #[test]
    fn a_file_with_another_header_was_overwritten_and_one_with_another_time_was_not() {
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
        assert_eq!(left.before_work(), Content::Own);
        let mut other = [7; 200];
        other[71] = 8;
        write(&other);
        set_time(6_000);
        assert_eq!(left.before_work(), Content::Foreign);
        assert_eq!(left.after_work(), Content::Foreign);
    }

    /// A database with a log, as another program finds it.
    fn logged(path: &Path) -> Connection {
        let conn = Connection::open(path).unwrap();
        conn.execute_batch(
            "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE t (x); \
             INSERT INTO t VALUES (1); PRAGMA wal_checkpoint(PASSIVE)",
        )
        .unwrap();
        conn
    }

    fn change(conn: &Connection, mark: i32) {
        conn.execute_batch(&format!("INSERT INTO t VALUES ({mark}); PRAGMA {MARK} = {mark}"))
            .unwrap();
    }

    #[test]
    fn a_log_that_another_program_moves_into_the_file_is_our_content() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("db");
        let own = logged(&path);
        let mut left = FileState::at(&path).unwrap();
        let other = Connection::open(&path).unwrap();
        let count = |conn: &Connection| -> i64 {
            conn.query_row("SELECT count(*) FROM t", [], |row| row.get(0)).unwrap()
        };
        for (mark, mode) in [(1, "PASSIVE"), (2, "FULL"), (3, "RESTART")] {
            change(&own, mark);
            assert_eq!(left.after_work(), Content::Own);
            // A reader in between keeps a part in the log.
            let reader = Connection::open(&path).unwrap();
            reader.execute_batch("BEGIN; SELECT * FROM t").unwrap();
            change(&own, 10 + mark);
            assert_eq!(left.after_work(), Content::Own);
            other.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(())).unwrap();
            assert_eq!(left.before_work(), Content::Own);
            reader.execute_batch("COMMIT").unwrap();
            drop(reader);
            other.query_row(&format!("PRAGMA wal_checkpoint({mode})"), [], |_| Ok(())).unwrap();
            assert_eq!(left.before_work(), Content::Own, "{mode}");
        }
        assert_eq!(count(&own), 7);
    }

    #[test]
    fn an_older_copy_is_foreign_and_a_copy_with_its_log_keeps_that_log() {
        let dir = tempfile::tempdir().unwrap();
        let (path, older) = (dir.path().join("db"), dir.path().join("older"));
        let own = logged(&path);
        let settle = |mark| {
            change(&own, mark);
            own.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(())).unwrap();
        };
        settle(1);
        fs::copy(&path, &older).unwrap();
        fs::copy(beside(&path, "-wal"), beside(&older, "-wal")).unwrap();
        settle(2);
        settle(3);
        let mut left = FileState::at(&path).unwrap();
        fs::copy(&older, &path).unwrap();
        assert_eq!(left.before_work(), Content::Foreign);
        fs::copy(beside(&older, "-wal"), beside(&path, "-wal")).unwrap();
        assert_eq!(left.before_work(), Content::ForeignWithLog);
    }

    #[test]
    fn a_time_that_did_not_move_with_the_file_hides_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("db");
        let own = logged(&path);
        let time = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_000);
        let set_time = |time| {
            File::options().write(true).open(&path).unwrap().set_modified(time).unwrap();
        };
        let mut left = FileState::at(&path).unwrap();
        for mark in 1..4 {
            change(&own, mark);
            own.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(())).unwrap();
            set_time(time);
            assert_eq!(left.after_work(), Content::Own);
        }
        change(&own, 4);
        assert_eq!(left.after_work(), Content::Own);
        set_time(SystemTime::UNIX_EPOCH);
        assert_eq!(left.before_work(), Content::Own);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_log_is_set_aside_under_any_name() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt as _;
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(OsStr::from_bytes(b"db\xff"));
        let files = || fs::read_dir(dir.path()).unwrap().count();
        for end in ["-wal", "-shm"] {
            fs::write(beside(&path, end), b"log").unwrap();
        }
        set_log_aside(&path, Content::ForeignWithLog);
        assert_eq!(files(), 2, "other programs may have both open");
        set_log_aside(&path, Content::Foreign);
        assert!(beside(&path, "-wal.replaced").exists());
        assert_eq!(files(), 1);
    }

    #[test]
    fn a_log_that_our_own_work_begins_again_is_our_content() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("db");
        let own = logged(&path);
        let mut left = FileState::at(&path).unwrap();
        for mark in 1..4 {
            change(&own, mark);
            own.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(())).unwrap();
            change(&own, 10 + mark);
            assert_eq!(left.after_work(), Content::Own);
            assert_eq!(left.before_work(), Content::Own);
        }
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
