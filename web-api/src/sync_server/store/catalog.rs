//! Which files there are, and what was uploaded of each. Functions over a connection; when they
//! belong together is decided by the store.

use rusqlite::{Connection, OptionalExtension as _, Row, params};
use serde::Serialize;
use sobre_engine::crdt::{Node, Timestamp};

use super::error::StoreError;
use crate::sync_server::ids::FileId;

/// A key as its maker described it; the server cannot use it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Key {
    /// Its id.
    pub id: Option<String>,
    /// Salt of its derivation.
    pub salt: Option<String>,
    /// A text that the right password decrypts.
    pub test: Option<String>,
}

/// A file of the catalog.
#[derive(Debug, Clone)]
pub struct FileRow {
    pub(super) number: i64,
    /// As its clients call it.
    pub id: String,
    pub(super) place: String,
    /// Sync generation, none after a reset.
    pub group_id: Option<String>,
    /// Name of the budget.
    pub name: String,
    pub(super) format: Option<i64>,
    /// How the current upload is encrypted, as JSON text.
    pub encrypt_meta: Option<String>,
    /// The key that messages and uploads must use.
    pub key: Key,
    pub(super) upload_id: Option<String>,
    pub(super) deleted: bool,
}

/// An upload that is kept.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct UploadRow {
    /// Its id, made by the server.
    pub id: String,
    /// When it came, in milliseconds since 1970.
    pub made_ms: i64,
    /// Its size.
    pub bytes: i64,
    /// Name of the budget then.
    pub name: String,
    /// Whether it is the one that is downloaded.
    pub current: bool,
    #[serde(skip)]
    pub(super) encrypt_meta: Option<String>,
}

impl FileRow {
    /// Whether it was deleted. Its uploads are kept.
    #[must_use]
    pub const fn is_deleted(&self) -> bool {
        self.deleted
    }
}

impl UploadRow {
    /// When it came, as date and time in UTC.
    #[must_use]
    pub fn made_at(&self) -> String {
        let made =
            u64::try_from(self.made_ms).ok().and_then(|ms| Timestamp::new(ms, 0, Node::ZERO));
        // The time is the beginning of a timestamp: 2026-11-20T12:00:00.
        made.map(|made| made.to_string().chars().take(19).collect()).unwrap_or_default()
    }
}

const FILE_COLUMNS: &str = "number, id, place, group_id, name, format, encrypt_meta, key_id, \
    key_salt, key_test, upload_id, deleted";

fn file_of(row: &Row<'_>) -> rusqlite::Result<FileRow> {
    Ok(FileRow {
        number: row.get(0)?,
        id: row.get(1)?,
        place: row.get(2)?,
        group_id: row.get(3)?,
        name: row.get(4)?,
        format: row.get(5)?,
        encrypt_meta: row.get(6)?,
        key: Key { id: row.get(7)?, salt: row.get(8)?, test: row.get(9)? },
        upload_id: row.get(10)?,
        deleted: row.get(11)?,
    })
}

/// The file, deleted or not.
pub(super) fn find(catalog: &Connection, id: &FileId) -> rusqlite::Result<Option<FileRow>> {
    catalog
        .prepare_cached(&format!("SELECT {FILE_COLUMNS} FROM files WHERE id = ?1"))?
        .query_row([id.as_str()], file_of)
        .optional()
}

/// The file, unless it is deleted.
pub(super) fn file(catalog: &Connection, id: &FileId) -> Result<FileRow, StoreError> {
    find(catalog, id)?.filter(|file| !file.deleted).ok_or(StoreError::FileNotFound)
}

/// All files in the order they came; deleted ones if asked for.
pub(super) fn files(catalog: &Connection, deleted: bool) -> rusqlite::Result<Vec<FileRow>> {
    catalog
        .prepare_cached(&format!(
            "SELECT {FILE_COLUMNS} FROM files WHERE deleted = 0 OR ?1 ORDER BY number"
        ))?
        .query_map([deleted], file_of)?
        .collect()
}

