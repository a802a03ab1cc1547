//! A handler's view of the open budget. Nothing in it can write: a mutation returns a [`Plan`], and
//! only the database actor carries it out.

use std::path::Path;

use parking_lot::RwLockReadGuard;
use serde::Deserialize;
use serde_json::Value;
use sobre_engine::budget::{Bounds, BudgetSheet};
use sobre_engine::crdt::Change;
use sobre_engine::dates::Day;
use sobre_engine::ids::PayeeId;

use crate::contract::history::{StepFact, StepName};
use crate::contract::sheet::CellChanges;
use crate::contract::{CallError, ErrorCode};
use crate::db::Reader;
use crate::db::query::{QueryError, QueryResult, ResponseMemory};
use crate::environment::{Calendar, Clock, Environment, Ids};
use crate::sheet::SheetView;

/// The open budget as a handler reads it.
#[derive(Clone, Copy)]
pub(crate) struct World<'a> {
    /// A read-only connection.
    pub(crate) reader: &'a Reader,
    /// Folder of the budget, for its metadata.
    pub(crate) dir: &'a Path,
    /// Creates ids for new rows.
    pub(crate) ids: &'a dyn Ids,
    clock: &'a dyn Clock,
    calendar: &'a dyn Calendar,
    cells: Cells<'a>,
    memory: Option<&'a ResponseMemory<'a>>,
}

impl<'a> World<'a> {
    pub(crate) fn new(parts: Parts<'a>) -> Self {
        let Parts { reader, dir, environment, cells } = parts;
        let Environment { clock, ids, calendar, home: _, sync_servers: _ } = environment;
        let (ids, clock, calendar) = (&**ids, &**clock, &**calendar);
        Self { reader, dir, ids, clock, calendar, cells, memory: None }
    }

    /// The same for a handler whose reply may take at most `memory`.
    pub(crate) fn within<'b>(&self, memory: &'b ResponseMemory<'b>) -> World<'b>
    where
        'a: 'b,
    {
        World { memory: Some(memory), ..*self }
    }

    /// The same with other ids for new rows.
    pub(crate) fn with_ids<'b>(&self, ids: &'b dyn Ids) -> World<'b>
    where
        'a: 'b,
    {
        World { ids, ..*self }
    }

    /// Runs a query whose rows become the reply.
    ///
    /// # Errors
    /// As for [`Reader::query`]; [`QueryError::ShareError`].
    pub(crate) fn query(&self, state: &Value) -> Result<QueryResult, QueryError> {
        match self.memory {
            Some(memory) => self.reader.query_within(state, memory),
            None => self.reader.query(state),
        }
    }

    /// Reserves memory for text that becomes the reply.
    ///
    /// # Errors
    /// `query-too-large`, `busy`.
    pub(crate) fn take_text(&self, bytes: usize) -> Result<(), CallError> {
        Ok(self.memory.map_or(Ok(()), |memory| memory.take_text(bytes))?)
    }

    /// Today's date for the user.
    pub(crate) fn today(&self) -> Day {
        self.calendar.today()
    }

    /// Milliseconds since 1970.
    pub(crate) fn now_ms(&self) -> i64 {
        self.clock.now_ms()
    }

    /// The sheet, no older than the last commit. Waits for it, so lock it late and release it soon.
    ///
    /// # Errors
    /// `internal` if the sheet failed or does not catch up, and always on the database thread.
    pub(crate) fn sheet(&self) -> Result<RwLockReadGuard<'a, BudgetSheet>, CallError> {
        match self.cells {
            Cells::Shared { view, revision } => view.at_least(revision),
            Cells::Months(_) => Err(reads_no_cells()),
        }
    }

    /// The revision of the last commit; 0 on the database thread.
    pub(crate) const fn revision(&self) -> u64 {
        match self.cells {
            Cells::Shared { revision, .. } => revision,
            Cells::Months(_) => 0,
        }
    }

    /// The last changes of a cell, up to the last commit.
    ///
    /// # Errors
    /// As [`Self::sheet`].
    pub(crate) fn changes_of(&self, sheet: &str, name: &str) -> Result<CellChanges, CallError> {
        match self.cells {
            Cells::Shared { view, revision } => view.changes_of(sheet, name, revision),
            Cells::Months(_) => Err(reads_no_cells()),
        }
    }

    /// The months that have cells.
    ///
    /// # Errors
    /// As [`Self::sheet`], never on the database thread.
    pub(crate) fn months(&self) -> Result<Bounds, CallError> {
        match self.cells {
            Cells::Months(months) => Ok(months),
            Cells::Shared { .. } => {
                let (start, end) = self.sheet()?.months();
                Ok(Bounds { start, end })
            }
        }
    }
}

