//! Starts a new sync generation, with or without a new key, finishes an interrupted reset, and
//! tests passwords.

use std::sync::Arc;

use serde_json::Value;
use sobre_engine::sync::fault::SyncFault;

use super::App;
use crate::contract::{CallError, ErrorCode};
use crate::database_actor::syncing::{LeaveGeneration, SetMetadata};
use crate::db::metadata::keys;
use crate::files::{FileError, Metadata};
use crate::network::Server;
use crate::open_budget::OpenBudget;
use crate::sync::encryption::{make_key, test_key};
use crate::sync::{ServerLink, on_network_thread, sweep};
use crate::tasks::blocking;

impl App {
    /// Makes this copy of a budget the authoritative one. With a password it gets a new key.
    pub(crate) async fn reset_sync(
        &self,
        budget: &Arc<OpenBudget>,
        password: Option<String>,
    ) -> Result<(), CallError> {
        let (file, link) = (self.file_of(budget)?, Arc::clone(&self.link));
        let key_id = self.environment.ids.uuid();
        let (file, key, made) = on_network_thread(move || match password {
            None => {
                let key = file.usable_key(&link)?;
                Ok((file, key, None))
            }
            Some(password) => {
                let made = make_key(&key_id, &password)?;
                Ok((file, Some(key_id), Some(made)))
            }
        })
        .await?;
        // From here on the server may have no generation of the file. If this program ends now, the
        // next opening finishes the reset.
        let begun = vec![(keys::RESETTING, Value::String(file.id.clone()))];
        budget.ask_db(SetMetadata(begun)).await?;
        let link = Arc::clone(&self.link);
        on_network_thread(move || {
            let ServerFile { server, id, .. } = file;
            server.reset_file(&id)?;
            let Some((key, stored)) = made else { return Ok(()) };
            server.create_key(&id, &stored)?;
            link.keep_key(&id, &key, &stored).map_err(|_| SyncFault::Internal)
        })
        .await?;
        self.upload_reset(budget, key).await
    }

    /// Finishes a reset that this copy started before its budget was closed or the program ended:
    /// other devices cannot sync until it uploads. Does nothing if another device has uploaded
    /// meanwhile. A failure is retried at the next opening.
    pub(crate) fn finish_reset(&self, budget: &Arc<OpenBudget>) {
        let metadata = Metadata::read_or_default(budget.dir());
        let begun = metadata.text(keys::RESETTING);
        if self.link.session().is_err() || begun.is_none() {
            return;
        }
        let is_of_file = begun == metadata.text(keys::CLOUD_FILE_ID);
        let (app, budget) = (self.clone(), Arc::clone(budget));
        actix::spawn(async move {
            if let Err(error) = app.finish_begun(&budget, is_of_file).await {
                tracing::info!(%error, "an interrupted sync reset could not be finished");
            }
        });
    }

    async fn finish_begun(
        &self,
        budget: &Arc<OpenBudget>,
        is_of_file: bool,
    ) -> Result<(), CallError> {
        let (file, link) = (self.file_of(budget)?, Arc::clone(&self.link));
        let waiting = on_network_thread(move || {
            if !is_of_file || !is_waiting(&*file.server, &file.id)? {
                return Ok(None);
            }
            file.usable_key(&link).map(Some)
        });
        match waiting.await? {
            Some(key) => self.upload_reset(budget, key).await,
            None => budget.ask_db(SetMetadata(vec![(keys::RESETTING, Value::Null)])).await,
        }
    }

    /// Leaves the ended generation and uploads, which starts the next one.
    async fn upload_reset(
        &self,
        budget: &Arc<OpenBudget>,
        key_id: Option<String>,
    ) -> Result<(), CallError> {
        budget.ask_db(LeaveGeneration { key_id }).await?;
        self.sweep_answers(budget).await?;
        self.upload(budget).await
    }

    fn file_of(&self, budget: &OpenBudget) -> Result<ServerFile, CallError> {
        let server = self.link.session()?;
        let metadata = Metadata::of(budget.dir()).map_err(FileError::from)?;
        let text = |key| metadata.text(key).map(str::to_owned);
        let not_there = || CallError::from(SyncFault::FileNotFound);
        let id = text(keys::CLOUD_FILE_ID).ok_or_else(not_there)?;
        Ok(ServerFile { server, id, key_id: text(keys::ENCRYPT_KEY_ID) })
    }

    /// Deletes partial responses of sync generations that the budget has left.
    pub(crate) async fn sweep_answers(&self, budget: &OpenBudget) -> Result<(), CallError> {
        let folder = budget.dir().to_owned();
        blocking(move || {
            sweep(&folder, Metadata::read_or_default(&folder).text(keys::GROUP_ID));
            Ok(())
        })
        .await
    }

    /// Tests a password on a file of the server and stores its key.
    pub(crate) async fn try_key(&self, file_id: String, password: String) -> Result<(), CallError> {
        let server = self.link.session()?;
        let link = Arc::clone(&self.link);
        let tested = on_network_thread(move || {
            let stored = server.get_key(&file_id)?.ok_or(SyncFault::OldKeyStyle)?;
            let key = test_key(&stored, &password)?;
            link.keep_key(&file_id, &key, &stored).map_err(|_| SyncFault::Internal)
        });
        Ok(tested.await?)
    }

    /// Refuses an empty password.
    pub(crate) fn checked_password(password: String) -> Result<String, CallError> {
        if password.is_empty() {
            let message = "Password cannot be empty";
            return Err(CallError::new(ErrorCode::InvalidPassword, message));
        }
        Ok(password)
    }
}

/// A budget's file on the server in use.
struct ServerFile {
    server: Arc<dyn Server>,
    id: String,
    /// The key according to this copy.
    key_id: Option<String>,
}

impl ServerFile {
    /// The key to upload with, if the file has one. It must be the key of this copy, because
    /// otherwise no device could read the file, or a key that nothing was uploaded with yet.
    fn usable_key(&self, link: &ServerLink) -> Result<Option<String>, SyncFault> {
        let at_server = self.server.get_key(&self.id)?.map(|key| key.id);
        let loaded = at_server.as_ref().is_none_or(|key| link.has_key(&self.id, key));
        // Encryption is never switched off, whatever a server claims.
        let is_bared = at_server.is_none() && self.key_id.is_some();
        let is_other = at_server != self.key_id;
        if !loaded || is_bared || is_other && !is_waiting(&*self.server, &self.id)? {
            return Err(SyncFault::FileHasNewKey);
        }
        Ok(at_server)
    }
}

/// Whether a reset was started and nothing uploaded since.
fn is_waiting(server: &dyn Server, file_id: &str) -> Result<bool, SyncFault> {
    let listed = server.list_files()?.into_iter().find(|file| file.file_id == file_id);
    Ok(listed.is_some_and(|file| !file.deleted && file.group_id.is_none()))
}
