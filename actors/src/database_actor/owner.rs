//! The work of the database actor as a plain struct: decide, commit, notify, reply.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use actix::{Addr, Message};
use serde_json::{Value, json};
use sobre_engine::crdt::Change;

use super::step_place::step_place;
use super::written_transactions::WrittenTransactions;
use crate::contract::events::{
    HistoryEvent, HistoryStep, NoContent, OrphanedPayees, ServerError, SyncEvent, UndoEvent,
};
use crate::contract::history::{StepName, UndoneStep};
use crate::contract::sheet::ChangeKind;
use crate::contract::{CallError, ErrorCode, Event, JsonText};
use crate::db::connections::end_reads;
use crate::db::identity::{Content, LogState};
use crate::db::{
    BudgetDb, Commit, CommitFacts, Direction, HistoryState, Intent, NextStep, Origin, Reader,
    ReaderPool, Terms, TouchedRows, Undone, read,
};
use crate::environment::Environment;
use crate::failed::Failed;
use crate::files::{DataDir, FileError, Metadata};
use crate::limits;
use crate::notifications::{CommitReport, Notifications, Publish, ReadTransactions};
use crate::session::SessionId;
use crate::sheet::{Cause, Recalculate, SheetActor, SheetChange, SheetView};
use crate::world::{Cells, MovedPayees, Parts, Plan, Record, UndoOptions, World};

/// A decision for the database thread. It also writes the reply as JSON text there, because a reply
/// of many rows takes long and the waiting thread also forwards other tabs' frames.
pub(crate) type DecideFn = Box<dyn FnOnce(&World<'_>) -> Result<Plan<JsonText>, CallError> + Send>;

/// Decides, commits, notifies and replies.
#[derive(Message)]
#[rtype(result = "Result<JsonText, CallError>")]
pub(crate) struct Decide {
    pub(crate) decide: DecideFn,
    pub(crate) undo: UndoOptions,
    pub(crate) origin: Option<SessionId>,
}

/// The data that a plan depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DecidedFrom {
    /// Any cells and rows.
    Everything,
    /// Any rows but budgets and notes.
    Ledger,
}

/// Tables that a plan from [`DecidedFrom::Ledger`] does not depend on.
const BESIDE_LEDGER: [&str; 4] = ["zero_budgets", "reflect_budgets", "zero_budget_months", "notes"];

/// Carries out a plan that was decided elsewhere; `None` if a commit came after what it was decided
/// from.
#[derive(Message)]
#[rtype(result = "Result<Option<JsonText>, CallError>")]
pub(crate) struct CarryOut {
    pub(crate) plan: Plan<JsonText>,
    /// The revision of what it was decided from.
    pub(crate) at: u64,
    pub(crate) from: DecidedFrom,
    pub(crate) undo: UndoOptions,
    pub(crate) origin: Option<SessionId>,
}

/// Undoes or redoes one step.
#[derive(Message)]
#[rtype(result = "Result<Option<UndoneStep>, CallError>")]
pub(crate) struct Step {
    pub(crate) direction: Direction,
    /// Whether to take the step only if the caller made it.
    pub(crate) only_own: bool,
    /// The expected number.
    pub(crate) meant: Option<u64>,
    pub(crate) origin: Option<SessionId>,
}

/// The recipients of commits, and shared services.
#[derive(Clone)]
pub(crate) struct DbParts {
    pub(crate) view: SheetView,
    pub(crate) sheet: Addr<SheetActor>,
    pub(crate) notifications: Addr<Notifications>,
    /// Readers for calls.
    pub(crate) readers: ReaderPool,
    /// Readers of written rows for events.
    pub(crate) event_readers: ReaderPool,
    pub(crate) committed: Arc<AtomicU64>,
    pub(crate) environment: Environment,
    pub(crate) data_dir: Arc<DataDir>,
    pub(crate) failed: Failed,
    /// Called after each local commit: there are messages to send.
    pub(crate) changed: Arc<dyn Fn() + Send + Sync>,
}

/// The open file and the recipients of its commits.
pub(crate) struct Owner {
    pub(super) db: BudgetDb,
    pub(super) reader: Reader,
    parts: DbParts,
    /// Whether changes of other devices were stored since the file was opened: then an undo may
    /// leave splits or transfers incomplete.
    pub(super) merged: bool,
    /// The revision of the last commit of more than budgets and notes.
    ledger_at: Cell<u64>,
}

