//! Calls about syncing the open budget, its key, and budgets on the server.

use std::sync::Arc;

use serde_json::Value;
use sobre_engine::sync::api::{self, RemoteFile};

use super::files::refuse_in_beta;
use crate::app::{App, VERSION, push};
use crate::contract::events::LoadingStatus;
use crate::contract::files::{
    BudgetRef, DownloadBudget, GetRemoteFiles, GetUploads, GetUserFileInfo, KeptUpload,
    RemoteBudgetFile, RestoreUpload, Unregister, UploadBudget,
};
use crate::contract::sync::{AppFocused, KeyMake, KeyTest, Sync, SyncRepair, SyncReset};
use crate::contract::{CallError, ErrorCode, Event};
use crate::database_actor::syncing::{Repair, SetMetadata};
use crate::db::metadata::keys;
use crate::router::Control;
use crate::session::Session;
use crate::sync::{SyncTrigger, on_network_thread};

impl Control for Sync {
    async fn run(self, app: &App, session: &Arc<Session>) -> Result<(), CallError> {
        Ok(app.budget_of(session).await?.sync().await?)
    }
}

impl Control for SyncReset {
    async fn run(self, app: &App, session: &Arc<Session>) -> Result<(), CallError> {
        refuse_in_beta(VERSION)?;
        let budget = app.budget_of(session).await?;
        app.reset_sync(&budget, None).await?;
        budget.trigger(SyncTrigger::Focused);
        Ok(())
    }
}

impl Control for SyncRepair {
    async fn run(self, app: &App, session: &Arc<Session>) -> Result<(), CallError> {
        app.budget_of(session).await?.ask_db(Repair).await
    }
}

impl Control for KeyMake {
    async fn run(self, app: &App, session: &Arc<Session>) -> Result<(), CallError> {
        let password = App::checked_password(self.password)?;
        let budget = app.budget_of(session).await?;
        app.reset_sync(&budget, Some(password)).await?;
        budget.trigger(SyncTrigger::Focused);
        Ok(())
    }
}

impl Control for KeyTest {
    async fn run(self, app: &App, _: &Arc<Session>) -> Result<(), CallError> {
        app.try_key(self.file_id, self.password).await?;
        app.sync_soon();
        Ok(())
    }
}

impl Control for AppFocused {
    async fn run(self, app: &App, session: &Arc<Session>) -> Result<(), CallError> {
        match app.budget_of(session).await {
            Ok(budget) => budget.trigger(SyncTrigger::Focused),
            Err(error) if error.code == ErrorCode::NoBudgetOpen => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }
}

impl Control for UploadBudget {
    async fn run(self, app: &App, session: &Arc<Session>) -> Result<(), CallError> {
        let budget = match self.id {
            None => app.budget_of(session).await?,
            Some(id) => app.open(&id.into()).await?,
        };
        app.upload(&budget).await?;
        budget.trigger(SyncTrigger::Focused);
        Ok(())
    }
}

impl Control for DownloadBudget {
    async fn run(self, app: &App, session: &Arc<Session>) -> Result<BudgetRef, CallError> {
        let notify = |status| push(session, &Event::UpdateLoadingStatus(LoadingStatus { status }));
        let id = app.download(self.file_id, self.replace == Some(true), notify).await?;
        Ok(BudgetRef { id: id.to_string() })
    }
}

impl Control for Unregister {
    async fn run(self, app: &App, session: &Arc<Session>) -> Result<(), CallError> {
        let forgotten = [
            keys::CLOUD_FILE_ID,
            keys::GROUP_ID,
            keys::LAST_UPLOADED,
            keys::ENCRYPT_KEY_ID,
            keys::SENT_AS,
        ];
        let set = SetMetadata(forgotten.map(|key| (key, Value::Null)).to_vec());
        let budget = app.budget_of(session).await?;
        budget.ask_db(set).await?;
        app.sweep_answers(&budget).await
    }
}

impl Control for GetRemoteFiles {
    async fn run(self, app: &App, _: &Arc<Session>) -> Result<Vec<RemoteBudgetFile>, CallError> {
        let server = app.link.session()?;
        let files = on_network_thread(move || server.list_files()).await?;
        Ok(files.into_iter().map(|file| listed(app, file)).collect())
    }
}

impl Control for GetUserFileInfo {
    async fn run(self, app: &App, _: &Arc<Session>) -> Result<RemoteBudgetFile, CallError> {
        let server = app.link.session()?;
        let info = on_network_thread(move || server.file_info(&self.file_id)).await?;
        let file = RemoteFile {
            file_id: info.file_id,
            group_id: info.group_id,
            name: info.name,
            deleted: info.deleted,
            encrypt_key_id: info.encrypt_meta.map(|meta| meta.key_id),
        };
        Ok(listed(app, file))
    }
}

impl Control for GetUploads {
    async fn run(self, app: &App, _: &Arc<Session>) -> Result<Vec<KeptUpload>, CallError> {
        let server = app.link.session()?;
        let uploads = on_network_thread(move || server.uploads(&self.file_id)).await?;
        Ok(uploads.into_iter().map(stored_upload).collect())
    }
}

fn stored_upload(upload: api::KeptUpload) -> KeptUpload {
    let api::KeptUpload { id, made_ms, bytes, name, current } = upload;
    KeptUpload { id, made_ms, bytes, name, current }
}

impl Control for RestoreUpload {
    async fn run(self, app: &App, _: &Arc<Session>) -> Result<(), CallError> {
        let server = app.link.session()?;
        on_network_thread(move || server.restore_upload(&self.file_id, &self.upload_id)).await?;
        app.sync_soon();
        Ok(())
    }
}

fn listed(app: &App, file: RemoteFile) -> RemoteBudgetFile {
    let key = file.encrypt_key_id.as_deref();
    RemoteBudgetFile {
        has_key: key.is_some_and(|key| app.link.has_key(&file.file_id, key)),
        file_id: file.file_id,
        group_id: file.group_id,
        name: file.name,
        deleted: file.deleted,
        encrypt_key_id: file.encrypt_key_id,
    }
}
