//! Uploading and downloading whole budgets, stored byte for byte, and earlier uploads.

use std::io::Read;

use super::backend::NewUpload;
use super::error::StoreError;
use super::history::{key_of, outlived};
use super::{FileRow, Key, ReceivedFile, Store, UploadRow, UserFiles};
use crate::sync_server::ids::FileId;

/// Metadata of an upload. Empty texts count as none.
#[derive(Debug, Clone, Default)]
pub struct UploadHead {
    /// Sync generation of the device.
    pub group_id: Option<String>,
    /// Name of the budget.
    pub name: String,
    /// Format the device writes.
    pub format: Option<i64>,
    /// How the bytes are encrypted, as JSON text.
    pub encrypt_meta: Option<String>,
}

impl UserFiles {
    /// Checks whether an upload would be accepted.
    ///
    /// # Errors
    /// [`StoreError::FileNotFound`] if the file was deleted, [`StoreError::FileHasReset`],
    /// [`StoreError::FileHasNewKey`].
    pub fn check_upload(&self, id: &FileId, head: &UploadHead) -> Result<(), StoreError> {
        match self.store.backend.find(id)? {
            Some(file) => check(&file, head),
            None => Ok(()),
        }
    }

    /// Makes received bytes the current upload of a file, new or not. Returns its generation: a new
    /// one for a new file and after a reset.
    ///
    /// # Errors
    /// Those of [`UserFiles::check_upload`], or a fault; the file is unchanged then.
    pub fn upload(
        &self,
        id: &FileId,
        head: UploadHead,
        received: ReceivedFile,
    ) -> Result<String, StoreError> {
        let store = &self.store;
        let state = store.state_of(id);
        let _held = state.open.lock();
        let mut file = match store.backend.find(id)? {
            Some(file) => {
                check(&file, &head)?;
                file
            }
            None => store.new_file(id)?,
        };
        let stored = file.group_id.take();
        let ended = stored.is_none();
        let group = stored.unwrap_or_else(|| store.environment.ids.uuid());
        file.group_id = Some(group.clone());
        file.upload_id = Some(store.environment.ids.uuid());
        (file.name, file.format) = (head.name, head.format);
        file.encrypt_meta = head.encrypt_meta;
        store.keep_upload(&file, received)?;
        if ended {
            state.notify();
        }
        Ok(group)
    }

    /// The current upload, open for reading, and its size.
    ///
    /// # Errors
    /// [`StoreError::FileNotFound`].
    pub fn download(&self, id: &FileId) -> Result<(Box<dyn Read + Send>, u64), StoreError> {
        let state = self.store.state_of(id);
        let _held = state.open.lock();
        let file = self.info(id)?;
        let upload = file.upload_id.as_deref().ok_or(StoreError::FileNotFound)?;
        Ok(self.store.backend.open(&file.place, upload)?)
    }

    /// The stored uploads of a file, deleted or not, newest first.
    ///
    /// # Errors
    /// [`StoreError::FileNotFound`].
    pub fn uploads(&self, id: &FileId) -> Result<Vec<UploadRow>, StoreError> {
        let file = self.store.backend.find(id)?.ok_or(StoreError::FileNotFound)?;
        self.store.backend.uploads(&file)
    }

    /// Makes an earlier upload the current one, under a new generation: later messages are dropped,
    /// and devices have to download the file again. A deleted file is restored. Returns the
    /// generation.
    ///
    /// # Errors
    /// [`StoreError::FileNotFound`], [`StoreError::UploadNotFound`].
    pub fn restore(&self, id: &FileId, upload: &str) -> Result<String, StoreError> {
        let store = &self.store;
        let state = store.state_of(id);
        let mut open = state.open.lock();
        let file = store.backend.find(id)?.ok_or(StoreError::FileNotFound)?;
        let group = store.environment.ids.uuid();
        let restored = store.backend.as_uploaded(&file, upload)?;
        let mut restored = restored.ok_or(StoreError::UploadNotFound)?;
        restored.group_id = Some(group.clone());
        store.backend.save(&restored)?;
        store.forget_log(&mut open, &file, file.group_id.as_deref());
        state.notify();
        Ok(group)
    }
}

impl Store {
    /// A file that is not in the catalog yet, with its folder.
    fn new_file(&self, id: &FileId) -> Result<FileRow, StoreError> {
        let file = FileRow {
            number: 0,
            id: id.as_str().to_owned(),
            place: self.environment.ids.uuid(),
            group_id: None,
            name: String::new(),
            format: None,
            encrypt_meta: None,
            key: Key::default(),
            upload_id: None,
            deleted: false,
        };
        self.backend.make_place(&file.place)?;
        Ok(file)
    }

    /// Stores the bytes first and records them in the catalog second, so that the catalog never
    /// refers to missing data.
    fn keep_upload(&self, file: &FileRow, received: ReceivedFile) -> Result<(), StoreError> {
        let bytes = received.bytes();
        let upload = file.upload_id.as_deref().unwrap_or_default();
        self.backend.keep(&file.place, upload, received)?;
        let made_ms = self.environment.clock.now_ms();
        let outlived = |uploads: &[UploadRow]| outlived(uploads, made_ms);
        let gone = self.backend.save_upload(file, NewUpload { made_ms, bytes }, &outlived)?;
        for upload in gone {
            if let Err(error) = self.backend.remove(&file.place, &upload) {
                tracing::warn!(%error, "an expired upload could not be removed");
            }
        }
        Ok(())
    }
}

/// The checks before an upload, in order.
fn check(file: &FileRow, head: &UploadHead) -> Result<(), StoreError> {
    if file.deleted {
        return Err(StoreError::FileNotFound);
    }
    if head.group_id != file.group_id {
        return Err(StoreError::FileHasReset);
    }
    if key_of(head.encrypt_meta.as_deref()) != file.key.id {
        return Err(StoreError::FileHasNewKey);
    }
    Ok(())
}
