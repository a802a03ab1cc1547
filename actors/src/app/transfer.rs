//! Uploads and downloads of whole budgets.

use std::fs::File;
use std::io::Read;
use std::sync::Arc;

use chrono::TimeDelta;
use serde_json::Value;
use sobre_engine::dates::Day;
use sobre_engine::sync::api::{EncryptMeta, RemoteFile, Upload};
use sobre_engine::sync::fault::SyncFault;

use super::App;
use super::exports::{ExportFile, TemporaryFile};
use crate::contract::{CallError, ErrorCode};
use crate::database_actor::syncing::{CorrectClock, SetMetadata};
use crate::db::metadata::keys;
use crate::faults::file_exists;
use crate::files::{self, BudgetId, DownloadedFile, FileError, Metadata};
use crate::network::Server;
use crate::open_budget::OpenBudget;
use crate::sync::encryption::FileKey;
use crate::sync::server_clock::agreed;
use crate::sync::{ServerLink, on_network_thread};
use crate::tasks::blocking;

/// Days after which an opened budget is uploaded again.
const UPLOAD_EVERY_DAYS: i64 = 7;

/// An uploaded budget.
struct UploadedBudget {
    file_id: String,
    group_id: String,
    encrypt_key_id: Option<String>,
}

impl App {
    /// Uploads an open budget. If the server does not know it, it becomes a new file there. A retry
    /// after a lost response uses the same file.
    pub(crate) async fn upload(&self, budget: &Arc<OpenBudget>) -> Result<(), CallError> {
        let server = self.link.session()?;
        self.correct_clock_of_new(budget, &server).await?;
        let export = ExportFile::of(self, budget).await?;
        let metadata = Metadata::of(budget.dir()).map_err(FileError::from)?;
        let asked = Arc::clone(&server);
        let stored = |key| metadata.text(key).map(str::to_owned);
        let ids = FileIds {
            own: stored(keys::CLOUD_FILE_ID),
            sent_as: stored(keys::SENT_AS),
            fresh: self.environment.ids.uuid(),
        };
        let place = on_network_thread(move || UploadTarget::find(&*asked, ids)).await?;
        let begun = |id: Value| budget.ask_db(SetMetadata(vec![(keys::SENT_AS, id)]));
        if !place.is_known {
            begun(Value::String(place.file_id.clone())).await?;
        }
        let link = Arc::clone(&self.link);
        let sent = on_network_thread(move || place.send(&*server, &link, &metadata, &export)).await;
        if sent.as_ref().is_err_and(is_about_file) {
            begun(Value::Null).await?;
        }
        self.note_sent(budget, sent?).await
    }

    /// Timestamps that were never synced may come from a wrong clock. Other devices trust the
    /// timestamps of a file, so they are corrected before the upload.
    async fn correct_clock_of_new(
        &self,
        budget: &Arc<OpenBudget>,
        server: &Arc<dyn Server>,
    ) -> Result<(), CallError> {
        let metadata = Metadata::of(budget.dir()).map_err(FileError::from)?;
        if metadata.text(keys::LAST_SYNCED_TIMESTAMP).is_some() {
            return Ok(());
        }
        let (asked, clock) = (Arc::clone(server), Arc::clone(&self.environment.clock));
        if let Some(time) = on_network_thread(move || agreed(&*asked, &*clock)).await? {
            let offset_ms = time.offset_ms(self.link.offset_ms());
            budget.ask_db(CorrectClock { offset_ms }).await?;
        }
        Ok(())
    }

    async fn note_sent(
        &self,
        budget: &Arc<OpenBudget>,
        sent: UploadedBudget,
    ) -> Result<(), CallError> {
        let today = self.environment.calendar.today().to_string();
        let set = SetMetadata(vec![
            (keys::CLOUD_FILE_ID, Value::String(sent.file_id)),
            (keys::SENT_AS, Value::Null),
            (keys::RESETTING, Value::Null),
            (keys::GROUP_ID, Value::String(sent.group_id)),
            (keys::LAST_UPLOADED, Value::String(today)),
            (keys::ENCRYPT_KEY_ID, sent.encrypt_key_id.map_or(Value::Null, Value::String)),
        ]);
        budget.ask_db(set).await
    }

    /// Uploads a newly opened budget if its last upload was a week ago. Syncs first and skips the
    /// upload if that fails, so that no old copy replaces a newer one. A failure is retried at the
    /// next opening.
    pub(crate) fn upload_weekly(&self, budget: &Arc<OpenBudget>) {
        let metadata = Metadata::read_or_default(budget.dir());
        let today = self.environment.calendar.today();
        if self.link.session().is_err() || !is_upload_due(&metadata, today) {
            return;
        }
        let (app, budget) = (self.clone(), Arc::clone(budget));
        actix::spawn(async move {
            if budget.sync().await.is_ok()
                && let Err(error) = app.upload(&budget).await
            {
                tracing::info!(%error, "the weekly upload of a budget failed");
            }
        });
    }

