//! Calls about backups of budgets.

use std::sync::Arc;

use crate::app::App;
use crate::contract::CallError;
use crate::contract::backups::{Backup, BackupLoad, BackupMake, BackupsGet};
use crate::files::BudgetId;
use crate::router::Control;
use crate::session::Session;

impl Control for BackupMake {
    async fn run(self, app: &App, session: &Arc<Session>) -> Result<(), CallError> {
        let id = BudgetId::parse(&self.id)?;
        app.make_backup(&id).await?;
        app.publish_backups(session, &id).await
    }
}

impl Control for BackupsGet {
    async fn run(self, app: &App, _: &Arc<Session>) -> Result<Vec<Backup>, CallError> {
        app.backups_of(&BudgetId::parse(&self.id)?).await
    }
}

impl Control for BackupLoad {
    async fn run(self, app: &App, session: &Arc<Session>) -> Result<(), CallError> {
        let id = BudgetId::parse(&self.id)?;
        app.load_backup(session, id.clone(), self.backup_id).await?;
        app.publish_backups(session, &id).await
    }
}
