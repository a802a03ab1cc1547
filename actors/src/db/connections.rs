//! The connections that read budget files. SQLite shares the locks and the log's index of a file
//! among all connections of a process. While one connection is left, an overwritten file would be
//! read by the old index, and closing a handle of the file would drop the locks of all. So a
//! closing budget first ends every read of its file, and it opens again only once they are gone.

use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};
use rusqlite::{Connection, InterruptHandle, OpenFlags};

/// Reads are interrupted again after this time, because a read may go on with its next statement.
const AGAIN: Duration = Duration::from_millis(10);

static READS: Mutex<Reads> = Mutex::new(Reads { number: 0, open: Vec::new(), closing: Vec::new() });
static CHANGED: Condvar = Condvar::new();

struct Reads {
    /// The number of the last connection.
    number: u64,
    open: Vec<OpenRead>,
    /// The databases that are closing.
    closing: Vec<PathBuf>,
}

struct OpenRead {
    number: u64,
    database: PathBuf,
    /// None until the connection is open.
    interrupt: Option<InterruptHandle>,
    /// Whether a closing budget waits for it to end.
    has_to_end: bool,
}

/// A read-only connection to a budget file.
#[derive(Debug)]
pub(super) struct ReadingConnection {
    conn: Connection,
    _entry: ReadEntry,
}

impl ReadingConnection {
    /// Opens a database, once it is not closing.
    pub(super) fn open(database: &Path) -> rusqlite::Result<Self> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        // Listed first: a closing budget also waits for connections that are being opened.
        let entry = ReadEntry::of(database);
        let conn = Connection::open_with_flags(database, flags)?;
        entry.set_interrupt(conn.get_interrupt_handle());
        Ok(Self { conn, _entry: entry })
    }
}

impl Deref for ReadingConnection {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        &self.conn
    }
}

/// An entry in [`READS`]; dropped after its connection.
#[derive(Debug)]
struct ReadEntry(u64);

impl ReadEntry {
    fn of(database: &Path) -> Self {
        let mut reads = READS.lock();
        while reads.closing.iter().any(|closing| closing == database) {
            CHANGED.wait(&mut reads);
        }
        reads.number += 1;
        let (number, database) = (reads.number, database.to_owned());
        reads.open.push(OpenRead { number, database, interrupt: None, has_to_end: false });
        Self(number)
    }

    fn set_interrupt(&self, handle: InterruptHandle) {
        let mut reads = READS.lock();
        if let Some(read) = reads.open.iter_mut().find(|read| read.number == self.0) {
            read.interrupt = Some(handle);
        }
    }
}

impl Drop for ReadEntry {
    fn drop(&mut self) {
        READS.lock().open.retain(|read| read.number != self.0);
        CHANGED.notify_all();
    }
}

/// A database that is closing: no read of it begins until this is dropped.
#[derive(Debug)]
pub(crate) struct ClosingGuard(PathBuf);

impl Drop for ClosingGuard {
    fn drop(&mut self) {
        READS.lock().closing.retain(|closing| *closing != self.0);
        CHANGED.notify_all();
    }
}

/// Interrupts all reads of a database, and waits at most `within` for their connections to close.
/// Hold the result until the writing connection is closed.
pub(crate) fn end_reads(database: &Path, within: Duration) -> ClosingGuard {
    READS.lock().closing.push(database.to_owned());
    let closing = ClosingGuard(database.to_owned());
    if !until_ended(database, within, |_| true) {
        tracing::warn!("a read of a closing budget has not ended yet");
    }
    closing
}

/// Whether all reads are gone that a closing budget waited for. Interrupts the others again.
pub(crate) fn have_reads_ended(database: &Path) -> bool {
    until_ended(database, Duration::ZERO, |read| read.has_to_end)
}

fn until_ended(database: &Path, within: Duration, is_meant: impl Fn(&OpenRead) -> bool) -> bool {
    let until = Instant::now() + within;
    let mut reads = READS.lock();
    loop {
        let mut are_left = false;
        for read in &mut reads.open {
            if read.database == database && is_meant(read) {
                are_left = true;
                read.has_to_end = true;
                read.interrupt.iter().for_each(InterruptHandle::interrupt);
            }
        }
        if !are_left || Instant::now() >= until {
            return !are_left;
        }
        CHANGED.wait_for(&mut reads, AGAIN);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::mpsc;
    use std::thread;

    use super::*;

    #[test]
    fn a_closing_database_ends_its_reads_and_lets_none_begin() {
        let dir = tempfile::tempdir().unwrap();
        let database = dir.path().join("db");
        Connection::open(&database).unwrap().execute_batch("CREATE TABLE t (x)").unwrap();
        let (began, begun) = mpsc::channel();
        let read = {
            let database = database.clone();
            thread::spawn(move || {
                let conn = ReadingConnection::open(&database).unwrap();
                began.send(()).unwrap();
                conn.query_row(
                    "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT 1 FROM c) \
                     SELECT COUNT(*) FROM c",
                    [],
                    |_| Ok(()),
                )
            })
        };
        begun.recv().unwrap();
        let closing = end_reads(&database, Duration::ZERO);
        while !have_reads_ended(&database) {
            thread::yield_now();
        }
        read.join().unwrap().unwrap_err();
        let (begin, begun) = mpsc::channel();
        let may_open = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                begin.send(()).unwrap();
                drop(ReadingConnection::open(&database).unwrap());
                assert!(may_open.load(Ordering::Acquire));
            });
            begun.recv().unwrap();
            may_open.store(true, Ordering::Release);
            drop(closing);
        });
    }

    #[test]
    fn only_reads_of_an_earlier_opening_keep_a_database_from_being_opened() {
        let dir = tempfile::tempdir().unwrap();
        let database = dir.path().join("db");
        drop(Connection::open(&database).unwrap());
        let before = ReadingConnection::open(&database).unwrap();
        assert!(have_reads_ended(&database), "no budget has been open");
        drop(end_reads(&database, Duration::ZERO));
        let after = ReadingConnection::open(&database).unwrap();
        assert!(!have_reads_ended(&database));
        drop(before);
        assert!(have_reads_ended(&database));
        drop(after);
    }
}