    /// Downloads a file of the server as a budget and reports its progress; returns its id.
    pub(crate) async fn download(
        &self,
        file_id: String,
        replace: bool,
        notify: impl Fn(&'static str),
    ) -> Result<BudgetId, CallError> {
        let server = self.link.session()?;
        notify("downloading");
        let (link, id) = (Arc::clone(&self.link), file_id.clone());
        let clock = Arc::clone(&self.environment.clock);
        let zip = TemporaryFile::new(self, "zip");
        let downloaded = on_network_thread(move || {
            let info = server.file_info(&id)?;
            if info.deleted {
                return Err(SyncFault::FileNotFound);
            }
            let key = match &info.encrypt_meta {
                // Encryption is never switched off, so a server cannot do it by sending an
                // unencrypted file.
                None if link.knows_encrypted(&id) => return Ok(None),
                None => None,
                Some(meta) => {
                    let missing = SyncFault::DecryptFailure { missing_key: true };
                    Some((link.key(&id, &meta.key_id).ok_or(missing)?, meta))
                }
            };
            let mut file = zip.create().map_err(|_| SyncFault::StorageFull)?;
            match key {
                None => server.download(&id, &mut file)?,
                Some((key, meta)) => {
                    let mut unsealing = key.unsealing(meta, file)?;
                    server.download(&id, &mut unsealing)?;
                    unsealing.finish()?;
                }
            }
            let server_ms = agreed(&*server, &*clock)?.map(|time| time.server_ms);
            Ok(Some((info, zip, server_ms)))
        })
        .await?;
        let plainly = || CallError::of(ErrorCode::NotEncrypted);
        let (info, zip, server_ms) = downloaded.ok_or_else(plainly)?;
        notify("checking");
        let origin = DownloadedFile {
            file_id: info.file_id,
            group_id: info.group_id,
            encrypt_key_id: info.encrypt_meta.map(|meta| meta.key_id),
            server_ms,
        };
        self.install(origin, zip, replace).await
    }

    /// Checks and copies first; only then closes and replaces an open budget of the same id.
    async fn install(
        &self,
        origin: DownloadedFile,
        zip: TemporaryFile,
        replace: bool,
    ) -> Result<BudgetId, CallError> {
        let app = self.clone();
        blocking(move || {
            let (dir, environment) = (&app.data_dir, &app.environment);
            let staged = files::stage_download(zip.path(), dir, environment, &origin)?;
            let here = dir.existing_budget(staged.id()).ok();
            let here = here.map(|folder| Metadata::of(&folder)).transpose();
            let here = here.map_err(FileError::from)?;
            if here.as_ref().is_some_and(|here| is_bared(here, &origin)) {
                return Err(CallError::of(ErrorCode::NotEncrypted));
            }
            if !replace && let Some(here) = here {
                return Err(file_exists(staged.id(), &here));
            }
            let id = staged.id().clone();
            app.replace(&id, "This budget was replaced by the one on the server.", None, || {
                app.keep_replaced(&id)?;
                Ok(staged.install()?)
            })
        })
        .await
    }
}

/// Whether an unencrypted download belongs to an encrypted local copy.
fn is_bared(here: &Metadata, origin: &DownloadedFile) -> bool {
    origin.encrypt_key_id.is_none()
        && here.text(keys::ENCRYPT_KEY_ID).is_some()
        && here.text(keys::CLOUD_FILE_ID) == Some(&*origin.file_id)
}

/// Whether a budget is on a server and its last upload was a week ago or is unknown.
fn is_upload_due(metadata: &Metadata, today: Day) -> bool {
    let on_server =
        [keys::CLOUD_FILE_ID, keys::GROUP_ID].iter().all(|key| metadata.text(key).is_some());
    let last = metadata.text(keys::LAST_UPLOADED).and_then(|day| day.parse::<Day>().ok());
    let is_old = |last: Day| today.date() - last.date() >= TimeDelta::days(UPLOAD_EVERY_DAYS);
    on_server && last.is_none_or(is_old)
}

/// Whether the server itself reports that it stored nothing and may never accept this id: servers
/// of other programs fail over the id of a deleted file. An error of a proxy does not count,
/// because the server behind it may have stored the file.
fn is_about_file(fault: &SyncFault) -> bool {
    matches!(
        fault,
        SyncFault::FileNotFound
            | SyncFault::FileHasReset
            | SyncFault::FileHasNewKey
            | SyncFault::InvalidId
            | SyncFault::ServerFailed
    )
}

const MISSING_KEY: SyncFault = SyncFault::EncryptFailure { missing_key: true };

/// The ids that a server may know a budget by.
struct FileIds {
    /// Of its file on the server.
    own: Option<String>,
    /// Of an upload whose response was lost.
    sent_as: Option<String>,
    /// For a new file.
    fresh: String,
}

/// The server file that a budget is uploaded to.
struct UploadTarget {
    file_id: String,
    /// Whether the budget already records this file.
    is_known: bool,
    /// The server's entry for a file whose upload response was lost.
    begun: Option<RemoteFile>,
}

impl UploadTarget {
    /// The budget's file, else the file of an unfinished upload, else a new one.
    fn find(server: &dyn Server, ids: FileIds) -> Result<Self, SyncFault> {
        let FileIds { own, sent_as, fresh: fresh_id } = ids;
        if own.is_none() && sent_as.is_none() {
            return Ok(Self { file_id: fresh_id, is_known: false, begun: None });
        }
        let mut files = server.list_files()?;
        let mut listed = |id: &Option<String>| {
            let at = files.iter().position(|file| Some(&file.file_id) == id.as_ref())?;
            Some(files.swap_remove(at))
        };
        if let Some(file) = listed(&own).filter(|file| !file.deleted) {
            return Ok(Self { file_id: file.file_id, is_known: true, begun: None });
        }
        let (file_id, begun) = match (listed(&sent_as), sent_as) {
            (Some(file), _) if file.deleted => (fresh_id, None),
            (Some(file), _) => (file.file_id.clone(), Some(file)),
            (None, sent_as) => (sent_as.unwrap_or(fresh_id), None),
        };
        Ok(Self { file_id, is_known: false, begun })
    }

