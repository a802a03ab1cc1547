//! The files of the signed-in user, and their sync requests. Only sign-in creates a [`UserFiles`],
//! so no handler can access a file without it.

use std::sync::Arc;

use parking_lot::MutexGuard;
use sobre_engine::crdt::latest_accepted;
use sobre_engine::sync::wire::MessageEnvelope;
use tokio::sync::watch;

use super::backend::Log;
use super::error::StoreError;
use super::history::key_of;
use super::messages::Page;
use super::{FileRow, FileState, Key, OpenLog, Store};
use crate::sync_server::ids::FileId;

/// First stored format with messages.
const FORMAT_WITH_MESSAGES: i64 = 2;

/// Access to the files; the proof of a sign-in.
#[derive(Clone)]
pub struct UserFiles {
    pub(super) store: Arc<Store>,
}

/// A sync request without its messages. Empty texts count as none.
#[derive(Debug, Clone, Default)]
pub struct Head {
    /// Sync generation of the device.
    pub group_id: String,
    /// Key of the device.
    pub key_id: String,
    /// The client requests messages after this timestamp.
    pub since: String,
}

/// The response to a sync, with the first page of messages.
pub struct SyncReply {
    /// The first messages.
    pub page: Page,
    /// JSON of the tree.
    pub merkle: String,
    /// For [`UserFiles::next_page`].
    pub before: i64,
    /// Sync generation, for [`UserFiles::next_page`].
    pub group: String,
    /// Change count right after this sync, for [`UserFiles::changes`].
    pub changes: u64,
}

impl UserFiles {
    pub(in crate::sync_server) const fn new(store: Arc<Store>) -> Self {
        Self { store }
    }

    /// The store, for work that concerns no file.
    #[must_use]
    pub const fn store(&self) -> &Arc<Store> {
        &self.store
    }

    /// All files in order of creation, optionally with deleted ones.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub fn list(&self, deleted: bool) -> Result<Vec<FileRow>, StoreError> {
        self.store.backend.files(deleted)
    }

    /// One file.
    ///
    /// # Errors
    /// [`StoreError::FileNotFound`], also for a deleted one.
    pub fn info(&self, id: &FileId) -> Result<FileRow, StoreError> {
        let found = self.store.backend.find(id)?;
        found.filter(|file| !file.deleted).ok_or(StoreError::FileNotFound)
    }

    /// Sets the key. Group and uploads stay as they are. An upload that preceded its key, such as
    /// the first one of an encrypted file, gets this key too.
    ///
    /// # Errors
    /// [`StoreError::FileNotFound`].
    pub fn create_key(&self, id: &FileId, key: Key) -> Result<(), StoreError> {
        let state = self.store.state_of(id);
        let _held = state.open.lock();
        let file = FileRow { key, ..self.info(id)? };
        if key_of(file.encrypt_meta.as_deref()) == file.key.id {
            self.store.backend.save_with_key_of_upload(&file)
        } else {
            self.store.backend.save(&file)
        }
    }

    /// Renames the file.
    ///
    /// # Errors
    /// [`StoreError::FileNotFound`].
    pub fn rename(&self, id: &FileId, name: String) -> Result<(), StoreError> {
        self.change(id, |file| file.name = name)
    }

    /// Marks the file as deleted. Its uploads stay restorable.
    ///
    /// # Errors
    /// [`StoreError::FileNotFound`].
    pub fn delete(&self, id: &FileId) -> Result<(), StoreError> {
        self.change(id, |file| file.deleted = true)
    }

    /// Ends the sync generation: its messages are deleted, uploads and key stay.
    ///
    /// # Errors
    /// [`StoreError::FileNotFound`].
    pub fn reset(&self, id: &FileId) -> Result<(), StoreError> {
        let state = self.store.state_of(id);
        let mut open = state.open.lock();
        let mut file = self.info(id)?;
        let group = file.group_id.take();
        self.store.backend.save(&file)?;
        self.store.forget_log(&mut open, &file, group.as_deref());
        state.notify();
        Ok(())
    }

    fn change(&self, id: &FileId, change: impl FnOnce(&mut FileRow)) -> Result<(), StoreError> {
        let state = self.store.state_of(id);
        let _held = state.open.lock();
        let mut file = self.info(id)?;
        change(&mut file);
        self.store.backend.save(&file)
    }

    /// Stores new messages and returns those of other devices, selected before the new ones are
    /// stored, so that no device gets back its own messages.
    ///
    /// # Errors
    /// A refusal with a code of the protocol, [`StoreError::ClockDrift`], or a fault; no message is
    /// stored then.
    pub fn sync(
        &self,
        id: &FileId,
        head: &Head,
        mut messages: impl Iterator<Item = Result<MessageEnvelope, StoreError>>,
    ) -> Result<SyncReply, StoreError> {
        let state = self.store.state_of(id);
        let mut open = state.open.lock();
        let file = self.info(id)?;
        let group = check(&file, head)?;
        let log = self.store.log_of(&mut open, &file, group)?;
        let known = log.batch();
        let now = u64::try_from(self.store.environment.clock.now_ms()).unwrap_or(0);
        let accepted = log.accept(latest_accepted(now), &mut messages)?;
        if accepted.batch > known {
            state.notify();
        }
        Ok(SyncReply {
            page: log.page(&head.since, accepted.before)?,
            merkle: accepted.merkle,
            before: accepted.before,
            group: group.to_owned(),
            changes: *state.changes.borrow(),
        })
    }

    /// More messages of a response, after the timestamp `after`.
    ///
    /// # Errors
    /// [`StoreError::FileHasReset`] if the generation has ended meanwhile.
    pub fn next_page(
        &self,
        id: &FileId,
        group: &str,
        after: &str,
        before: i64,
    ) -> Result<Page, StoreError> {
        let state = self.store.state_of(id);
        let mut open = state.open.lock();
        let file = self.info(id)?;
        if file.group_id.as_deref() != Some(group) {
            return Err(StoreError::FileHasReset);
        }
        self.store.log_of(&mut open, &file, group)?.page(after, before)
    }

    /// The change count of the server's copy of the file.
    ///
    /// # Errors
    /// [`StoreError::FileNotFound`].
    pub fn changes(&self, id: &FileId) -> Result<watch::Receiver<u64>, StoreError> {
        self.info(id)?;
        Ok(self.store.state_of(id).changes.subscribe())
    }
}

