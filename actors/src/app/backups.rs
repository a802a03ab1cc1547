//! Backups of budgets that may be open: made when asked for or when due, loaded with the budget
//! closed for everybody, and told to whoever listens.

use std::sync::Arc;

use tokio::runtime::Handle;

use super::{App, push};
use crate::contract::backups::Backup;
use crate::contract::events::{BackupsUpdated, ServerError};
use crate::contract::{CallError, Event};
use crate::files::{self, BudgetId, FileError};
use crate::open_budget::OpenBudget;
use crate::session::Session;
use crate::tasks::blocking;

const REPLACED: &str = "A backup of this budget was loaded. Open it again to see it.";

impl App {
    /// Backs up every open budget that was changed and is due. Called now and then by whoever runs
    /// the application.
    pub async fn make_due_backups(&self) {
        // A backup may take long, and who is held here counts as at work.
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
            tracing::error!(budget = %budget.id(), %error, "a budget was not backed up");
            budget.note_backup(self.environment.clock.now_ms(), None);
            let message = format!("This budget could not be backed up. {}", error.message);
            let code = error.code.wire();
            budget.publish(Event::ServerError(ServerError { code, message }));
        }
    }

    /// Makes a backup and tells the tabs of the budget.
    pub(crate) async fn make_backup(&self, id: &BudgetId) -> Result<(), CallError> {
        let _one = self.backing_up.lock().await;
        let open = self.opened_or_failed(id.as_str());
        // What is committed while the copy is made may not be in it.
        let noted = open.map(|budget| (budget.revision(), budget));
        let (app, budget) = (self.clone(), id.clone());
        blocking(move || Ok(files::make_backup(&app.data_dir, &budget, &app.environment)?)).await?;
        if let Some((revision, budget)) = noted {
            budget.note_backup(self.environment.clock.now_ms(), Some(revision));
            budget.publish(self.backups_event(id).await?);
        }
        Ok(())
    }

    /// Keeps what is about to be replaced by an import or a download, if there is anything: as a
    /// backup, or where it cannot be read as the file it is. Nobody may have it open; blocks.
    pub(crate) fn keep_replaced(&self, id: &BudgetId) -> Result<(), CallError> {
        if self.data_dir.existing_budget(id).is_err() {
            return Ok(());
        }
        match files::make_backup(&self.data_dir, id, &self.environment) {
            Err(FileError::InvalidDb(what)) => {
                tracing::warn!(what, "a budget that is replaced cannot be read");
                Ok(files::keep_unreadable(&self.data_dir, id, &self.environment)?)
            }
            made => Ok(made?),
        }
    }

    /// Puts a backup in the place of its budget. Only once it is known to be good, the budget is
    /// closed for everybody.
    pub(crate) async fn load_backup(
        &self,
        session: &Arc<Session>,
        id: BudgetId,
        backup: String,
    ) -> Result<(), CallError> {
        let _one = self.backing_up.lock().await;
        let (app, session, runtime) = (self.clone(), Arc::clone(session), Handle::current());
        blocking(move || {
            let (dir, environment) = (&app.data_dir, &app.environment);
            let staged = files::stage_backup(dir, &id, &backup, environment)?;
            let _lifecycle = runtime.block_on(async {
                let lifecycle = app.lifecycle.lock().await;
                if session.bound().is_some_and(|bound| *bound.id == *id.as_str()) {
                    app.unbind(&session).await;
                }
                app.close_now(id.as_str(), Some(REPLACED)).await;
                lifecycle
            });
            Ok(staged.install(environment)?)
        })
        .await
    }

    /// The backups of a budget as they are listed.
    pub(crate) async fn backups_of(&self, id: &BudgetId) -> Result<Vec<Backup>, CallError> {
        let (app, id) = (self.clone(), id.clone());
        let backups =
            blocking(move || Ok(files::backups_of(&app.data_dir, &id, &app.environment)?));
        Ok(backups.await?.into_iter().map(listed).collect())
    }

    /// Tells a session that is not bound to the budget, as the list of files is.
    pub(crate) async fn tell_backups(
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
