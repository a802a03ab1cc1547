//! Uploaded files waiting for an import. Each has a random handle; its original name is stored as
//! text and never used as a path.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::data_dir::{DataDir, UPLOADS_NAME};
use super::error::FileError;
use super::random::random_hex;
use crate::durable::{make_private_folder, private};

/// Largest upload in bytes.
pub const MAX_UPLOAD_BYTES: u64 = 512 * 1024 * 1024;
/// Most waiting uploads; another one drops the oldest.
pub const MAX_WAITING: usize = 8;
/// Most concurrent uploads.
pub const MAX_UNDER_WAY: usize = 4;
/// Longest stored name of an upload, in characters.
pub const MAX_NAME_LENGTH: usize = 255;

const HANDLE_BYTES: usize = 16;

/// The waiting uploads. Cheap to clone; all clones share one store.
#[derive(Debug, Clone)]
pub struct Uploads {
    data_dir: PathBuf,
    folder: PathBuf,
    max_bytes: u64,
    waiting: Arc<Mutex<WaitingUploads>>,
    /// Permits for running uploads.
    places: Arc<Semaphore>,
}

#[derive(Debug, Default)]
struct WaitingUploads {
    count: u64,
    by_handle: HashMap<String, (u64, Upload)>,
}

/// A finished upload. Its file is deleted on drop.
#[derive(Debug)]
pub struct Upload {
    path: PathBuf,
    name: String,
}

impl Upload {
    /// Path of the bytes.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The original name, for display and its extension; never a path.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl Drop for Upload {
    fn drop(&mut self) {
        // A file that cannot be deleted now is deleted at the next start.
        let _ = fs::remove_file(&self.path);
    }
}

impl Uploads {
    /// The store of a data directory, empty at first.
    ///
    /// # Errors
    /// [`FileError::Disk`].
    pub fn open(dir: &DataDir) -> Result<Self, FileError> {
        Self::with_limit(dir, MAX_UPLOAD_BYTES)
    }

    fn with_limit(dir: &DataDir, max_bytes: u64) -> Result<Self, FileError> {
        let folder = dir.path().join(UPLOADS_NAME);
        if !folder.is_dir() {
            make_private_folder(&folder)?;
        }
        let places = Arc::new(Semaphore::new(MAX_UNDER_WAY));
        let data_dir = dir.path().to_owned();
        Ok(Self { data_dir, folder, max_bytes, waiting: Arc::default(), places })
    }

    /// Starts an upload of a file with the original name `name`.
    ///
    /// # Errors
    /// [`FileError::TooManyUploads`] while [`MAX_UNDER_WAY`] others are running;
    /// [`FileError::DataDirMissing`]; [`FileError::Disk`].
    pub fn begin(&self, name: &str) -> Result<UploadWriter, FileError> {
        let place = Arc::clone(&self.places).try_acquire_owned();
        let place = place.map_err(|_| FileError::TooManyUploads(MAX_UNDER_WAY))?;
        let handle = random_hex(HANDLE_BYTES)?;
        let path = self.folder.join(&handle);
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        let file = private(&mut options).open(&path);
        let file = file.map_err(FileError::within(&self.data_dir))?;
        let upload = Upload { path, name: plain_name(name) };
        Ok(UploadWriter { store: self.clone(), handle, file, written: 0, upload, _place: place })
    }

    /// Takes an upload out of the store, once.
    ///
    /// # Errors
    /// [`FileError::UploadNotFound`] for a handle that is unknown or was used.
    pub fn take(&self, handle: &str) -> Result<Upload, FileError> {
        let found = self.waiting.lock().by_handle.remove(handle);
        found.map(|(_, upload)| upload).ok_or(FileError::UploadNotFound)
    }

    /// Name and bytes of an upload that stays in the store.
    ///
    /// # Errors
    /// [`FileError::UploadNotFound`]; [`FileError::UploadTooLarge`] for more than `most` bytes;
    /// [`FileError::Disk`].
    pub fn read(&self, handle: &str, most: u64) -> Result<(String, Vec<u8>), FileError> {
        let (name, file) = {
            let waiting = self.waiting.lock();
            let (_, upload) = waiting.by_handle.get(handle).ok_or(FileError::UploadNotFound)?;
            let file = File::open(&upload.path).map_err(FileError::within(&self.data_dir))?;
            (upload.name.clone(), file)
        };
        let mut bytes = Vec::new();
        let read = file.take(most.saturating_add(1)).read_to_end(&mut bytes);
        let read = read.map_err(FileError::within(&self.data_dir))?;
        if u64::try_from(read).unwrap_or(u64::MAX) > most {
            return Err(FileError::UploadTooLarge(most));
        }
        Ok((name, bytes))
    }

    fn keep(&self, handle: String, upload: Upload) {
        let mut waiting = self.waiting.lock();
        waiting.count += 1;
        let number = waiting.count;
        waiting.by_handle.insert(handle, (number, upload));
        if waiting.by_handle.len() > MAX_WAITING {
            let oldest = waiting.by_handle.iter().min_by_key(|(_, (number, _))| *number);
            if let Some(oldest) = oldest.map(|(handle, _)| handle.clone()) {
                waiting.by_handle.remove(&oldest);
            }
        }
    }
}

/// A running upload. Dropping it without [`UploadWriter::finish`] deletes its file.
#[derive(Debug)]
pub struct UploadWriter {
    store: Uploads,
    handle: String,
    file: File,
    written: u64,
    upload: Upload,
    _place: OwnedSemaphorePermit,
}

