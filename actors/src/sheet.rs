//! The sheet actor of an open budget and its shared view.
//!
//! The actor applies facts in commit order and reports changed cells. It never waits and never
//! reads the database. Readers share the sheet behind a lock and may wait, within a limit, until it
//! has reached a required revision.

mod cell_history;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use actix::{Actor, Addr, Handler, Message, SyncContext};
#[cfg(feature = "testing")]
use parking_lot::RwLockWriteGuard;
use parking_lot::{Condvar, Mutex, RwLock, RwLockReadGuard};
use sobre_engine::budget::{BudgetFact, BudgetFacts, BudgetSheet};
use sobre_engine::sheet::{ChangedCells, SheetError};
use tokio::sync::Notify;
use tokio::time::timeout;

use crate::contract::budget::BudgetBounds;
use crate::contract::sheet::CellChanges;
use crate::contract::{CallError, ErrorCode};
use crate::failed::Failed;
use crate::limits;
use crate::notifications::{CellsReport, Notifications};

pub(crate) use cell_history::Cause;
use cell_history::CellHistory;

/// A commit's effect on the facts.
#[derive(Debug)]
pub(crate) enum SheetChange {
    /// Changed facts.
    Facts(Vec<BudgetFact>),
    /// All facts, after a change of mode or on request.
    Everything(Box<BudgetFacts>),
    /// A panic, for tests.
    #[cfg(feature = "testing")]
    Fault,
}

/// Advances the sheet to a revision.
#[derive(Message)]
#[rtype(result = "()")]
pub(crate) struct Recalculate {
    pub(crate) revision: u64,
    pub(crate) change: SheetChange,
    pub(crate) cause: Cause,
}

/// The shared read access to the sheet.
#[derive(Clone)]
pub(crate) struct SheetView(Arc<Shared>);

struct Shared {
    sheet: RwLock<BudgetSheet>,
    history: Mutex<CellHistory>,
    reached: Mutex<Progress>,
    moved: Condvar,
    /// The same for calls that wait without a thread.
    moved_on: Notify,
}

#[derive(Clone, Copy)]
enum Progress {
    Revision(u64),
    Failed,
}

impl SheetView {
    /// The sheet of a budget opened at `now_ms`, in milliseconds since 1970.
    pub(crate) fn new(sheet: BudgetSheet, revision: u64, now_ms: i64) -> Self {
        Self(Arc::new(Shared {
            sheet: RwLock::new(sheet),
            history: Mutex::new(CellHistory::new(now_ms)),
            reached: Mutex::new(Progress::Revision(revision)),
            moved: Condvar::new(),
            moved_on: Notify::new(),
        }))
    }

    /// The sheet at `revision` or later; blocks until it is reached.
    ///
    /// # Errors
    /// `internal` if the sheet failed or does not get there in time.
    pub(crate) fn at_least(
        &self,
        revision: u64,
    ) -> Result<RwLockReadGuard<'_, BudgetSheet>, CallError> {
        self.wait(revision)?;
        Ok(self.0.sheet.read())
    }

    /// The last changes of a cell, up to `revision` or later.
    ///
    /// # Errors
    /// As [`Self::at_least`].
    pub(crate) fn changes_of(
        &self,
        sheet: &str,
        name: &str,
        revision: u64,
    ) -> Result<CellChanges, CallError> {
        self.wait(revision)?;
        Ok(self.0.history.lock().changes_of(sheet, name))
    }

    /// As [`Self::at_least`], to write, for a sheet without its actor.
    #[cfg(feature = "testing")]
    pub(crate) fn to_write(
        &self,
        revision: u64,
    ) -> Result<RwLockWriteGuard<'_, BudgetSheet>, CallError> {
        self.wait(revision)?;
        Ok(self.0.sheet.write())
    }

    /// Blocks until the sheet is at `revision` or later.
    ///
    /// # Errors
    /// As [`Self::at_least`].
    pub(crate) fn wait(&self, revision: u64) -> Result<(), CallError> {
        let mut reached = self.0.reached.lock();
        while !reached.is_at_least(revision)? {
            if self.0.moved.wait_for(&mut reached, limits::SHEET_WAIT).timed_out() {
                return Err(late());
            }
        }
        Ok(())
    }

    /// As [`Self::wait`], without blocking the thread.
    ///
    /// # Errors
    /// As [`Self::at_least`].
    pub(crate) async fn reached(&self, revision: u64) -> Result<(), CallError> {
        loop {
            // Subscribe before checking, so that no change in between is missed.
            let moved = self.0.moved_on.notified();
            if self.0.reached.lock().is_at_least(revision)? {
                return Ok(());
            }
            timeout(limits::SHEET_WAIT, moved).await.map_err(|_| late())?;
        }
    }

    fn reach(&self, reached: Progress) {
        *self.0.reached.lock() = reached;
        self.0.moved.notify_all();
        self.0.moved_on.notify_waiters();
    }
}

