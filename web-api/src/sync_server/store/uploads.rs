//! Whole budgets as they are uploaded and downloaded, kept byte for byte, and
//! the uploads of the past.

use std::fs;

use sobre_actors::files::durable::{make_private_folder, sync_folder};

use super::catalog::{self, UploadRow};
use super::error::StoreError;
use super::history::{key_of, outlived};
use super::{FileRow, Files, Key, Received, Store};
use crate::sync_server::ids::FileId;

/// What comes with an upload. Empty texts count as none.
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

impl Files {
    /// Whether an upload would be taken.
    ///
    /// # Errors
    /// [`StoreError::FileHasReset`], [`StoreError::FileHasNewKey`], [`StoreError::Deleted`].
    pub fn check_upload(&self, id: &FileId, head: &UploadHead) -> Result<(), StoreError> {
        match catalog::find(&self.store.catalog.lock(), id)? {
            Some(file) => check(&file, head),
            None => Ok(()),
        }
    }

    /// Makes received bytes the current upload of a file, new or not. Answers its generation: a
    /// new one for a new file and after a reset.
    ///
    /// # Errors
    /// Those of [`Files::check_upload`], or a fault; the file is as it was then.
    pub fn upload(
        &self,
        id: &FileId,
        head: UploadHead,
        received: Received,
    ) -> Result<String, StoreError> {
        let store = &self.store;
        let slot = store.slot(id);
        let _held = slot.open.lock();
        let found = catalog::find(&store.catalog.lock(), id)?;
        let mut file = match found {
            Some(file) => {
                check(&file, &head)?;
                file
            }
            None => store.new_file(id)?,
        };
        let kept = file.group_id.take();
        let ended = kept.is_none();
        let group = kept.unwrap_or_else(|| store.environment.ids.uuid());
        file.group_id = Some(group.clone());
        file.upload_id = Some(store.environment.ids.uuid());
        (file.name, file.format) = (head.name, head.format);
        file.encrypt_meta = head.encrypt_meta;
        store.keep_upload(&mut file, received)?;
        if ended {
            slot.tell();
        }
        Ok(group)
    }

    /// The current upload, open for reading, and its size.
    ///
    /// # Errors
    /// [`StoreError::FileNotFound`].
    pub fn download(&self, id: &FileId) -> Result<(fs::File, u64), StoreError> {
        let slot = self.store.slot(id);
        let _held = slot.open.lock();
        let file = self.info(id)?;
        let upload = file.upload_id.as_deref().ok_or(StoreError::FileNotFound)?;
        let blob = fs::File::open(self.store.blob(&file, upload))?;
        let bytes = blob.metadata()?.len();
        Ok((blob, bytes))
    }

    /// The uploads that are kept of a file, deleted or not, newest first.
    ///
    /// # Errors
    /// [`StoreError::FileNotFound`].
    pub fn uploads(&self, id: &FileId) -> Result<Vec<UploadRow>, StoreError> {
        let catalog = self.store.catalog.lock();
        let file = catalog::find(&catalog, id)?.ok_or(StoreError::FileNotFound)?;
        Ok(catalog::uploads(&catalog, &file)?)
    }

    /// Makes an earlier upload the current one, under a new generation: messages that came since
    /// are dropped, and devices are told to download the file again. A deleted file is back.
    /// Answers the generation.
    ///
    /// # Errors
    /// [`StoreError::FileNotFound`], [`StoreError::UploadNotFound`].
    pub fn restore(&self, id: &FileId, upload: &str) -> Result<String, StoreError> {
        let store = &self.store;
        let slot = store.slot(id);
        let mut open = slot.open.lock();
        let catalog = store.catalog.lock();
        let file = catalog::find(&catalog, id)?.ok_or(StoreError::FileNotFound)?;
        let group = store.environment.ids.uuid();
        let mut restored = catalog::as_uploaded(&catalog, &file, upload)?;
        restored.group_id = Some(group.clone());
        catalog::save(&catalog, &restored)?;
        store.forget_log(&mut open, &file, file.group_id.as_deref());
        slot.tell();
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
        let folder = self.folder(&file);
        make_private_folder(&folder)?;
        if let Some(parent) = folder.parent() {
            sync_folder(parent)?;
        }
        Ok(file)
    }

    /// Puts the bytes in their place first and names them in the catalog second, so that the
    /// catalog never names something that is not there.
    fn keep_upload(&self, file: &mut FileRow, received: Received) -> Result<(), StoreError> {
        let bytes = received.bytes();
        let upload = file.upload_id.as_deref().unwrap_or_default();
        received.move_to(&self.blob(file, upload))?;
        sync_folder(&self.folder(file))?;
        let now = self.environment.clock.now_ms();
        let gone = {
            let mut catalog = self.catalog.lock();
            let transaction = catalog.transaction()?;
            file.number = catalog::save(&transaction, file)?;
            catalog::add_upload(&transaction, file, now, bytes)?;
            let gone = outlived(&catalog::uploads(&transaction, file)?, now);
            for upload in &gone {
                catalog::remove_upload(&transaction, upload)?;
            }
            transaction.commit()?;
            gone
        };
        for upload in gone {
            if let Err(error) = fs::remove_file(self.blob(file, &upload)) {
                tracing::warn!(%error, "an outlived upload could not be removed");
            }
        }
        Ok(())
    }
}

/// The checks before an upload, in their order.
fn check(file: &FileRow, head: &UploadHead) -> Result<(), StoreError> {
    if file.deleted {
        return Err(StoreError::Deleted);
    }
    if head.group_id != file.group_id {
        return Err(StoreError::FileHasReset);
    }
    if key_of(head.encrypt_meta.as_deref()) != file.key.id {
        return Err(StoreError::FileHasNewKey);
    }
    Ok(())
}
