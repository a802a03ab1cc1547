//! What a handler sees of the open budget. Nothing in it can write: a mutation answers a [`Plan`],
//! and only the database actor carries it out.

use std::path::Path;

use parking_lot::RwLockReadGuard;
use serde::Deserialize;
use serde_json::Value;
use sobre_engine::budget::BudgetSheet;
use sobre_engine::crdt::Change;
use sobre_engine::dates::Day;
use sobre_engine::ids::PayeeId;

use crate::contract::CallError;
use crate::db::Reader;
use crate::db::query::{QueryError, QueryResult, Room};
use crate::environment::{Calendar, Clock, Environment, Ids};
use crate::sheet::SheetView;

/// The open budget as a handler reads it.
#[derive(Clone, Copy)]
pub(crate) struct World<'a> {
    /// A read-only connection.
    pub(crate) reader: &'a Reader,
    /// Folder of the budget, for its metadata.
    pub(crate) dir: &'a Path,
    /// Makes ids for new rows.
    pub(crate) ids: &'a dyn Ids,
    clock: &'a dyn Clock,
    calendar: &'a dyn Calendar,
    view: &'a SheetView,
    revision: u64,
    room: Option<&'a Room<'a>>,
}

impl<'a> World<'a> {
    pub(crate) fn new(parts: Parts<'a>) -> Self {
        let Parts { reader, dir, environment, view, revision } = parts;
        let Environment { clock, ids, calendar, home: _, network: _ } = environment;
        let (ids, clock, calendar) = (&**ids, &**clock, &**calendar);
        Self { reader, dir, ids, clock, calendar, view, revision, room: None }
    }

    /// The same for a handler whose answer takes no more than `room`.
    pub(crate) fn within<'b>(&self, room: &'b Room<'b>) -> World<'b>
    where
        'a: 'b,
    {
        World { room: Some(room), ..*self }
    }

    /// Runs a query whose rows become the answer.
    ///
    /// # Errors
    /// As for [`Reader::query`]; [`QueryError::NoRoom`].
    pub(crate) fn query(&self, state: &Value) -> Result<QueryResult, QueryError> {
        match self.room {
            Some(room) => self.reader.query_within(state, room),
            None => self.reader.query(state),
        }
    }

    /// Takes room for bytes of text that become the answer.
    ///
    /// # Errors
    /// `query-too-large`, `busy`.
    pub(crate) fn take_text(&self, bytes: usize) -> Result<(), CallError> {
        Ok(self.room.map_or(Ok(()), |room| room.take_text(bytes))?)
    }

    /// The day it is for the person.
    pub(crate) fn today(&self) -> Day {
        self.calendar.today()
    }

    /// Milliseconds since 1970.
    pub(crate) fn now_ms(&self) -> i64 {
        self.clock.now_ms()
    }

    /// The sheet, no older than the last commit. Waits for it, so take it late and hold it short.
    ///
    /// # Errors
    /// `internal` when the sheet failed or does not catch up.
    pub(crate) fn sheet(&self) -> Result<RwLockReadGuard<'a, BudgetSheet>, CallError> {
        self.view.at_least(self.revision)
    }
}

/// What a [`World`] is made of.
#[derive(Clone, Copy)]
pub(crate) struct Parts<'a> {
    pub(crate) reader: &'a Reader,
    pub(crate) dir: &'a Path,
    pub(crate) environment: &'a Environment,
    pub(crate) view: &'a SheetView,
    /// Revision of the last commit.
    pub(crate) revision: u64,
}

/// Whether a plan becomes a step of the history.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Record {
    /// One step that undo takes back.
    Step,
    /// Not undoable.
    Nothing,
}

/// What the caller says of the step a call may become.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UndoOptions {
    /// Comes back in the undo event, so that the caller can restore its screen.
    pub tag: Option<String>,
    /// Name of the step for people.
    pub label: Option<String>,
}

/// What a mutation decided: the changes and the reply.
#[derive(Debug)]
pub(crate) struct Plan<R> {
    pub(crate) changes: Vec<Change>,
    /// Preferences kept beside the database, merged into the metadata of the budget.
    pub(crate) local_prefs: Vec<(String, Value)>,
    pub(crate) record: Record,
    /// Data of the step for its undo events.
    pub(crate) meta: Option<Value>,
    /// Payees that transactions are moved away from: tabs are told of those nobody uses then.
    pub(crate) moved_payees: Option<MovedPayees>,
    pub(crate) reply: R,
}

/// Payees that changed transactions had and have now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MovedPayees {
    /// Had, each once.
    pub(crate) left: Vec<PayeeId>,
    /// Have, in order.
    pub(crate) new: Vec<PayeeId>,
}

impl<R> Plan<R> {
    /// Changes that become one step of the history.
    pub(crate) const fn step(changes: Vec<Change>, reply: R) -> Self {
        Self {
            changes,
            local_prefs: Vec::new(),
            record: Record::Step,
            meta: None,
            moved_payees: None,
            reply,
        }
    }

    /// Changes outside the history.
    pub(crate) fn unrecorded(changes: Vec<Change>, reply: R) -> Self {
        Self { record: Record::Nothing, ..Self::step(changes, reply) }
    }

    /// The same plan with another reply.
    ///
    /// # Errors
    /// What `map` answers.
    pub(crate) fn try_map<T>(
        self,
        map: impl FnOnce(R) -> Result<T, CallError>,
    ) -> Result<Plan<T>, CallError> {
        let Self { changes, local_prefs, record, meta, moved_payees, reply } = self;
        Ok(Plan { changes, local_prefs, record, meta, moved_payees, reply: map(reply)? })
    }
}