impl UploadWriter {
    /// Adds a piece.
    ///
    /// # Errors
    /// [`FileError::UploadTooLarge`] beyond the limit, [`FileError::Disk`].
    pub fn write(&mut self, piece: &[u8]) -> Result<(), FileError> {
        self.written = self.written.saturating_add(piece.len() as u64);
        if self.written > self.store.max_bytes {
            return Err(FileError::UploadTooLarge(self.store.max_bytes));
        }
        Ok(self.file.write_all(piece)?)
    }

    /// Ends the upload and returns its handle.
    ///
    /// # Errors
    /// [`FileError::Disk`].
    pub fn finish(mut self) -> Result<String, FileError> {
        io::Write::flush(&mut self.file)?;
        self.store.keep(self.handle.clone(), self.upload);
        Ok(self.handle)
    }
}

/// The last component of a path of any system, without control characters.
fn plain_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    last.chars().filter(|c| !c.is_control()).take(MAX_NAME_LENGTH).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn store(limit: u64) -> (tempfile::TempDir, DataDir, Uploads) {
        let temp = tempfile::tempdir().unwrap();
        let dir = DataDir::open(temp.path()).unwrap();
        let uploads = Uploads::with_limit(&dir, limit).unwrap();
        (temp, dir, uploads)
    }

    fn files(uploads: &Uploads) -> usize {
        fs::read_dir(&uploads.folder).unwrap().count()
    }

    #[test]
    fn an_upload_is_read_again_and_again_up_to_a_limit() {
        let (_temp, _dir, uploads) = store(100);
        let mut writer = uploads.begin("june.csv").unwrap();
        writer.write(b"a,b").unwrap();
        let handle = writer.finish().unwrap();
        for _ in 0..2 {
            assert_eq!(uploads.read(&handle, 3).unwrap(), ("june.csv".to_owned(), b"a,b".to_vec()));
        }
        assert!(matches!(uploads.read(&handle, 2), Err(FileError::UploadTooLarge(2))));
        assert!(matches!(uploads.read("another", 3), Err(FileError::UploadNotFound)));
        uploads.take(&handle).unwrap();
    }

    #[test]
    fn an_upload_is_taken_once_and_then_removed() {
        let (_temp, _dir, uploads) = store(100);
        let mut writer = uploads.begin("C:\\me\\..\\Home budget.zip").unwrap();
        writer.write(b"ab").unwrap();
        writer.write(b"c").unwrap();
        let handle = writer.finish().unwrap();
        assert_eq!(handle.len(), 2 * HANDLE_BYTES);
        let upload = uploads.take(&handle).unwrap();
        assert_eq!(fs::read(upload.path()).unwrap(), b"abc");
        assert_eq!(upload.name(), "Home budget.zip");
        assert!(matches!(uploads.take(&handle), Err(FileError::UploadNotFound)));
        drop(upload);
        assert_eq!(files(&uploads), 0);
    }

    #[test]
    fn an_upload_at_the_limit_is_kept_and_over_it_refused() {
        let (_temp, _dir, uploads) = store(4);
        let mut writer = uploads.begin("a").unwrap();
        writer.write(b"1234").unwrap();
        let error = writer.write(b"5").unwrap_err();
        assert_eq!(error.code(), "upload-too-large");
        drop(writer);
        assert_eq!(files(&uploads), 0);
        let mut writer = uploads.begin("a").unwrap();
        writer.write(b"1234").unwrap();
        assert!(uploads.take(&writer.finish().unwrap()).is_ok());
    }

    #[test]
    fn one_upload_too_many_drops_the_oldest() {
        let (_temp, _dir, uploads) = store(4);
        let finish = |_| uploads.begin("a").unwrap().finish().unwrap();
        let handles: Vec<_> = (0..=MAX_WAITING).map(finish).collect();
        assert_eq!(files(&uploads), MAX_WAITING);
        assert!(uploads.take(&handles[0]).is_err());
        assert!(uploads.take(&handles[1]).is_ok());
    }

    #[test]
    fn only_so_many_uploads_are_under_way_at_once() {
        let (_temp, _dir, uploads) = store(4);
        let mut under_way: Vec<_> =
            (0..MAX_UNDER_WAY).map(|_| uploads.begin("a").unwrap()).collect();
        let error = uploads.begin("a").unwrap_err();
        assert_eq!(error.code(), "busy");
        assert!(error.to_string().contains("already running"), "{error}");
        assert_eq!(files(&uploads), MAX_UNDER_WAY);
        drop(under_way.pop());
        under_way.push(uploads.begin("a").unwrap());
        under_way.pop().unwrap().finish().unwrap();
        assert!(uploads.begin("a").is_ok());
    }

    #[test]
    fn handles_are_not_paths() {
        let (_temp, _dir, uploads) = store(4);
        for handle in ["", ".", "../access-token", "/etc/passwd"] {
            assert!(uploads.take(handle).is_err());
        }
        assert_eq!(plain_name("a/b\u{0}c\n"), "bc");
        assert_eq!(plain_name(&"x".repeat(999)).len(), MAX_NAME_LENGTH);
    }

    #[test]
    fn uploads_of_an_earlier_run_are_removed() {
        let (temp, dir, uploads) = store(4);
        let writer = uploads.begin("a").unwrap();
        std::mem::forget(writer);
        drop(dir);
        let dir = DataDir::open(temp.path()).unwrap();
        assert_eq!(files(&Uploads::open(&dir).unwrap()), 0);
    }
}
