//! An open budget: the addresses of its actors, and methods to read and change it.

mod changes;
mod quiet;
mod threads;
mod turns;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use actix::{Actor, Addr, MailboxError};
use dashmap::DashMap;
use parking_lot::Mutex;
use sobre_engine::budget::{BudgetSheet, budget_bounds};
use sobre_engine::dates::{Day, Month};
use sobre_engine::sync::fault::SyncFault;
use tokio::sync::{Notify, mpsc, oneshot, watch};

use crate::contract::{CallError, ErrorCode, Event};
use crate::database_actor::owner::DbParts;
use crate::database_actor::{CheckFiles, Close, DbActor, ExportCopy, FollowCalendar, Recompute};
use crate::db::connections::have_reads_ended;
use crate::db::metadata::keys;
use crate::db::{BudgetDb, DATABASE_FILE, QueryDeadline, Reader, ReaderPool};
use crate::environment::Environment;
use crate::failed::{Failed, closed_error, closing};
use crate::files::{DataDir, Metadata, shows_backup};
use crate::limits;
use crate::notifications::{Listeners, Notifications, Publish, Subscribe, Subscribed, Unsubscribe};
use crate::session::{Session, SessionId};
use crate::sheet::SheetView;
use crate::sync::{self, Arrivals, ServerLink, SyncParts, SyncTrigger, SyncerTasks};
use crate::tasks::blocking;
use crate::world::{Cells, Parts, World};

use quiet::{read_ahead, settle_when_quiet};
use threads::{on_its_thread, writing};
#[cfg(feature = "testing")]
pub(crate) use turns::Turn;
pub(crate) use turns::Turns;
use turns::within;
pub(crate) use turns::{Cost, ReadRequest};

/// The budgets that are open, by id.
pub(crate) type Registry = Arc<DashMap<Arc<str>, Arc<OpenBudget>>>;

/// Read-only connections for calls that only read.
pub(crate) const READERS: usize = 4;

/// An opened budget file with its cells computed, before its actors start.
pub(crate) struct OpenedFile {
    db: BudgetDb,
    reader: Reader,
    readers: ReaderPool,
    sheet: BudgetSheet,
}

impl OpenedFile {
    /// Opens the file and computes every cell. Blocks.
    pub(crate) fn open(dir: &Path, environment: Environment) -> Result<Self, CallError> {
        if !have_reads_ended(&dir.join(DATABASE_FILE)) {
            let message = "This budget is still being closed. Try again in a moment.";
            return Err(CallError::new(ErrorCode::Busy, message));
        }
        let mut db = BudgetDb::open(dir, environment)?;
        sync::sweep(dir, Metadata::read_or_default(dir).text(keys::GROUP_ID));
        let facts = db.facts()?;
        let sheet = BudgetSheet::build(&facts)
            .map_err(|error| CallError::new(ErrorCode::OutOfSyncData, error.to_string()))?;
        let readers = ReaderPool::new(dir, READERS, db.journal());
        let reader = readers.for_writer()?;
        db.watch_file();
        Ok(Self { db, reader, readers, sheet })
    }
}

/// One open budget.
pub(crate) struct OpenBudget {
    id: Arc<str>,
    /// Revision of the sheet when the budget was opened; unique per opening.
    opening: u64,
    dir: PathBuf,
    environment: Environment,
    db: Addr<DbActor>,
    notifications: Addr<Notifications>,
    view: SheetView,
    committed: Arc<AtomicU64>,
    readers: ReaderPool,
    turns: Turns,
    failed: Failed,
    backed_up: Mutex<LastBackup>,
    /// The last month that the calendar requires, as of the last check.
    reaches: Mutex<Month>,
    /// When the last listener left or a session without events last used it, in milliseconds since
    /// 1970; none while anybody listens.
    left_at_ms: Mutex<Option<i64>>,
    triggers: mpsc::Sender<SyncTrigger>,
    syncing: SyncerTasks,
    /// News of what was fetched from banks.
    arrivals: Arrivals,
    #[cfg(feature = "testing")]
    gates: Gates,
}

/// Gates at which a test can hold an open budget.
#[cfg(feature = "testing")]
pub(crate) struct Gates {
    pub(crate) readers: ReaderPool,
    pub(crate) turns: Turns,
    pub(crate) event_readers: ReaderPool,
    pub(crate) notifications: Addr<Notifications>,
    pub(crate) view: SheetView,
}