    /// Uploads the exported budget; a new file gets the budget's key.
    fn send(
        self,
        server: &dyn Server,
        link: &ServerLink,
        metadata: &Metadata,
        export: &ExportFile,
    ) -> Result<UploadedBudget, SyncFault> {
        let Self { file_id, is_known, begun } = self;
        let text = |key| metadata.text(key);
        let key = match (text(keys::CLOUD_FILE_ID), text(keys::ENCRYPT_KEY_ID)) {
            (_, None) => None,
            (None, Some(_)) => return Err(SyncFault::EncryptFailure { missing_key: true }),
            (Some(file), Some(key_id)) => {
                Some((link.key(file, key_id).ok_or(MISSING_KEY)?, link.stored_key(file)))
            }
        };
        let give_key = || -> Result<(), SyncFault> {
            let Some((key, stored)) = key.as_ref().filter(|_| !is_known) else { return Ok(()) };
            let stored = stored.as_ref().ok_or(MISSING_KEY)?;
            server.create_key(&file_id, stored)?;
            link.keep_key(&file_id, key, stored).map_err(|_| SyncFault::StorageFull)
        };
        // An existing file accepts only data encrypted with its key; a new one has no key yet.
        if begun.is_some() {
            give_key()?;
        }
        let listed = begun.as_ref().and_then(|file| file.group_id.as_deref());
        let zip = File::open(export.path()).map_err(|_| SyncFault::StorageFull)?;
        let package = Package {
            file_id: &file_id,
            group_id: if is_known { text(keys::GROUP_ID) } else { listed },
            name: metadata.budget_name().unwrap_or("Budget"),
            key: key.as_ref().map(|(key, _)| key),
        };
        let group_id = package.send(server, &zip)?;
        if begun.is_none() {
            give_key()?;
        }
        let encrypt_key_id = key.as_ref().map(|(key, _)| key.id().to_owned());
        Ok(UploadedBudget { file_id: file_id.clone(), group_id, encrypt_key_id })
    }
}

/// A budget prepared for upload.
struct Package<'a> {
    file_id: &'a str,
    group_id: Option<&'a str>,
    name: &'a str,
    key: Option<&'a FileKey>,
}

impl Package<'_> {
    /// Uploads the zip while reading it, encrypted if there is a key; returns the sync generation.
    fn send(&self, server: &dyn Server, mut zip: &File) -> Result<String, SyncFault> {
        let bytes = zip.metadata().map_err(|_| SyncFault::StorageFull)?.len();
        let send = |encrypt_meta: Option<&EncryptMeta>, blob: &mut dyn Read| {
            let Self { file_id, group_id, name, .. } = *self;
            server.upload(Upload { file_id, group_id, name, encrypt_meta, bytes }, blob)
        };
        match self.key {
            None => send(None, &mut zip),
            Some(key) => {
                let (meta, mut sealing) = key.seal_file(zip)?;
                send(Some(&meta), &mut sealing)
            }
        }
    }
}
