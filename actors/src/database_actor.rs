//! The database actor of an open budget: a shell that lets calls decide, writes their changes, and
//! notifies sheet and tabs of commits. Decisions here read rows and never cells, so it waits for
//! nothing, except for a sheet that is many commits behind. Decisions from cells arrive as plans.

pub(crate) mod bank_reports;
pub(crate) mod owner;
mod step_place;
pub(crate) mod syncing;
mod written_transactions;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;

use actix::{Actor, Handler, Message, SyncContext};

use self::owner::{CarryOut, DbParts, Decide, Owner, Step};
use crate::contract::history::UndoneStep;
use crate::contract::{CallError, ErrorCode, JsonText};
use crate::db::identity::{Content, LogState};
use crate::db::{BudgetDb, Reader};
use crate::failed::{Failed, closed_error};
use crate::files::{DataDir, FileError, Metadata};

/// Adds the sheet of a new calendar month.
#[derive(Message)]
#[rtype(result = "Result<(), CallError>")]
pub(crate) struct FollowCalendar;

/// Sends all facts to the sheet again.
#[derive(Message)]
#[rtype(result = "Result<(), CallError>")]
pub(crate) struct Recompute;

/// Writes a clean copy of the database.
#[derive(Message)]
#[rtype(result = "Result<Metadata, CallError>")]
pub(crate) struct ExportCopy(pub(crate) PathBuf);

/// Checks that the file and the data directory are still the opened ones.
#[derive(Message)]
#[rtype(result = "()")]
pub(crate) struct CheckFiles;

/// Does deferred work while nothing is being written.
#[derive(Message)]
#[rtype(result = "()")]
pub(crate) struct Settle;

/// Closes the file.
#[derive(Message)]
#[rtype(result = "()")]
pub(crate) struct Close;

/// The actor; it has no owner once the file is closed.
pub(crate) struct DbActor {
    owner: Option<Owner>,
    data_dir: Arc<DataDir>,
    failed: Failed,
}

impl DbActor {
    pub(crate) fn new(file: Option<(BudgetDb, Reader)>, parts: DbParts) -> Self {
        let (data_dir, failed) = (Arc::clone(&parts.data_dir), parts.failed.clone());
        let owner = file.map(|(db, reader)| Owner::new(db, reader, parts));
        Self { owner, data_dir, failed }
    }

    /// Runs `work`. A panic closes this budget and affects no other. So does a file that was moved
    /// or overwritten: writes to it must not be acknowledged.
    fn guarded<R>(
        &mut self,
        work: impl FnOnce(&mut Owner) -> Result<R, CallError>,
    ) -> Result<R, CallError> {
        if self.failed.is_reported() {
            self.end(BudgetDb::leave_log);
        }
        self.check_content(Owner::content_before_work)?;
        // A commit would make a log that was cut off as long as it was.
        if self.owner.as_ref().is_some_and(|owner| owner.log_state() == LogState::Cut) {
            return Err(self.end_cut());
        }
        let Some(owner) = &mut self.owner else { return Err(closed_error()) };
        let outcome = catch_unwind(AssertUnwindSafe(|| work(owner)));
        let Ok(outcome) = outcome else {
            self.failed.report("the database actor panicked");
            self.end(BudgetDb::leave_log);
            return Err(CallError::of(ErrorCode::Internal));
        };
        self.check_content(Owner::content_after_work)?;
        let Some(owner) = &mut self.owner else { return Err(closed_error()) };
        match owner.is_in_place().then(|| owner.log_state()) {
            Some(LogState::Whole) => outcome,
            Some(LogState::Removed) => Err(self.end_moved(BudgetDb::close_without_log)),
            Some(LogState::Cut) => Err(self.end_cut()),
            None => Err(self.end_moved(BudgetDb::leave_log)),
        }
    }

    /// Closes a budget whose file has other content: what was just written may not be in it.
    fn check_content(&mut self, look: fn(&mut Owner) -> Content) -> Result<(), CallError> {
        let content = self.owner.as_mut().map_or(Content::Own, look);
        if content == Content::Own {
            return Ok(());
        }
        Err(self.end_moved(|db| db.abandon(content)))
    }

