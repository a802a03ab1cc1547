//! Backups of budgets that may be open: made on request or when due, loaded after closing the
//! budget for all sessions, with events to its tabs.

use std::sync::Arc;

use tokio::runtime::Handle;

use super::{App, push};
use crate::contract::backups::Backup;
use crate::contract::events::{BackupsUpdated, ServerError};
use crate::contract::{CallError, ErrorCode, Event};
use crate::files::{self, BudgetId, FileError};
use crate::open_budget::OpenBudget;
use crate::session::Session;
use crate::tasks::blocking;

const REPLACED: &str = "A backup of this budget was loaded. Open it again to see it.";

impl App {
    /// Backs up every open budget that has changed and is due. Called regularly.
    pub async fn make_due_backups(&self) {
        // A backup may take long, and holding a budget counts as using it.
        for id in self.open_ids() {
            let Some(budget) = self.opened_or_failed(&id) else { continue };
            if !budget.has_failed() && budget.backup_is_due(self.environment.clock.now_ms()) {
                self.make_due_backup(&budget).await;
            }
        }
    }

    async fn make_due_backup(&self, budget: &OpenBudget) {
        let made = match BudgetId::parse(budget.id()) {
            Ok(id) => self.make_backup(&id).await,
            Err(error) => Err(error.into()),
        };
        if let Err(error) = made {
            if error.code == ErrorCode::NoBudgetOpen {
                // Closing ended it; the next one is due after the next opening.
                tracing::debug!(budget = %budget.id(), "a budget closed before it was backed up");
                return;
            }
            tracing::error!(budget = %budget.id(), %error, "a budget was not backed up");
            budget.note_backup(self.environment.clock.now_ms(), None);
            let message = format!("This budget could not be backed up. {}", error.message);
            let code = error.code.wire();
            budget.publish(Event::ServerError(ServerError { code, message }));
        }
    }

    /// Makes a backup and notifies the budget's tabs.
    pub(crate) async fn make_backup(&self, id: &BudgetId) -> Result<(), CallError> {
        let _one = self.backing_up.lock().await;
        let open = self.opened_or_failed(id.as_str());
        // The copy may lack commits made while it is written.
        let noted = open.map(|budget| (budget.revision(), budget));
        let (app, budget) = (self.clone(), id.clone());
        blocking(move || Ok(files::make_backup(&app.data_dir, &budget, &app.environment)?)).await?;
        if let Some((revision, budget)) = noted {
            budget.note_backup(self.environment.clock.now_ms(), Some(revision));
            budget.publish(self.backups_event(id).await?);
        }
        Ok(())
    }

    /// Closes a budget for all sessions, and puts another in its place before anything can open.
    /// Its sessions learn the reason, except for `own`, which has asked for it. Blocks.
    pub(crate) fn replace<T>(
        &self,
        id: &BudgetId,
        reason: &str,
        own: Option<&Session>,
        install: impl FnOnce() -> Result<T, CallError>,
    ) -> Result<T, CallError> {
        let _lifecycle = Handle::current().block_on(async {
            let lifecycle = self.lifecycle.lock().await;
            let is_bound = |own: &&Session| own.bound().is_some_and(|it| *it.id == *id.as_str());
            if let Some(own) = own.filter(is_bound) {
                self.unbind(own).await;
            }
            self.close_now(id.as_str(), Some(reason)).await;
            lifecycle
        });
        install()
    }

    /// Keeps a budget that an import or a download is about to replace, if there is one: as a
    /// backup, or if unreadable as the file it is. It must not be open. Blocks.
    pub(crate) fn keep_replaced(&self, id: &BudgetId) -> Result<(), CallError> {
        if self.data_dir.existing_budget(id).is_err() {
            return Ok(());
        }
        match files::make_backup(&self.data_dir, id, &self.environment) {
            Err(FileError::InvalidDb(what)) => {
                tracing::warn!(what, "a replaced budget cannot be read");
                Ok(files::keep_unreadable(&self.data_dir, id, &self.environment)?)
            }
            made => Ok(made?),
        }
    }

    /// Replaces a budget by one of its backups. Validates the backup before it closes the budget
    /// for all sessions.
    pub(crate) async fn load_backup(
        &self,
        session: &Arc<Session>,
        id: BudgetId,
        backup: String,
    ) -> Result<(), CallError> {
        let _one = self.backing_up.lock().await;
        let (app, session) = (self.clone(), Arc::clone(session));
        blocking(move || {
            let (dir, environment) = (&app.data_dir, &app.environment);
            let staged = files::stage_backup(dir, &id, &backup, environment)?;
            app.replace(&id, REPLACED, Some(&session), || Ok(staged.install(environment)?))
        })
        .await
    }

    /// A budget's backups for listing.
    pub(crate) async fn backups_of(&self, id: &BudgetId) -> Result<Vec<Backup>, CallError> {
        let (app, id) = (self.clone(), id.clone());
        let backups =
            blocking(move || Ok(files::backups_of(&app.data_dir, &id, &app.environment)?));
        Ok(backups.await?.into_iter().map(listed).collect())
    }

    /// Notifies a session that is not bound to the budget, such as a list of budgets.
    pub(crate) async fn publish_backups(
        &self,
        session: &Session,
        id: &BudgetId,
    ) -> Result<(), CallError> {
        if session.bound().is_none_or(|bound| *bound.id != *id.as_str()) {
            push(session, &self.backups_event(id).await?);
        }
        Ok(())
    }

    async fn backups_event(&self, id: &BudgetId) -> Result<Event, CallError> {
        let backups = self.backups_of(id).await?;
        Ok(Event::BackupsUpdated(BackupsUpdated { id: id.to_string(), backups }))
    }
}

fn listed(backup: files::Backup) -> Backup {
    let date = backup.date.map(|date| date.format("%Y-%m-%d %-H:%M").to_string());
    Backup { id: backup.id, date, is_latest: backup.is_latest }
}
