//! Beginning a new sync generation, with or without a new key (spec/3 sections 8.6 and 9.3), and
//! trying passwords.

use std::sync::Arc;

use sobre_engine::sync::api::SyncFault;

use super::apart;
use super::encryption::{make_key, test_key};
use super::network::Server;
use super::spool::sweep;
use crate::app::{App, blocking};
use crate::contract::{CallError, ErrorCode};
use crate::db::syncing::Forget;
use crate::files::metadata::keys;
use crate::files::{FileError, Metadata};
use crate::open_budget::OpenBudget;

impl App {
    /// Makes this copy of a budget the one that counts. With a password it gets a new key.
    pub(crate) async fn reset_sync(
        &self,
        budget: &Arc<OpenBudget>,
        password: Option<String>,
    ) -> Result<(), CallError> {
        let server = self.session_at_server()?;
        let metadata = Metadata::of(budget.dir()).map_err(FileError::from)?;
        let text = |key| metadata.text(key).map(str::to_owned);
        let not_there = || CallError::from(SyncFault::FileNotFound);
        let file_id = text(keys::CLOUD_FILE_ID).ok_or_else(not_there)?;
        let (own_key, link) = (text(keys::ENCRYPT_KEY_ID), Arc::clone(&self.link));
        let key_id = self.environment.ids.uuid();
        let key = apart(move || {
            let Some(password) = password else {
                // The file must still have the key this copy knows of, or nobody could read it;
                // or one that was made and nothing uploaded with, which is finished here.
                let at_server = server.get_key(&file_id)?.map(|key| key.id);
                let loaded = at_server.as_ref().is_none_or(|key| link.has_key(&file_id, key));
                // Encryption is never switched off, whatever a server says.
                let is_bared = at_server.is_none() && own_key.is_some();
                let is_other = at_server != own_key;
                if !loaded || is_bared || is_other && !is_waiting(&*server, &file_id)? {
                    return Err(SyncFault::FileHasNewKey);
                }
                server.reset_file(&file_id)?;
                return Ok(at_server);
            };
            let (key, stored) = make_key(&key_id, &password)?;
            server.reset_file(&file_id)?;
            server.create_key(&file_id, &stored)?;
            link.keep_key(&file_id, &key, &stored).map_err(|_| SyncFault::Internal)?;
            Ok(Some(key_id))
        })
        .await?;
        budget.ask_db(Forget { key_id: key }).await?;
        self.sweep_answers(budget).await?;
        self.upload(budget).await
    }

    /// Removes answers of the server about sync generations that the budget has left.
    pub(crate) async fn sweep_answers(&self, budget: &OpenBudget) -> Result<(), CallError> {
        let folder = budget.dir().to_owned();
        blocking(move || {
            sweep(&folder, Metadata::read_or_default(&folder).text(keys::GROUP_ID));
            Ok(())
        })
        .await
    }

    /// Tries a password on a file of the server and keeps its key.
    pub(crate) async fn try_key(&self, file_id: String, password: String) -> Result<(), CallError> {
        let server = self.session_at_server()?;
        let link = Arc::clone(&self.link);
        let kept = apart(move || {
            let stored = server.get_key(&file_id)?.ok_or(SyncFault::OldKeyStyle)?;
            let key = test_key(&stored, &password)?;
            link.keep_key(&file_id, &key, &stored).map_err(|_| SyncFault::Internal)
        });
        Ok(kept.await?)
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

/// Whether a reset was begun and nothing uploaded since.
fn is_waiting(server: &dyn Server, file_id: &str) -> Result<bool, SyncFault> {
    let listed = server.list_files()?.into_iter().find(|file| file.file_id == file_id);
    Ok(listed.is_some_and(|file| !file.deleted && file.group_id.is_none()))
}
