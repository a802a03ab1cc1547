//! Identifies the file at a path, to detect that an open file was removed or replaced.

use std::fs::{self, File, Metadata};
use std::io::{self, BufReader, Read as _, Seek as _};
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use rusqlite::Connection;

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

    /// Whose content the file at the path of its database has, if the opened one has `content`.
    /// Also detects that another file was renamed to the database's path: SQLite would read it with
    /// our log. If that file is a copy with the header last seen, the log belongs to it.
    #[must_use]
    pub fn content_at(
        &self,
        database: &Path,
        opened: FileIdentity,
        content: Content,
        seen: Option<&FileState>,
    ) -> Content {
        let is_replaced = content == Content::Own
            && FileIdentity::at(database).is_ok_and(|found| found != opened)
            && self.state() != LogState::Removed;
        match is_replaced {
            false => content,
            true if seen.is_some_and(|seen| seen.is_copied_to(database)) => Content::ForeignWithLog,
            true => Content::Foreign,
        }
    }

    /// Renames our log and removes its index, so that neither damages the file that replaced ours.
    /// Call it before closing the database. A log that is not ours stays with its index, because
    /// other programs may have both open. A failure is logged.
    pub fn set_aside(&self, database: &Path, content: Content) {
        if content != Content::Foreign || self.state() == LogState::Removed {
            return;
        }
        match fs::rename(&self.path, free_name(&beside(database, "-wal.replaced"))) {
            Ok(()) => {
                let index = fs::remove_file(beside(database, "-shm"));
                tracing::warn!(?index, "the log of an overwritten file was set aside");
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => {
                let log = self.path.display();
                tracing::error!(%log, %error, "move this log away: its database was overwritten");
            }
        }
    }
}

/// The pragma that marks the state of a database in the header of its file. A file overwritten by
/// an older copy of itself shows by its mark.
pub const MARK: &str = "application_id";

/// Bytes of a database's header; SQLite keeps lengths and the [`MARK`] there.
const HEADER: usize = 100;
type Header = [u8; HEADER];

/// The [`MARK`] in a header.
fn mark(header: &Header) -> i32 {
    let mut mark = [0; 4];
    mark.copy_from_slice(&header[68..72]);
    i32::from_be_bytes(mark)
}

/// Whose content a database's file has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content {
    /// Ours: as we last saw it, or with pages of our own log. Any program may move those into it.
    Own,
    /// Another file was copied over it or renamed to its path. The log beside it is still ours.
    Foreign,
    /// Another program wrote, or copied another log over ours, or renamed a copy of our file to its
    /// path. The log beside it goes with it.
    ForeignWithLog,
}

/// The state of a database's file when it was last seen, to detect writes by others.
#[derive(Debug)]
pub struct FileState {
    /// Stays open: closing any handle of a file drops the POSIX locks of this process on it, and
    /// another program could then remove the log.
    file: File,
    log: PathBuf,
    /// None until it could be read.
    last: Option<LastSeen>,
}

#[derive(Debug)]
struct LastSeen {
    header: Header,
    /// The generation of the log. While there is no log, that of the previous one.
    generation: Option<Generation>,
    /// How many versions of the first page in this log are known to be in the file; a later look
    /// skips them.
    in_file: usize,
}

impl FileState {
    /// The state of the file at a path. Keep it as long as the database is open.
    ///
    /// # Errors
    /// Any error of opening the file. The state is read at the next look if it cannot be read now.
    pub fn at(path: &Path) -> io::Result<Self> {
        let mut state = Self { file: File::open(path)?, log: beside(path, "-wal"), last: None };
        state.before_work();
        Ok(state)
    }

    /// Whether another file has the state that was last seen.
    fn is_copied_to(&self, other: &Path) -> bool {
        let header = File::open(other).and_then(|file| read_header(&file));
        let last = self.last.as_ref().map(|last| last.header);
        header.is_ok_and(|header| Some(header) == last)
    }

    /// Whose content the file has, before our own next work on it. Only our work begins the log
    /// again, so another generation is the log of another program. A log that is gone shows in
    /// [`LogState`].
    pub fn before_work(&mut self) -> Content {
        self.look(|header, log, last| match log {
            None if header == &last.header => Some(0),
            Some(_) | None => None,
        })
        .unwrap_or(Content::ForeignWithLog)
    }

    /// Whose content the file has after our own work on it through `conn`. Work may have moved the
    /// log into the file and begun another one. Then the file has the last state before that, a
    /// later one of the new log, or one that the same work marked in between.
    pub fn after_work(&mut self, conn: &Connection) -> Content {
        self.look(|header, log, last| {
            if header == &last.header {
                return Some(0);
            }
            let is_marked = || {
                let own = conn.pragma_query_value(None, MARK, |row| row.get(0));
                mark(header) == mark(&last.header) || own.is_ok_and(|own: i32| own == mark(header))
            };
            log.and_then(|log| log.versions_through(header)).or_else(|| is_marked().then_some(0))
        })
        .unwrap_or(Content::Foreign)
    }

    /// Whose content the file has; `None` if the log has another generation and `with_other_log`
    /// does not accept the header. What cannot be read proves nothing.
    fn look(
        &mut self,
        with_other_log: impl FnOnce(&Header, Option<Log>, &LastSeen) -> Option<usize>,
    ) -> Option<Content> {
        let (Ok(header), Ok(log)) = (read_header(&self.file), Log::open(&self.log)) else {
            return Some(Content::Own);
        };
        let generation = log.as_ref().map(|log| log.generation);
        let in_file = match &self.last {
            // A killed program may have left the log, with a part of it in the file.
            None => log.and_then(|log| log.versions_through(&header)).unwrap_or(0),
            Some(last) if generation != last.generation => with_other_log(&header, log, last)?,
            Some(last) if header == last.header => last.in_file,
            Some(last) => {
                // A header may recur: the first one that is later counts.
                let mut later =
                    log.into_iter().flat_map(Log::first_page_versions).skip(last.in_file);
                match later.position(|it| it == header) {
                    Some(at) => last.in_file + at + 1,
                    None => return Some(Content::Foreign),
                }
            }
        };
        let generation = generation.or(self.last.as_ref().and_then(|last| last.generation));
        self.last = Some(LastSeen { header, generation, in_file });
        Some(Content::Own)
    }
}

/// The header of a database; zeros if the file is shorter.
fn read_header(mut file: &File) -> io::Result<Header> {
    let mut header = [0; HEADER];
    file.rewind()?;
    match file.read_exact(&mut header) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok([0; HEADER]),
        read => read.map(|()| header),
    }
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

    /// The number of versions of the first page through the first one with this header.
    fn versions_through(self, header: &Header) -> Option<usize> {
        self.first_page_versions().position(|it| it == *header).map(|at| at + 1)
    }

    /// The headers of the versions of the first page, from old to new.
    fn first_page_versions(mut self) -> impl Iterator<Item = Header> {
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
mod tests;