impl Owner {
    /// The owner of a file whose cells are computed.
    pub(crate) fn new(db: BudgetDb, reader: Reader, parts: DbParts) -> Self {
        let ledger_at = Cell::new(parts.committed.load(Ordering::Acquire));
        Self { db, reader, parts, merged: false, ledger_at }
    }

    /// Lets a call decide, commits its changes and notifies the tabs.
    pub(crate) fn decide(&mut self, message: Decide) -> Result<JsonText, CallError> {
        let Decide { decide, undo, origin } = message;
        self.wait_for_sheet()?;
        let plan = decide(&self.world())?;
        self.commit(plan, undo, origin.as_ref())
    }

    /// Commits a plan if nothing that it depends on was committed since its revision.
    pub(crate) fn carry_out(&mut self, message: CarryOut) -> Result<Option<JsonText>, CallError> {
        let CarryOut { plan, at, from, undo, origin } = message;
        let last = match from {
            DecidedFrom::Everything => self.revision(),
            DecidedFrom::Ledger => self.ledger_at.get(),
        };
        if last > at {
            return Ok(None);
        }
        self.commit(plan, undo, origin.as_ref()).map(Some)
    }

    /// Commits a plan and notifies the tabs.
    fn commit(
        &mut self,
        plan: Plan<JsonText>,
        undo: UndoOptions,
        origin: Option<&SessionId>,
    ) -> Result<JsonText, CallError> {
        let Plan { changes, local_prefs, record, name, meta, moved_payees, reply } = plan;
        if changes.is_empty() && !local_prefs.is_empty() {
            self.db.update_metadata(|metadata| metadata.set_all(&local_prefs))?;
        }
        if !changes.is_empty() {
            let session = origin.map(|id| str::to_owned(id));
            let name = undo.name.or(name);
            let cause = self.cause(ChangeKind::Call, name.clone());
            let bank_sync = if let Record::BankSync(number) = record { Some(number) } else { None };
            let intent = Intent { name, undo_tag: undo.tag, session, meta, bank_sync };
            let recorded = match record {
                Record::Step | Record::BankSync(_) => Origin::Local(intent),
                Record::Nothing => Origin::Unrecorded,
            };
            let terms = Terms { origin: recorded, local_prefs: &local_prefs };
            let commit = self.db.apply(changes, terms)?;
            self.published(commit, cause, origin, self.orphans(moved_payees, origin));
            (self.parts.changed)();
        }
        if !local_prefs.is_empty() {
            self.parts.notifications.do_send(Publish(vec![Event::PrefsUpdated(NoContent {})]));
        }
        Ok(reply)
    }

    /// The event of payees that no transaction uses any more. A failed query is only logged.
    fn orphans(&self, moved: Option<MovedPayees>, origin: Option<&SessionId>) -> Option<Event> {
        let MovedPayees { left, new } = moved?;
        let orphaned = read::payees::orphaned(&self.reader, &left)
            .inspect_err(|error| tracing::warn!(%error, "orphaned payees could not be found"));
        let orphaned_ids = orphaned.ok().filter(|ids| !ids.is_empty())?;
        let origin = origin.map(ToString::to_string);
        Some(Event::OrphanedPayees(OrphanedPayees { orphaned_ids, updated_payee_ids: new, origin }))
    }

    /// Lets the sheet catch up if it is far behind, so that its queue stays short.
    fn wait_for_sheet(&self) -> Result<(), CallError> {
        let revision = self.revision().saturating_sub(limits::COMMITS_AHEAD);
        self.parts.view.wait(revision)
    }