/// Writes a file as it is given; one without a number is new and gets one.
pub(super) fn save(catalog: &Connection, file: &FileRow) -> rusqlite::Result<i64> {
    let number = (file.number > 0).then_some(file.number);
    catalog
        .prepare_cached(
            "INSERT INTO files (number, id, place, group_id, name, format, encrypt_meta, key_id,
               key_salt, key_test, upload_id, deleted)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
             ON CONFLICT (number) DO UPDATE SET
               group_id = ?4, name = ?5, format = ?6, encrypt_meta = ?7, key_id = ?8,
               key_salt = ?9, key_test = ?10, upload_id = ?11, deleted = ?12
             RETURNING number",
        )?
        .query_row(
            params![
                number,
                file.id,
                file.place,
                file.group_id,
                file.name,
                file.format,
                file.encrypt_meta,
                file.key.id,
                file.key.salt,
                file.key.test,
                file.upload_id,
                file.deleted,
            ],
            |row| row.get(0),
        )
}

/// Records the current upload of a file.
pub(super) fn add_upload(
    catalog: &Connection,
    file: &FileRow,
    made_ms: i64,
    bytes: u64,
) -> rusqlite::Result<()> {
    catalog
        .prepare_cached(
            "INSERT INTO uploads (id, file, made_ms, bytes, name, format, encrypt_meta, key_id,
               key_salt, key_test)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
        )?
        .execute(params![
            file.upload_id,
            file.number,
            made_ms,
            i64::try_from(bytes).unwrap_or(i64::MAX),
            file.name,
            file.format,
            file.encrypt_meta,
            file.key.id,
            file.key.salt,
            file.key.test,
        ])?;
    Ok(())
}

/// Records the key of a file's current upload, which is that of the file.
pub(super) fn set_upload_key(catalog: &Connection, file: &FileRow) -> rusqlite::Result<()> {
    catalog
        .prepare_cached(
            "UPDATE uploads SET key_id = ?2, key_salt = ?3, key_test = ?4 WHERE id = ?1",
        )?
        .execute(params![file.upload_id, file.key.id, file.key.salt, file.key.test])?;
    Ok(())
}

/// What is kept of a file, newest first.
pub(super) fn uploads(catalog: &Connection, file: &FileRow) -> rusqlite::Result<Vec<UploadRow>> {
    catalog
        .prepare_cached(
            "SELECT id, made_ms, bytes, name, encrypt_meta FROM uploads
             WHERE file = ?1 ORDER BY made_ms DESC, rowid DESC",
        )?
        .query_map([file.number], |row| {
            let id: String = row.get(0)?;
            Ok(UploadRow {
                current: file.upload_id.as_ref() == Some(&id),
                id,
                made_ms: row.get(1)?,
                bytes: row.get(2)?,
                name: row.get(3)?,
                encrypt_meta: row.get(4)?,
            })
        })?
        .collect()
}

/// Forgets an upload.
pub(super) fn remove_upload(catalog: &Connection, id: &str) -> rusqlite::Result<()> {
    catalog.prepare_cached("DELETE FROM uploads WHERE id = ?1")?.execute([id])?;
    Ok(())
}

/// The file as it was right after the upload, under no sync generation.
pub(super) fn as_uploaded(
    catalog: &Connection,
    file: &FileRow,
    upload: &str,
) -> Result<FileRow, StoreError> {
    let read = |row: &Row<'_>| {
        Ok(FileRow {
            group_id: None,
            name: row.get(0)?,
            format: row.get(1)?,
            encrypt_meta: row.get(2)?,
            key: Key { id: row.get(3)?, salt: row.get(4)?, test: row.get(5)? },
            upload_id: Some(upload.to_owned()),
            deleted: false,
            ..file.clone()
        })
    };
    catalog
        .prepare_cached(
            "SELECT name, format, encrypt_meta, key_id, key_salt, key_test FROM uploads
             WHERE id = ?1 AND file = ?2",
        )?
        .query_row(params![upload, file.number], read)
        .optional()?
        .ok_or(StoreError::UploadNotFound)
}