impl Progress {
    fn is_at_least(self, revision: u64) -> Result<bool, CallError> {
        match self {
            Self::Revision(at) => Ok(at >= revision),
            Self::Failed => Err(late()),
        }
    }
}

fn late() -> CallError {
    CallError::new(ErrorCode::Internal, "The budget could not be recalculated.")
}

/// Owns the writing side of the sheet.
pub(crate) struct SheetActor {
    view: SheetView,
    notifications: Addr<Notifications>,
    failed: Failed,
}

impl SheetActor {
    pub(crate) const fn new(
        view: SheetView,
        notifications: Addr<Notifications>,
        failed: Failed,
    ) -> Self {
        Self { view, notifications, failed }
    }

    /// Runs `work`; a failure closes the budget.
    fn guarded(&self, work: impl FnOnce(&Self) -> Result<(), String>) {
        let reason = match catch_unwind(AssertUnwindSafe(|| work(self))) {
            Ok(Ok(())) => return,
            Ok(Err(reason)) => reason,
            Err(_) => "the sheet panicked".to_owned(),
        };
        self.view.reach(Progress::Failed);
        self.failed.report(&reason);
    }

    fn recalculate(&self, work: Recalculate) -> Result<(), String> {
        let (cells, bounds) = {
            let mut sheet = self.view.0.sheet.write();
            let before = sheet.months();
            let changed = changed_cells(&mut sheet, work.change);
            let changed = changed.map_err(|error| error.to_string())?;
            let (start, end) = sheet.months();
            (changed, (before != (start, end)).then_some(BudgetBounds { start, end }))
        };
        self.view.0.history.lock().push(work.cause, &cells);
        // Report first, so that the events of a readable revision are already on their way to the
        // tabs.
        self.notifications.do_send(CellsReport { revision: work.revision, cells, bounds });
        self.view.reach(Progress::Revision(work.revision));
        Ok(())
    }
}

impl Actor for SheetActor {
    type Context = SyncContext<Self>;
}

impl Handler<Recalculate> for SheetActor {
    type Result = ();

    fn handle(&mut self, work: Recalculate, _: &mut SyncContext<Self>) {
        self.guarded(|actor| actor.recalculate(work));
    }
}

/// Applies a change; returns the cells whose values changed.
pub(crate) fn changed_cells(
    sheet: &mut BudgetSheet,
    change: SheetChange,
) -> Result<ChangedCells, SheetError> {
    Ok(match change {
        SheetChange::Facts(facts) => sheet.apply(&facts)?,
        SheetChange::Everything(facts) => {
            let fresh = BudgetSheet::build(&facts)?;
            let changed = fresh.difference(sheet);
            *sheet = fresh;
            changed
        }
        #[cfg(feature = "testing")]
        #[expect(clippy::panic, reason = "that is what it is for")]
        SheetChange::Fault => panic!("a test breaks the sheet actor"),
    })
}