    /// Undoes or redoes one step.
    pub(crate) fn step(&mut self, message: &Step) -> Result<Option<UndoneStep>, CallError> {
        self.wait_for_sheet()?;
        if message.only_own && !self.is_next_of(message.origin.as_deref()) {
            return Ok(None);
        }
        let redo = message.direction == Direction::Redo;
        self.refuse_another(redo, message.meant)?;
        let undone = self.db.step(message.direction)?;
        let Some(Undone { step, changes, commit }) = undone else { return Ok(None) };
        let tables: Vec<_> = step.tables.iter().map(|&table| table.to_owned()).collect();
        let event = Event::UndoEvent(UndoEvent {
            tables: tables.clone(),
            messages: event_cells(&changes),
            place: step_place(&changes),
            undo_tag: step.intent.undo_tag.clone(),
            name: step.intent.name.clone(),
            meta: step.intent.meta.clone(),
            kind: if redo { "redo" } else { "undo" },
            origin: message.origin.as_deref().map(str::to_owned),
        });
        let kind = if redo { ChangeKind::Redo } else { ChangeKind::Undo };
        let cause = self.cause(kind, step.intent.name.clone());
        let repairs = if self.merged { self.repairs_of(&commit) } else { Vec::new() };
        self.published(commit, cause, message.origin.as_ref(), Some(event));
        self.write_repairs(repairs);
        (self.parts.changed)();
        let (number, Intent { name, undo_tag, .. }) = (step.number, step.intent);
        Ok(Some(UndoneStep { number, name, undo_tag, tables }))
    }

    /// Whether a session made the step that undo would take back.
    fn is_next_of(&self, session: Option<&str>) -> bool {
        self.db.history().undo.is_some_and(|step| step.intent.session.as_deref() == session)
    }

    /// Refuses if the next step is not the expected one, and names it.
    fn refuse_another(&self, redo: bool, meant: Option<u64>) -> Result<(), CallError> {
        let history = self.db.history();
        let next = if redo { history.redo } else { history.undo };
        let Some(next) = next.filter(|next| meant.is_some_and(|meant| meant != next.number)) else {
            return Ok(());
        };
        let next = serde_json::to_value(history_step(next));
        let next = next.map_err(|error| CallError::internal(&error))?;
        Err(CallError::of(ErrorCode::AnotherStep).with_meta(json!({ "step": next })))
    }

    /// Adds the sheet of a new calendar month.
    pub(crate) fn follow_calendar(&mut self) -> Result<(), CallError> {
        if let Some(months) = self.db.follow_calendar()? {
            self.forward_own(SheetChange::Facts(vec![months]));
        }
        Ok(())
    }

    /// Sends all facts to the sheet again.
    pub(crate) fn recompute(&mut self) -> Result<(), CallError> {
        let facts = self.db.facts()?;
        self.forward_own(SheetChange::Everything(Box::new(facts)));
        Ok(())
    }

    /// Whether the open file is still the one at its path.
    pub(crate) fn is_in_place(&self) -> bool {
        self.db.is_in_place()
    }

    /// The state of its write-ahead log.
    pub(crate) fn log_state(&self) -> LogState {
        self.db.log_state()
    }

    /// Whose content the file has, before work on it.
    pub(crate) fn content_before_work(&mut self) -> Content {
        self.db.content_before_work()
    }

    /// Whose content the file has after work on it.
    pub(crate) fn content_after_work(&mut self) -> Content {
        self.db.content_after_work()
    }

    /// Ends all reads of the file, and then closes it by `close`.
    pub(crate) fn end(self, close: impl FnOnce(BudgetDb)) {
        let Self { db, reader, parts, .. } = self;
        drop(reader);
        parts.readers.close();
        parts.event_readers.close();
        let _closing = end_reads(&db.path(), limits::CLOSING);
        close(db);
    }

    /// Does deferred work while nothing is being written.
    pub(crate) fn settle(&mut self) -> Result<(), CallError> {
        Ok(self.db.settle()?)
    }

    /// Notifies tabs of a failed background write.
    pub(super) fn publish_write_error(&self, error: &CallError) {
        tracing::warn!(error = %error.message, "a background write failed");
        let (code, message) = (error.code.wire(), error.message.clone());
        self.publish(Event::FallbackWriteError(ServerError { code, message }));
    }

    /// Writes a clean copy of the database for export; returns the current metadata.
    pub(crate) fn export_copy(&self, to: &Path) -> Result<Metadata, CallError> {
        self.db.export_copy(to)?;
        Ok(Metadata::of(self.db.directory()).map_err(FileError::from)?)
    }

    /// Makes the sheet actor panic.
    #[cfg(feature = "testing")]
    pub(crate) fn break_sheet(&mut self) -> Result<(), CallError> {
        self.forward_own(SheetChange::Fault);
        Ok(())
    }