/// Shared by all open budgets.
pub(crate) struct Shared {
    pub(crate) environment: Environment,
    pub(crate) link: Arc<ServerLink>,
    pub(crate) data_dir: Arc<DataDir>,
    /// Woken when a server has put bank data into the inbox of any budget.
    pub(crate) arrived: Arc<Notify>,
}

/// Time and revision of a budget's last backup.
#[derive(Debug, Clone, Copy)]
struct LastBackup {
    at_ms: i64,
    /// Revision of the last commit; `None` if the budget was opened and not backed up since.
    revision: Option<u64>,
}

impl LastBackup {
    /// The initial state for the budget in `dir`.
    fn at_opening(dir: &Path, at_ms: i64, revision: u64) -> Self {
        // Only viewing a loaded backup must not push the replaced budget out of the backups.
        Self { at_ms, revision: shows_backup(dir).then_some(revision) }
    }
}

impl OpenBudget {
    /// Starts the actors of a newly opened budget, with `revision` as its first. Must run on an
    /// actix system.
    pub(crate) fn start(
        id: &Arc<str>,
        file: OpenedFile,
        shared: Shared,
        revision: u64,
    ) -> Arc<Self> {
        let Shared { environment, link, data_dir, arrived } = shared;
        let OpenedFile { db, reader, readers, sheet } = file;
        let committed = Arc::new(AtomicU64::new(revision));
        let (now_ms, reaches) = (environment.clock.now_ms(), Mutex::new(sheet.months().1));
        let view = SheetView::new(sheet, revision, now_ms);
        let notifications = Notifications::new(revision).start();
        let failed = Failed::new(id, &notifications);
        let dir = db.directory().to_owned();
        let backed_up = LastBackup::at_opening(&dir, now_ms, revision);
        let sheet_actor = on_its_thread(&view, &notifications, &failed);
        // A separate connection reads written rows, so that events do not wait for calls.
        let event_readers = ReaderPool::new(&dir, 1, db.journal());
        let (turns, arrivals) = (Turns::of(READERS), Arrivals::new(&arrived));
        #[cfg(feature = "testing")]
        let gates = Gates {
            readers: readers.clone(),
            turns: turns.clone(),
            event_readers: event_readers.clone(),
            notifications: notifications.clone(),
            view: view.clone(),
        };
        let (triggers, wished) = sync::triggers();
        let to_send = triggers.clone();
        let parts = DbParts {
            view: view.clone(),
            sheet: sheet_actor,
            notifications: notifications.clone(),
            readers: readers.clone(),
            event_readers,
            committed: Arc::clone(&committed),
            environment: environment.clone(),
            data_dir,
            failed: failed.clone(),
            // A full queue already holds triggers for the same sync.
            changed: Arc::new(move || drop(to_send.try_send(SyncTrigger::Changed))),
        };
        let db = writing(db, reader, parts);
        actix::spawn(settle_when_quiet(db.downgrade(), Arc::clone(&committed)));
        let parts = SyncParts {
            db: db.clone(),
            notifications: notifications.clone(),
            link,
            environment: environment.clone(),
            committed: Arc::clone(&committed),
            dir: dir.clone(),
            changes: Arc::new(watch::Sender::new(None)),
            arrivals: arrivals.clone(),
        };
        let syncing = sync::start(parts, &triggers, wished);
        let budget = Arc::new(Self {
            id: Arc::clone(id),
            opening: revision,
            dir,
            environment,
            db,
            notifications,
            view,
            committed,
            readers,
            turns,
            failed,
            triggers,
            syncing,
            arrivals,
            backed_up: Mutex::new(backed_up),
            reaches,
            left_at_ms: Mutex::new(None),
            #[cfg(feature = "testing")]
            gates,
        });
        actix::spawn(read_ahead(Arc::downgrade(&budget)));
        budget
    }

    /// Today, where the user is.
    pub(crate) fn today(&self) -> Day {
        self.environment.calendar.today()
    }

    /// Folder of the budget.
    pub(crate) fn dir(&self) -> &Path {
        &self.dir
    }

    /// Lets the budget close itself if its file is no longer in place.
    pub(crate) fn check_files(&self) {
        self.db.do_send(CheckFiles);
    }

    /// Triggers a sync without waiting for it.
    pub(crate) fn trigger(&self, trigger: SyncTrigger) {
        // A full queue already holds triggers for the same sync.
        let _ = self.triggers.try_send(trigger);
    }

