//! The catalog of files and their uploads.

use super::Disk;
use crate::sync_server::ids::FileId;
use crate::sync_server::store::backend::{Files, NewUpload};
use crate::sync_server::store::error::StoreError;
use crate::sync_server::store::rows::{FileRow, Key, UploadRow};
use rusqlite::{Connection, OptionalExtension as _, Row, params};

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

impl Files for Disk {
    fn files(&self, deleted: bool) -> Result<Vec<FileRow>, StoreError> {
        let sql =
            format!("SELECT {FILE_COLUMNS} FROM files WHERE deleted = 0 OR ?1 ORDER BY number");
        self.in_catalog(|catalog| {
            let mut select = catalog.prepare_cached(&sql)?;
            let files = select.query_map([deleted], file_of)?;
            Ok(files.collect::<rusqlite::Result<_>>()?)
        })
    }

    fn find(&self, id: &FileId) -> Result<Option<FileRow>, StoreError> {
        let sql = format!("SELECT {FILE_COLUMNS} FROM files WHERE id = ?1");
        self.in_catalog(|catalog| {
            let mut select = catalog.prepare_cached(&sql)?;
            Ok(select.query_row([id.as_str()], file_of).optional()?)
        })
    }

    fn save(&self, file: &FileRow) -> Result<(), StoreError> {
        self.in_catalog(|catalog| {
            save(catalog, file)?;
            Ok(())
        })
    }

    fn save_with_key_of_upload(&self, file: &FileRow) -> Result<(), StoreError> {
        self.in_catalog(|catalog| {
            let transaction = catalog.transaction()?;
            save(&transaction, file)?;
            set_upload_key(&transaction, file)?;
            Ok(transaction.commit()?)
        })
    }

    fn save_upload(
        &self,
        file: &FileRow,
        upload: NewUpload,
        outlived: &dyn Fn(&[UploadRow]) -> Vec<String>,
    ) -> Result<Vec<String>, StoreError> {
        self.in_catalog(|catalog| {
            let transaction = catalog.transaction()?;
            let file = FileRow { number: save(&transaction, file)?, ..file.clone() };
            add_upload(&transaction, &file, upload)?;
            let gone = outlived(&uploads(&transaction, &file)?);
            for upload in &gone {
                remove_upload(&transaction, upload)?;
            }
            transaction.commit()?;
            Ok(gone)
        })
    }

    fn uploads(&self, file: &FileRow) -> Result<Vec<UploadRow>, StoreError> {
        self.in_catalog(|catalog| Ok(uploads(catalog, file)?))
    }

    fn as_uploaded(&self, file: &FileRow, upload: &str) -> Result<Option<FileRow>, StoreError> {
        self.in_catalog(|catalog| Ok(as_uploaded(catalog, file, upload)?))
    }
}

/// Writes a file's row; one without a number is new and gets one.
fn save(catalog: &Connection, file: &FileRow) -> rusqlite::Result<i64> {
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
fn add_upload(
    catalog: &Connection,
    file: &FileRow,
    NewUpload { made_ms, bytes }: NewUpload,
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

/// Copies a file's key to its current upload.
fn set_upload_key(catalog: &Connection, file: &FileRow) -> rusqlite::Result<()> {
    catalog
        .prepare_cached(
            "UPDATE uploads SET key_id = ?2, key_salt = ?3, key_test = ?4 WHERE id = ?1",
        )?
        .execute(params![file.upload_id, file.key.id, file.key.salt, file.key.test])?;
    Ok(())
}

/// The stored uploads of a file, newest first.
fn uploads(catalog: &Connection, file: &FileRow) -> rusqlite::Result<Vec<UploadRow>> {
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

/// Removes an upload.
fn remove_upload(catalog: &Connection, id: &str) -> rusqlite::Result<()> {
    catalog.prepare_cached("DELETE FROM uploads WHERE id = ?1")?.execute([id])?;
    Ok(())
}

/// The file as it was right after the upload, without a sync generation.
fn as_uploaded(
    catalog: &Connection,
    file: &FileRow,
    upload: &str,
) -> rusqlite::Result<Option<FileRow>> {
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
        .optional()
}
