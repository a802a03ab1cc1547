//! The work that goes on without a caller. Schedules write by [`App::run_service`]; tabs receive it
//! like the commit of another tab. The reader of inboxes decides beside other work and writes by
//! itself (`calls/banks/inbox.rs`).

use std::sync::Arc;

use super::App;
use crate::contract::CallError;
use crate::database_actor::owner::DecideFn;
use crate::open_budget::OpenBudget;
use crate::tasks::blocking;
use crate::world::UndoOptions;

impl App {
    /// One round of the services of files: looks at files, follows the calendar, makes due backups,
    /// closes unused budgets. The program calls it regularly.
    pub async fn serve_budgets(&self) {
        self.check_files().await;
        self.follow_calendar().await;
        self.make_due_backups().await;
        self.close_left().await;
    }

    /// Writes rows of an open budget for a service. They take the way of a call's rows and are one
    /// undo step, with the name that the plan gives it and no session. No other commit comes
    /// between the rows that `decide` reads and the changes that it returns.
    ///
    /// # Errors
    /// `no-budget-open` if the budget is closed, an error of `decide`, or any error of a mutation.
    pub(crate) async fn run_service(
        &self,
        budget: &OpenBudget,
        decide: DecideFn,
    ) -> Result<(), CallError> {
        budget.change(decide, UndoOptions::default(), None).await.map(drop)
    }

    /// Adds the sheet of a new calendar month in every open budget.
    pub async fn follow_calendar(&self) {
        for id in self.open_ids() {
            let Some(budget) = self.opened(&id) else { continue };
            if let Err(error) = budget.follow_calendar().await {
                tracing::warn!(budget = %id, error = %error.message, "a month could not be added");
            }
        }
    }

    /// Checks that the data directory and the files of open budgets are still in place; otherwise
    /// the budget closes and notifies its tabs.
    pub async fn check_files(&self) {
        let data_dir = Arc::clone(&self.data_dir);
        if let Err(error) = blocking(move || Ok(data_dir.keep_lock()?)).await {
            tracing::warn!(%error, "the data directory has changed");
        }
        for entry in self.registry.iter() {
            entry.value().check_files();
        }
    }

    /// Closes the budgets whose tabs did not reconnect and that no call is using, such as an
    /// upload.
    pub async fn close_left(&self) {
        let _lifecycle = self.lifecycle.lock().await;
        let now_ms = self.environment.clock.now_ms();
        for id in self.open_ids() {
            if self.opened_or_failed(&id).is_some_and(|budget| budget.is_left(now_ms)) {
                self.close_idle(&id);
            }
        }
    }
}