    /// Syncs now.
    pub(crate) async fn sync(&self) -> Result<(), SyncFault> {
        let (done, outcome) = oneshot::channel();
        if self.triggers.send(SyncTrigger::Now(done)).await.is_err() {
            return Err(SyncFault::ApplyFailure);
        }
        outcome.await.unwrap_or(Err(SyncFault::ApplyFailure))
    }

    /// Sends a request to the database actor.
    pub(crate) async fn ask_db<M, R>(&self, message: M) -> Result<R, CallError>
    where
        M: actix::Message<Result = Result<R, CallError>> + Send + 'static,
        R: Send + 'static,
        DbActor: actix::Handler<M>,
    {
        self.db.send(message).await.unwrap_or_else(closed)
    }

    /// Id of the budget.
    pub(crate) const fn id(&self) -> &Arc<str> {
        &self.id
    }

    /// Revision the budget was opened with.
    pub(crate) const fn opening(&self) -> u64 {
        self.opening
    }

    /// Whether a fault closed the budget. It must be closed properly before it is opened again.
    pub(crate) fn has_failed(&self) -> bool {
        self.failed.is_reported()
    }

    /// Revision of the last commit.
    pub(crate) fn revision(&self) -> u64 {
        self.committed.load(Ordering::Acquire)
    }

    /// Whether a backup is due at a time in milliseconds since 1970: a quarter of an hour after the
    /// last one, if anything has changed since.
    pub(crate) fn backup_is_due(&self, now_ms: i64) -> bool {
        let LastBackup { at_ms, revision } = *self.backed_up.lock();
        let waited = now_ms.abs_diff(at_ms) >= limits::BACKUP_EVERY_MS.unsigned_abs();
        waited && revision != Some(self.revision())
    }

    /// Records a backup, or a failed one, which is retried after the same time.
    pub(crate) fn note_backup(&self, at_ms: i64, revision: Option<u64>) {
        *self.backed_up.lock() = LastBackup { at_ms, revision };
    }