fn reads_no_cells() -> CallError {
    CallError::new(ErrorCode::Internal, "This decision reads no cells.")
}

/// The cells that a handler may read.
#[derive(Clone, Copy)]
pub(crate) enum Cells<'a> {
    /// Queries read the sheet once it is at the revision of the last commit.
    Shared {
        /// The sheet.
        view: &'a SheetView,
        /// The revision.
        revision: u64,
    },
    /// Decisions on the database thread read rows, so that no commit waits for a recalculation. Of
    /// the sheet they know the months.
    Months(Bounds),
}

/// The parts of a [`World`].
#[derive(Clone, Copy)]
pub(crate) struct Parts<'a> {
    pub(crate) reader: &'a Reader,
    pub(crate) dir: &'a Path,
    pub(crate) environment: &'a Environment,
    pub(crate) cells: Cells<'a>,
}

/// Whether a plan becomes an undo step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Record {
    /// One undo step.
    Step,
    /// Part of the undo step of the sync with banks of this number.
    BankSync(u64),
    /// Not undoable.
    Nothing,
}

/// The caller's data for an undo step.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UndoOptions {
    /// Returned in the undo event, so that the caller can restore its screen.
    pub tag: Option<String>,
    /// Name of the step, returned with it in every event about it.
    pub name: Option<StepName>,
}

/// A mutation's decision: the changes and the reply.
#[derive(Debug)]
pub(crate) struct Plan<R> {
    pub(crate) changes: Vec<Change>,
    /// Preferences stored in the metadata of the budget.
    pub(crate) local_prefs: Vec<(String, Value)>,
    pub(crate) record: Record,
    /// Name of the step if the caller gives none.
    pub(crate) name: Option<StepName>,
    /// Data of the step for its undo events.
    pub(crate) meta: Option<Value>,
    /// Former and new payees of changed transactions: tabs are notified of payees left unused.
    pub(crate) moved_payees: Option<MovedPayees>,
    pub(crate) reply: R,
}

/// Former and new payees of changed transactions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MovedPayees {
    /// Former ones, each once.
    pub(crate) left: Vec<PayeeId>,
    /// New ones, in order.
    pub(crate) new: Vec<PayeeId>,
}

impl<R> Plan<R> {
    /// Changes that become one undo step.
    pub(crate) const fn step(changes: Vec<Change>, reply: R) -> Self {
        Self {
            changes,
            local_prefs: Vec::new(),
            record: Record::Step,
            name: None,
            meta: None,
            moved_payees: None,
            reply,
        }
    }

    /// Changes outside the history.
    pub(crate) fn unrecorded(changes: Vec<Change>, reply: R) -> Self {
        Self { record: Record::Nothing, ..Self::step(changes, reply) }
    }

    /// The same plan as a step with a name.
    pub(crate) fn named<const N: usize>(self, key: &str, params: [(&str, StepFact); N]) -> Self {
        let params = params.map(|(fact, value)| (fact.to_owned(), value)).into();
        Self { name: Some(StepName { key: key.to_owned(), params }), ..self }
    }

    /// The same plan with another reply.
    ///
    /// # Errors
    /// The error of `map`.
    pub(crate) fn try_map<T>(
        self,
        map: impl FnOnce(R) -> Result<T, CallError>,
    ) -> Result<Plan<T>, CallError> {
        let Self { changes, local_prefs, record, name, meta, moved_payees, reply } = self;
        Ok(Plan { changes, local_prefs, record, name, meta, moved_payees, reply: map(reply)? })
    }
}
