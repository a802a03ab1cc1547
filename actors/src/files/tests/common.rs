//! A data directory for tests, and budgets in zips.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Cursor, Read as _, Write as _};
use std::path::{Path, PathBuf};

use rusqlite::Connection;
use rusqlite::types::Value;
use zip::write::SimpleFileOptions;

use crate::environment::Environment;
use crate::files::archive::Limits;
use crate::files::import_actual::import_within;
use crate::files::{BudgetId, DataDir, DownloadedFile, FileError, import_actual, stage_download};

/// A data directory that is deleted afterwards.
pub(super) struct Place {
    pub(super) dir: DataDir,
    temp: tempfile::TempDir,
}

pub(super) fn place() -> Place {
    let temp = tempfile::tempdir().unwrap();
    let dir = DataDir::open(&temp.path().join("data")).unwrap();
    Place { dir, temp }
}

/// The 20th of November 2026, and ids that count up.
pub(super) fn env() -> Environment {
    Environment::fixed("2026-11-20".parse().unwrap())
}

impl Place {
    pub(super) fn import(&self, zip: &[u8]) -> Result<BudgetId, FileError> {
        let path = self.zip_file(zip);
        import_actual(&path, &self.dir, &env())
    }

    pub(super) fn download(&self, zip: &[u8]) -> Result<BudgetId, FileError> {
        let path = self.zip_file(zip);
        let (file_id, group_id) = ("file".to_owned(), Some("group".to_owned()));
        let from = DownloadedFile { file_id, group_id, encrypt_key_id: None, server_ms: None };
        stage_download(&path, &self.dir, &env(), &from)?.install()
    }

    pub(super) fn import_limited(
        &self,
        zip: &[u8],
        limits: &Limits,
    ) -> Result<BudgetId, FileError> {
        let path = self.zip_file(zip);
        import_within(&path, &self.dir, &env(), limits)
    }

    fn zip_file(&self, zip: &[u8]) -> PathBuf {
        let path = self.temp.path().join("upload");
        fs::write(&path, zip).unwrap();
        path
    }

    pub(super) fn open(&self, id: &str) -> Connection {
        Connection::open(self.dir.path().join(id).join("db.sqlite")).unwrap()
    }

    /// Every file of the data directory with its content.
    pub(super) fn content(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut found = BTreeMap::new();
        collect(self.dir.path(), &mut found);
        found
    }
}

fn collect(folder: &Path, found: &mut BTreeMap<PathBuf, Vec<u8>>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, found);
            found.insert(path, Vec::new());
        } else {
            let content = fs::read(&path).unwrap();
            found.insert(path, content);
        }
    }
}

pub(super) fn fixture(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/interop");
    fs::read(folder.join(name)).unwrap()
}

pub(super) fn expected(name: &str) -> serde_json::Value {
    serde_json::from_slice(&fixture(name)).unwrap()
}

/// One entry of a zip.
pub(super) fn entry(zip: &[u8], name: &str) -> Vec<u8> {
    let mut zip = zip::ZipArchive::new(Cursor::new(zip)).unwrap();
    let mut bytes = Vec::new();
    zip.by_name(name).unwrap().read_to_end(&mut bytes).unwrap();
    bytes
}

/// A zip of these entries.
pub(super) fn zipped(entries: &[(&str, &[u8])]) -> Vec<u8> {
    zipped_with(SimpleFileOptions::default(), entries)
}

pub(super) fn zipped_with(options: SimpleFileOptions, entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in entries {
        zip.start_file(*name, options).unwrap();
        zip.write_all(content).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

pub(super) const META: &[u8] = br#"{"id":"Some-Budget-1234567","budgetName":"Some Budget"}"#;

/// The database of the tracking fixture, the smallest real one.
pub(super) fn real_db() -> Vec<u8> {
    entry(&fixture("tracking_local_26_9.zip"), "db.sqlite")
}

/// The database of the tracking fixture after `change`.
pub(super) fn changed_db(change: impl FnOnce(&Connection)) -> Vec<u8> {
    let temp = tempfile::tempdir().unwrap();
    let path = temp.path().join("db.sqlite");
    fs::write(&path, real_db()).unwrap();
    let conn = Connection::open(&path).unwrap();
    conn.execute_batch(
        "PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY",
    )
    .unwrap();
    change(&conn);
    conn.close().unwrap();
    fs::read(&path).unwrap()
}

pub(super) fn rows(conn: &Connection, sql: &str) -> Vec<Vec<Value>> {
    let mut statement = conn.prepare(sql).unwrap();
    let count = statement.column_count();
    let rows = statement.query_map([], |row| (0..count).map(|i| row.get(i)).collect()).unwrap();
    rows.map(Result::unwrap).collect()
}

/// All rows of all tables that belong to a budget, by table.
pub(super) fn all_rows(conn: &Connection) -> BTreeMap<String, Vec<Vec<Value>>> {
    let tables = "SELECT name FROM sqlite_master WHERE type = 'table'
                     AND name NOT LIKE 'sqlite%' AND name NOT IN ('__meta__', 'kvcache_key')";
    let names: Vec<String> = rows(conn, tables)
        .into_iter()
        .map(|row| match row.into_iter().next() {
            Some(Value::Text(name)) => name,
            other => panic!("{other:?} is no name"),
        })
        .collect();
    names
        .into_iter()
        .map(|name| {
            let content = rows(conn, &format!("SELECT * FROM \"{name}\" ORDER BY 1"));
            (name, content)
        })
        .collect()
}