    /// Runs a read on a thread that may block.
    pub(crate) async fn read<R, F>(
        self: &Arc<Self>,
        reading: ReadRequest<'_>,
        run: F,
    ) -> Result<R, CallError>
    where
        R: Send + 'static,
        F: FnOnce(&World<'_>) -> Result<R, CallError> + Send + 'static,
    {
        self.read_at(self.revision(), reading, run).await
    }

    /// As [`Self::read`], for reads that need the sheet: waits for the sheet first, so that a
    /// waiting call takes no connection from calls that only read rows.
    pub(crate) async fn read_computed<R, F>(
        self: &Arc<Self>,
        reading: ReadRequest<'_>,
        run: F,
    ) -> Result<R, CallError>
    where
        R: Send + 'static,
        F: FnOnce(&World<'_>) -> Result<R, CallError> + Send + 'static,
    {
        let revision = self.revision();
        self.view.reached(revision).await?;
        self.read_at(revision, reading, run).await
    }

    async fn read_at<R, F>(
        self: &Arc<Self>,
        revision: u64,
        reading: ReadRequest<'_>,
        run: F,
    ) -> Result<R, CallError>
    where
        R: Send + 'static,
        F: FnOnce(&World<'_>) -> Result<R, CallError> + Send + 'static,
    {
        let (budget, deadline) = (Arc::clone(self), QueryDeadline::new(reading.cost.time()));
        // Dropping this future, as when a tab closes, ends the read.
        let _waiting = deadline.waiting();
        let wait = async {
            let line = match reading.session {
                Some(session) => session.may_read().await,
                None => None,
            };
            Ok((line, self.turns.take(reading.cost).await?))
        };
        let (_line, turn) = match reading.cost {
            Cost::Quick | Cost::Long => wait.await?,
            Cost::Searching => within(limits::SEARCHING, wait).await?,
        };
        let outcome = blocking(move || {
            let _turn = turn;
            let reader = budget.readers.take()?.under(&deadline)?;
            if deadline.is_given_up() {
                return Err(closed_error());
            }
            let answer = run(&World::new(Parts {
                reader: &reader,
                dir: &budget.dir,
                environment: &budget.environment,
                cells: Cells::Shared { view: &budget.view, revision },
            }));
            answer.map_err(|error| if deadline.has_cut() { too_long() } else { error })
        })
        .await;
        if self.readers.is_closed() {
            // Closing ended the read.
            return outcome.map_err(|_| self.failed.error().unwrap_or_else(closed_error));
        }
        if outcome.as_ref().is_err_and(|error| error.code == ErrorCode::StorageFull) {
            // The next look would close a budget whose file was moved; the user needs that reason.
            let _ = self.db.send(CheckFiles).await;
            return outcome.map_err(|error| self.failed.error().unwrap_or(error));
        }
        outcome
    }

    /// Adds the sheet of a new calendar month, if one has started.
    pub(crate) async fn follow_calendar(&self) -> Result<(), CallError> {
        let last = budget_bounds(None, self.environment.calendar.today()).end;
        if last > *self.reaches.lock() {
            self.db.send(FollowCalendar).await.unwrap_or_else(closed)?;
            *self.reaches.lock() = last;
        }
        Ok(())
    }

    /// Recalculates every cell.
    pub(crate) async fn recompute(self: &Arc<Self>) -> Result<(), CallError> {
        self.db.send(Recompute).await.unwrap_or_else(closed)?;
        self.caught_up().await
    }

    /// Writes a clean copy of the database for export.
    pub(crate) async fn export_copy(&self, to: PathBuf) -> Result<Metadata, CallError> {
        self.db.send(ExportCopy(to)).await.unwrap_or_else(closed)
    }

    /// Gates for tests.
    #[cfg(feature = "testing")]
    pub(crate) const fn gates(&self) -> &Gates {
        &self.gates
    }

    /// Makes the sheet actor panic.
    #[cfg(feature = "testing")]
    pub(crate) async fn break_sheet(&self) -> Result<(), CallError> {
        self.db.send(crate::database_actor::BreakSheet).await.unwrap_or_else(closed)
    }

    /// Waits until the sheet has reached the last commit.
    pub(crate) async fn caught_up(&self) -> Result<(), CallError> {
        self.view.reached(self.revision()).await
    }

    /// Adds a listener and sends it missed frames since revision `seen`.
    ///
    /// # Errors
    /// `no-budget-open` if the session accepts no more frames.
    pub(crate) async fn subscribe(
        &self,
        session: &Arc<Session>,
        seen: Option<u64>,
    ) -> Result<Subscribed, CallError> {
        let subscribe = Subscribe { session: Arc::clone(session), seen, revision: self.revision() };
        let subscribed = self.notifications.send(subscribe).await;
        let subscribed = subscribed.unwrap_or(None).ok_or_else(closed_error)?;
        *self.left_at_ms.lock() = None;
        Ok(subscribed)
    }

    /// The number of listeners.
    pub(crate) async fn listeners(&self) -> usize {
        self.notifications.send(Listeners).await.unwrap_or(0)
    }

    /// Records the time, in milliseconds since 1970, since which nobody listens.
    pub(crate) fn note_left(&self, at_ms: i64) {
        *self.left_at_ms.lock() = Some(at_ms);
    }

    /// Restarts, at a time in milliseconds since 1970, the time after which a budget without
    /// listeners closes.
    pub(crate) fn note_used(&self, at_ms: i64) {
        if let Some(left) = self.left_at_ms.lock().as_mut() {
            *left = at_ms;
        }
    }

    /// Whether the budget has been without listeners for longer than it stays open for reconnecting
    /// tabs.
    pub(crate) fn is_left(&self, now_ms: i64) -> bool {
        let left = *self.left_at_ms.lock();
        left.is_some_and(|at| now_ms.abs_diff(at) >= limits::KEPT_OPEN_MS.unsigned_abs())
    }

    /// Removes a listener; returns how many are left.
    pub(crate) async fn unsubscribe(&self, session: &SessionId) -> usize {
        self.notifications.send(Unsubscribe(SessionId::clone(session))).await.unwrap_or(0)
    }

    /// News of what was fetched from banks.
    pub(crate) const fn arrivals(&self) -> &Arrivals {
        &self.arrivals
    }

    /// Notifies every listener.
    pub(crate) fn publish(&self, event: Event) {
        self.notifications.do_send(Publish(vec![event]));
    }

    /// Closes the file after all earlier calls.
    pub(crate) async fn close(&self, message: Option<&str>) {
        if let Some(message) = message {
            self.publish(closing(&self.id, message));
        }
        self.syncing.stop();
        self.readers.close();
        if self.db.send(Close).await.is_err() {
            tracing::debug!(budget = %self.id, "the database was closed already");
        }
    }
}

fn too_long() -> CallError {
    CallError::new(ErrorCode::QueryTooLarge, "This takes too long. Request less.")
}

fn closed<R>(_: MailboxError) -> Result<R, CallError> {
    Err(closed_error())
}