    /// Closes a file whose log was cut off; returns the error for the caller.
    fn end_cut(&mut self) -> CallError {
        tracing::error!("a log was cut off; commits that were not in the file yet may be lost");
        self.end_moved(BudgetDb::leave_log)
    }

    /// Closes a file that was moved or replaced; returns the error for the caller.
    fn end_moved(&mut self, close: impl FnOnce(BudgetDb)) -> CallError {
        let error = self.failed.report_moved();
        self.end(close);
        error
    }

    /// Closes the file by `close`, after all its reads.
    fn end(&mut self, close: impl FnOnce(BudgetDb)) {
        if let Some(owner) = self.owner.take() {
            owner.end(close);
        }
    }

    /// Closes the budget if its file was removed or replaced, or if another process has locked the
    /// data directory.
    fn check_files(&mut self) {
        if self.guarded(|_| Ok(())).is_err() {
            return;
        }
        match self.data_dir.keep_lock() {
            Ok(()) => {}
            Err(FileError::DataDirInUse(_)) => {
                self.failed.report_taken();
                self.end(BudgetDb::leave_log);
            }
            Err(error) => tracing::warn!(%error, "the data directory cannot be locked again"),
        }
    }
}

impl Actor for DbActor {
    type Context = SyncContext<Self>;
}

impl Handler<Decide> for DbActor {
    type Result = Result<JsonText, CallError>;

    fn handle(&mut self, message: Decide, _: &mut SyncContext<Self>) -> Self::Result {
        self.guarded(|owner| owner.decide(message))
    }
}

impl Handler<CarryOut> for DbActor {
    type Result = Result<Option<JsonText>, CallError>;

    fn handle(&mut self, message: CarryOut, _: &mut SyncContext<Self>) -> Self::Result {
        self.guarded(|owner| owner.carry_out(message))
    }
}

impl Handler<Step> for DbActor {
    type Result = Result<Option<UndoneStep>, CallError>;

    fn handle(&mut self, message: Step, _: &mut SyncContext<Self>) -> Self::Result {
        self.guarded(|owner| owner.step(&message))
    }
}

impl Handler<FollowCalendar> for DbActor {
    type Result = Result<(), CallError>;

    fn handle(&mut self, _: FollowCalendar, _: &mut SyncContext<Self>) -> Self::Result {
        self.guarded(Owner::follow_calendar)
    }
}

impl Handler<Recompute> for DbActor {
    type Result = Result<(), CallError>;

    fn handle(&mut self, _: Recompute, _: &mut SyncContext<Self>) -> Self::Result {
        self.guarded(Owner::recompute)
    }
}

/// Makes the sheet actor panic.
#[cfg(feature = "testing")]
#[derive(Message)]
#[rtype(result = "Result<(), CallError>")]
pub(crate) struct BreakSheet;

#[cfg(feature = "testing")]
impl Handler<BreakSheet> for DbActor {
    type Result = Result<(), CallError>;

    fn handle(&mut self, _: BreakSheet, _: &mut SyncContext<Self>) -> Self::Result {
        self.guarded(Owner::break_sheet)
    }
}

impl Handler<ExportCopy> for DbActor {
    type Result = Result<Metadata, CallError>;

    fn handle(&mut self, message: ExportCopy, _: &mut SyncContext<Self>) -> Self::Result {
        self.guarded(|owner| owner.export_copy(&message.0))
    }
}

impl Handler<Settle> for DbActor {
    type Result = ();

    fn handle(&mut self, _: Settle, _: &mut SyncContext<Self>) {
        // Closing has already settled everything.
        if self.owner.is_some() {
            // A failure loses nothing: commits stay in the write-ahead log.
            let _ = self.guarded(|owner| {
                owner.settle().inspect_err(|error| owner.publish_write_error(error))
            });
            self.check_files();
        }
    }
}

impl Handler<CheckFiles> for DbActor {
    type Result = ();

    fn handle(&mut self, _: CheckFiles, _: &mut SyncContext<Self>) {
        if self.owner.is_some() {
            self.check_files();
        }
    }
}

impl Handler<Close> for DbActor {
    type Result = ();

    fn handle(&mut self, _: Close, _: &mut SyncContext<Self>) {
        // Closing also writes, so not to a file other than the opened one.
        if self.guarded(|_| Ok(())).is_ok() {
            self.end(BudgetDb::close);
        }
    }
}
