//! Opens a possibly malicious database: read-only, with all active features of a schema disabled,
//! and checked before any row is read.

use std::fmt::Write as _;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::{Connection, OpenFlags};

use crate::files::DiskFault;
use crate::files::error::FileError;

/// Views that other programs store in the file. They are not read.
const KNOWN_VIEWS: &[&str] = &[
    "v_categories",
    "v_payees",
    "v_schedules",
    "v_transactions",
    "v_transactions_internal",
    "v_transactions_internal_alive",
    "v_transactions_layer1",
    "v_transactions_layer2",
];

/// Most tables, indexes and views together. Real files have about ninety.
pub(super) const MAX_OBJECTS: usize = 500;

/// Longest row that SQLite reads, in bytes: every text of a row may have its maximum length.
const MAX_ROW_BYTES: i32 = 128 * 1024 * 1024;

const HEADER_LENGTH: u64 = 100;
const UTF_8: u32 = 1;

/// Opens the database and checks its header and schema. Its pages are checked by [`check_pages`].
pub(in crate::files) fn open(path: &Path) -> Result<Connection, FileError> {
    check_header(path)?;
    let conn = connect(path)?;
    check_objects(&conn)?;
    Ok(conn)
}

fn connect(path: &Path) -> Result<Connection, FileError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_URI
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let conn = Connection::open_with_flags(immutable_uri(path)?, flags).map_err(unreadable)?;
    harden(&conn).map_err(unreadable)?;
    Ok(conn)
}

/// A failure to read the database is attributed to the database, unless no file can be opened at
/// all.
pub(super) fn unreadable(error: rusqlite::Error) -> FileError {
    match DiskFault::of_sqlite(&error) {
        Some(DiskFault::TooManyFiles) => FileError::Sql(error),
        _ => FileError::InvalidDb(error.to_string()),
    }
}

/// Immutable: SQLite neither locks the file nor looks for a journal.
fn immutable_uri(path: &Path) -> Result<String, FileError> {
    let unusual = || FileError::InvalidDb("its path is not text".into());
    let mut uri = String::from("file:");
    for byte in path.to_str().ok_or_else(unusual)?.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' => {
                uri.push(char::from(byte));
            }
            _ => {
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    uri.push_str("?immutable=1");
    Ok(uri)
}

fn harden(conn: &Connection) -> rusqlite::Result<()> {
    for (option, on) in [
        (DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true),
        (DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, false),
        (DbConfig::SQLITE_DBCONFIG_DQS_DDL, false),
        (DbConfig::SQLITE_DBCONFIG_DQS_DML, false),
    ] {
        conn.set_db_config(option, on)?;
    }
    for (limit, most) in [
        (Limit::SQLITE_LIMIT_LENGTH, MAX_ROW_BYTES),
        (Limit::SQLITE_LIMIT_SQL_LENGTH, 100_000),
        (Limit::SQLITE_LIMIT_COLUMN, 200),
        (Limit::SQLITE_LIMIT_EXPR_DEPTH, 50),
        (Limit::SQLITE_LIMIT_COMPOUND_SELECT, 5),
        (Limit::SQLITE_LIMIT_VDBE_OP, 25_000),
        (Limit::SQLITE_LIMIT_FUNCTION_ARG, 16),
        (Limit::SQLITE_LIMIT_ATTACHED, 0),
        (Limit::SQLITE_LIMIT_TRIGGER_DEPTH, 1),
        (Limit::SQLITE_LIMIT_WORKER_THREADS, 0),
    ] {
        conn.set_limit(limit, most)?;
    }
    conn.execute_batch(
        "PRAGMA query_only = ON; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0;
         PRAGMA cache_size = -32768;",
    )
}

/// Checks the file's first hundred bytes before SQLite reads them.
fn check_header(path: &Path) -> Result<(), FileError> {
    let wrong = |what: &str| Err(FileError::InvalidDb(what.to_owned()));
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    let mut header = Vec::new();
    (&mut file).take(HEADER_LENGTH).read_to_end(&mut header)?;
    if header.len() as u64 != HEADER_LENGTH || !header.starts_with(b"SQLite format 3\0") {
        return wrong("it is not an SQLite database");
    }
    let number = |at: usize| {
        let bytes = header.get(at..at + 4).unwrap_or_default();
        bytes.iter().fold(0_u32, |number, byte| number << 8 | u32::from(*byte))
    };
    let page_size = match number(16) >> 16 {
        1 => 65_536,
        size => size,
    };
    if page_size < 512 || !page_size.is_power_of_two() {
        return wrong("its page size is impossible");
    }
    if length % u64::from(page_size) != 0 {
        return wrong("it is cut off");
    }
    let counted_by_current_writer = number(24) == number(92);
    if counted_by_current_writer && u64::from(number(28)) * u64::from(page_size) != length {
        return wrong("it is cut off");
    }
    if number(56) != UTF_8 {
        return wrong("its text is not in UTF-8");
    }
    Ok(())
}

/// The schema may contain only plain tables, indexes and known views.
fn check_objects(conn: &Connection) -> Result<(), FileError> {
    let sql = "SELECT type, name, rootpage, coalesce(sql, '') FROM sqlite_master";
    let mut statement = conn.prepare(sql).map_err(unreadable)?;
    let mut rows = statement.query([]).map_err(unreadable)?;
    let mut count = 0;
    while let Some(row) = rows.next().map_err(unreadable)? {
        let text = |column| row.get::<_, String>(column).map_err(unreadable);
        let (kind, name, sql) = (text(0)?, text(1)?, text(3)?);
        let root: i64 = row.get(2).map_err(unreadable)?;
        count += 1;
        if count > MAX_OBJECTS {
            return Err(FileError::InvalidSchema("it has too many tables".into()));
        }
        check_object(&kind, &name, root, &sql)?;
    }
    Ok(())
}

fn check_object(kind: &str, name: &str, root: i64, sql: &str) -> Result<(), FileError> {
    let refused = |what: &str| Err(FileError::InvalidSchema(format!("{what} {name:?}")));
    match kind {
        "table" if root == 0 || sql.to_ascii_uppercase().contains("VIRTUAL") => {
            refused("it has a virtual table")
        }
        "table" | "index" => Ok(()),
        "view" if KNOWN_VIEWS.contains(&name) => Ok(()),
        "view" => refused("it has an unknown view"),
        "trigger" => refused("it has a trigger"),
        _ => refused("it has an unknown object"),
    }
}

/// Checks every page of a database once, on a separate connection, so that rows can be read
/// meanwhile. The content of indexes is ignored: rows are read from the tables, and our indexes are
/// rebuilt.
pub(in crate::files) fn check_pages(path: &Path) -> Result<(), FileError> {
    let conn = connect(path)?;
    let answer: String =
        conn.query_row("PRAGMA quick_check(1)", [], |row| row.get(0)).map_err(unreadable)?;
    if answer == "ok" { Ok(()) } else { Err(FileError::InvalidDb(answer)) }
}