    fn world(&self) -> World<'_> {
        World::new(Parts {
            reader: &self.reader,
            dir: self.db.directory(),
            environment: &self.parts.environment,
            cells: Cells::Months(self.db.months()),
        })
    }

    fn revision(&self) -> u64 {
        self.parts.committed.load(Ordering::Acquire)
    }

    /// Sends the facts of a commit to the sheet and its rows to the tabs.
    pub(super) fn published(
        &self,
        commit: Commit,
        cause: Cause,
        origin: Option<&SessionId>,
        last: Option<Event>,
    ) {
        let Commit { touched, facts, history, .. } = commit;
        let change = match facts {
            CommitFacts::Changed(facts) => SheetChange::Facts(facts),
            CommitFacts::Everything(facts) => SheetChange::Everything(facts),
        };
        let transactions = WrittenTransactions::of(&touched).map(|written| {
            let event_readers = self.parts.event_readers.clone();
            Box::new(move || written.read(&event_readers)) as ReadTransactions
        });
        let is_beside = |it: &TouchedRows| BESIDE_LEDGER.contains(&it.table);
        let ledger_at = touched.iter().all(is_beside).then(|| self.ledger_at.get());
        let written = |table: &str| touched.iter().any(|touched| touched.table == table);
        let renamed = written("prefs") || written("preferences");
        let mut others = vec![Event::History(history_event(history))];
        others.extend(renamed.then_some(Event::PrefsUpdated(NoContent {})));
        others.extend(last);
        self.forward(change, cause, |revision| {
            let applied = SyncEvent {
                r#type: "applied",
                subtype: None,
                meta: None,
                tables: touched.iter().map(|touched| touched.table.to_owned()).collect(),
                rows: event_rows(&touched),
                transactions: None,
                revision,
                origin: origin.map(|origin| origin.to_string()),
            };
            let (applied, origin) = (Some(applied), origin.cloned());
            CommitReport { revision, origin, applied, transactions, others }
        });
        if let Some(unchanged) = ledger_at {
            self.ledger_at.set(unchanged);
        }
    }

    /// A cause of the present moment.
    pub(super) fn cause(&self, kind: ChangeKind, name: Option<StepName>) -> Cause {
        Cause { at_ms: self.parts.environment.clock.now_ms(), kind, name }
    }

    /// Starts a revision that writes no rows.
    fn forward_own(&self, change: SheetChange) {
        self.forward(change, self.cause(ChangeKind::Program, None), CommitReport::of_sheet);
    }

    /// Starts the next revision: sends its facts to the sheet and its rows to the tabs.
    fn forward(
        &self,
        change: SheetChange,
        cause: Cause,
        committed: impl FnOnce(u64) -> CommitReport,
    ) {
        let revision = self.revision() + 1;
        self.parts.committed.store(revision, Ordering::Release);
        self.ledger_at.set(revision);
        // First the rows, so that a reader of the sheet at this revision can rely on the rows being
        // on their way.
        self.parts.notifications.do_send(committed(revision));
        self.parts.sheet.do_send(Recalculate { revision, change, cause });
    }

    /// Notifies tabs of something other than a commit.
    pub(super) fn publish(&self, event: Event) {
        self.parts.notifications.do_send(Publish(vec![event]));
    }
}

/// The written rows by table; none if there are too many for the event.
fn event_rows(touched: &[TouchedRows]) -> Option<BTreeMap<&'static str, Vec<String>>> {
    let count: usize = touched.iter().map(|touched| touched.rows.len()).sum();
    let ids = |rows: &[Arc<str>]| rows.iter().map(|row| (**row).to_owned()).collect();
    (count <= limits::ROWS_PER_EVENT)
        .then(|| touched.iter().map(|touched| (touched.table, ids(&touched.rows))).collect())
}

/// The undo and redo steps for tabs.
fn history_event(history: HistoryState) -> HistoryEvent {
    HistoryEvent { undo: history.undo.map(history_step), redo: history.redo.map(history_step) }
}

fn history_step(step: NextStep) -> HistoryStep {
    let NextStep { number, intent } = step;
    HistoryStep { number, name: intent.name, session: intent.session }
}

/// Written cells for the undo event; none if there are too many.
fn event_cells(changes: &[Change]) -> Vec<Value> {
    let listed = if changes.len() > limits::CELLS_PER_EVENT { &[] } else { changes };
    let cell = |Change { dataset, row, column, value }: &Change| {
        let value = value.to_text();
        json!({ "dataset": dataset, "row": row, "column": column, "value": value })
    };
    listed.iter().map(cell).collect()
}