impl FileState {
    /// Notifies waiting devices of a change.
    pub(super) fn notify(&self) {
        self.changes.send_modify(|changes| *changes += 1);
    }
}

impl Store {
    /// The log of a generation, opened if needed.
    fn log_of<'a>(
        &self,
        open: &'a mut MutexGuard<'_, Option<OpenLog>>,
        file: &FileRow,
        group: &str,
    ) -> Result<&'a mut dyn Log, StoreError> {
        let current = open.take().filter(|open| open.group == group);
        let current = match current {
            Some(current) => current,
            None => {
                let log = self.backend.open_log(&file.place, group)?;
                OpenLog { group: group.to_owned(), log }
            }
        };
        Ok(&mut *open.insert(current).log)
    }

    /// Closes and removes the log of an ended generation.
    pub(super) fn forget_log(
        &self,
        open: &mut MutexGuard<'_, Option<OpenLog>>,
        file: &FileRow,
        group: Option<&str>,
    ) {
        **open = None;
        if let Some(group) = group {
            self.backend.remove_log(&file.place, group);
        }
    }
}

/// The checks before a sync, in order; returns the generation.
fn check<'a>(file: &'a FileRow, head: &Head) -> Result<&'a str, StoreError> {
    let key = file.key.id.as_deref().unwrap_or_default();
    if file.format.is_none_or(|format| format < FORMAT_WITH_MESSAGES) {
        return Err(StoreError::FileOldVersion);
    }
    let group = file.group_id.as_deref().ok_or(StoreError::FileNeedsUpload)?;
    if key_of(file.encrypt_meta.as_deref()).unwrap_or_default() != key {
        return Err(StoreError::FileKeyMismatch);
    }
    if head.group_id != group {
        return Err(StoreError::FileHasReset);
    }
    if head.key_id != key {
        return Err(StoreError::FileHasNewKey);
    }
    Ok(group)
}
