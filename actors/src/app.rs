//! The application: the data directory, and opening and closing budgets.

mod backups;
pub(crate) mod banks;
mod exports;
mod schedule_runs;
mod services;
mod sync_reset;
mod transfer;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use dashmap::DashMap;
use serde_json::json;
use sobre_engine::dates::Day;
use tokio::sync::{Mutex, Semaphore, mpsc, watch};

use crate::answers::AnswerBudget;
use crate::contract::events::{Hello, TodayChanged};
use crate::contract::{CallError, ErrorCode, Event};
use crate::environment::Environment;
use crate::failed::closed_error;
use crate::files::{self, BudgetId, DataDir, FileError, Uploads};
use crate::limits;
use crate::network::OwnServer;
use crate::notifications::Subscribed;
use crate::open_budget::{OpenBudget, OpenedFile, Registry, Shared};
use crate::session::{Frame, Session, SessionBudget};
use crate::sync::{ServerLink, SyncTrigger};
use crate::tasks::{blocking, unbroken};

pub use banks::BankOpener;
use banks::BankWork;
pub use exports::{ExportFile, Uploading};
use schedule_runs::ScheduleRuns;

/// Version of the program, as clients show it.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The first revision of an opening is the wall clock in milliseconds times this, so that a tab's
/// revision from an earlier opening never looks current.
const REVISIONS_PER_MS: u64 = 1_000;

/// The running application; cheap to clone.
#[derive(Clone)]
pub struct App {
    pub(crate) data_dir: Arc<DataDir>,
    pub(crate) environment: Environment,
    pub(crate) registry: Registry,
    pub(crate) uploads: Uploads,
    pub(crate) link: Arc<ServerLink>,
    /// Held while budgets are opened, closed or replaced, so that a file has one owner.
    pub(crate) lifecycle: Arc<Mutex<()>>,
    /// Budgets that are still closing; each channel closes when the file is free.
    closing: Arc<DashMap<Arc<str>, watch::Receiver<()>>>,
    /// Held while a backup is made or loaded.
    pub(crate) backing_up: Arc<Mutex<()>>,
    pub(crate) in_flight: Arc<Semaphore>,
    /// Held while a file of transactions is read: what it holds takes many times its size.
    pub(crate) parsing: Arc<Semaphore>,
    pub(crate) answers: AnswerBudget,
    /// The latest revision of any budget opened and closed so far.
    latest_revision: Arc<AtomicU64>,
    pub(crate) schedule_runs: Arc<ScheduleRuns>,
    pub(crate) banks: Arc<BankWork>,
}

impl App {
    /// Opens and locks a data directory.
    ///
    /// # Errors
    /// If the directory cannot be used or another process owns it.
    pub fn start(data_dir: &Path, environment: Environment) -> Result<Self, FileError> {
        let data_dir = DataDir::open(data_dir)?;
        // Left by a server that was killed; another program may use that address by now.
        files::forget_server(data_dir.path());
        let uploads = Uploads::open(&data_dir)?;
        let link = ServerLink::open(data_dir.path(), Arc::clone(&environment.sync_servers))?;
        Ok(Self {
            data_dir: Arc::new(data_dir),
            environment,
            registry: Arc::new(DashMap::new()),
            uploads,
            link: Arc::new(link),
            lifecycle: Arc::new(Mutex::new(())),
            closing: Arc::default(),
            backing_up: Arc::new(Mutex::new(())),
            in_flight: Arc::new(Semaphore::new(limits::CALLS_IN_ALL)),
            parsing: Arc::new(Semaphore::new(limits::FILES_PARSED_AT_ONCE)),
            answers: AnswerBudget::of(limits::ANSWERS_IN_ALL),
            latest_revision: Arc::default(),
            schedule_runs: Arc::default(),
            banks: Arc::default(),
        })
    }

    /// The data directory.
    #[must_use]
    pub fn data_dir(&self) -> &Path {
        self.data_dir.path()
    }

    /// Checks that the data directory still belongs to this process.
    ///
    /// # Errors
    /// As [`DataDir::keep_lock`].
    pub fn check_data_dir(&self) -> Result<(), FileError> {
        self.data_dir.keep_lock()
    }

    /// Milliseconds since 1970.
    pub(crate) fn now_ms(&self) -> i64 {
        self.environment.clock.now_ms()
    }

    /// Clock, ids and calendar.
    #[must_use]
    pub const fn environment(&self) -> &Environment {
        &self.environment
    }

    /// Creates a session; `outbox` receives its pushed frames.
    #[must_use]
    pub fn new_session(&self, outbox: Option<mpsc::Sender<Frame>>) -> Arc<Session> {
        Session::new(&self.environment.ids.uuid(), outbox)
    }

    /// Sends the first event of a connection; returns the day it contains.
    pub fn greet(&self, session: &Session) -> Day {
        let today = self.environment.calendar.today();
        let (session_id, version) = (session.id().to_string(), VERSION.to_owned());
        push(session, &Event::Hello(Hello { session: session_id, version, today }));
        today
    }

    /// Notifies a connection of a new day; returns the day that it now knows. The connection's
    /// owner calls this regularly, because a page may stay open for weeks.
    pub fn publish_day(&self, session: &Session, known: Day) -> Day {
        let today = self.environment.calendar.today();
        if today != known {
            push(session, &Event::TodayChanged(TodayChanged { today }));
        }
        today
    }

    /// The budget of a session. A session without events opens it on demand; a listening session
    /// has to load it again after it was closed.
    pub(crate) async fn budget_of(&self, session: &Session) -> Result<Arc<OpenBudget>, CallError> {
        let bound = session.bound().ok_or_else(|| CallError::of(ErrorCode::NoBudgetOpen))?;
        let Some(opening) = bound.opening else { return self.open(&bound.id).await };
        let budget = self.opened(&bound.id).filter(|budget| budget.opening() == opening);
        if budget.is_none() {
            self.data_dir.existing_budget(&BudgetId::parse(&bound.id)?)?;
        }
        budget.ok_or_else(closed_error)
    }

    /// A budget, opened if needed.
    pub(crate) async fn open(&self, id: &Arc<str>) -> Result<Arc<OpenBudget>, CallError> {
        if let Some(budget) = self.opened(id) {
            budget.note_used(self.environment.clock.now_ms());
            return Ok(budget);
        }
        let (app, id) = (self.clone(), Arc::clone(id));
        unbroken(async move {
            app.until_free(&id).await;
            let _lifecycle = app.lifecycle.lock().await;
            app.open_now(&id).await
        })
        .await
    }

    /// The budget, if it is open and has not failed.
    fn opened(&self, id: &str) -> Option<Arc<OpenBudget>> {
        self.opened_or_failed(id).filter(|budget| !budget.has_failed())
    }

    /// The budgets that are open.
    pub(crate) fn open_ids(&self) -> Vec<Arc<str>> {
        self.registry.iter().map(|entry| Arc::clone(entry.key())).collect()
    }

    /// The budget, if it is open, failed or not.
    pub(crate) fn opened_or_failed(&self, id: &str) -> Option<Arc<OpenBudget>> {
        self.registry.get(id).map(|entry| Arc::clone(entry.value()))
    }

    /// Binds a session to a budget and subscribes it to its events.
    pub(crate) async fn bind(
        &self,
        session: &Arc<Session>,
        id: &str,
        seen: Option<u64>,
    ) -> Result<Subscribed, CallError> {
        self.until_free(id).await;
        let _lifecycle = self.lifecycle.lock().await;
        let id: Arc<str> = id.into();
        if session.bound().is_some_and(|bound| bound.id != id) {
            self.leave_now(session).await;
        }
        let budget = self.open_now(&id).await?;
        if !session.listens() {
            session.set_budget(Some(id));
            return Ok(Subscribed { caught_up: true, revision: budget.revision() });
        }
        session.bind(Some(SessionBudget { id, opening: Some(budget.opening()) }));
        let subscribed = budget.subscribe(session, seen).await;
        if subscribed.is_err() {
            // The session ended while its budget was opening.
            self.disconnect_now(session).await;
        }
        subscribed
    }

    /// A budget, opened now if needed. The caller holds the lifecycle lock.
    async fn open_now(&self, id: &Arc<str>) -> Result<Arc<OpenBudget>, CallError> {
        if let Some(budget) = self.opened(id) {
            return Ok(budget);
        }
        // Remains of a failed budget.
        self.close_now(id, None).await;
        let dir = self.data_dir.existing_budget(&BudgetId::parse(id)?)?;
        self.make_room().await?;
        let (environment, data_dir) = (self.environment.clone(), Arc::clone(&self.data_dir));
        let opened = blocking(move || {
            data_dir.keep_lock()?;
            OpenedFile::open(&dir, environment)
        });
        let opened = opened.await?;
        let shared = Shared {
            environment: self.environment.clone(),
            link: Arc::clone(&self.link),
            data_dir: Arc::clone(&self.data_dir),
            arrived: self.banks.arrived(),
        };
        let budget = OpenBudget::start(id, opened, shared, self.next_revision());
        // Nobody may ever listen: a script does not say when it ends.
        budget.note_left(self.environment.clock.now_ms());
        self.registry.insert(Arc::clone(id), Arc::clone(&budget));
        self.finish_reset(&budget);
        self.upload_weekly(&budget);
        tracing::info!(budget = %id, "opened");
        Ok(budget)
    }

    /// First revision of an opening: later than all earlier ones, whatever the clock does.
    fn next_revision(&self) -> u64 {
        let now = u64::try_from(self.environment.clock.now_ms()).unwrap_or(0);
        let latest = self.latest_revision.load(Ordering::Acquire);
        let revision = (now * REVISIONS_PER_MS).max(latest + REVISIONS_PER_MS);
        self.latest_revision.store(revision, Ordering::Release);
        revision
    }

    /// Closes a budget without listeners if too many are open.
    async fn make_room(&self) -> Result<(), CallError> {
        if self.registry.len() < limits::OPEN_BUDGETS {
            return Ok(());
        }
        for id in self.open_ids() {
            let Some(budget) = self.opened_or_failed(&id) else { continue };
            let listeners = budget.listeners().await;
            drop(budget);
            if listeners == 0 && self.close_idle(&id) {
                return Ok(());
            }
        }
        let message = "Too many budgets are open at once. Close one first.";
        Err(CallError::new(ErrorCode::Busy, message).with_meta(json!({ "open": true })))
    }

    /// Registers the sync server that this program serves itself.
    pub fn serve_own(&self, own: Arc<dyn OwnServer>) {
        self.link.serve_own(own);
    }

    /// Signs in at the sync server in use if it is the program's own and there is no valid session.
    /// Only for callers that have just presented that server's password, or that may make any call.
    /// If it fails, the user has to enter the password there.
    pub async fn sign_in_at_own(&self) {
        let link = Arc::clone(&self.link);
        let signed_in = blocking(move || Ok(link.sign_in_at_own().map_err(FileError::from)?)).await;
        match signed_in {
            Ok(true) => self.sync_soon(),
            Ok(false) => {}
            Err(error) => tracing::warn!(?error, "signing in at the own sync server failed"),
        }
    }

    /// Syncs every open budget soon, after the server settings changed.
    pub(crate) fn sync_soon(&self) {
        for entry in self.registry.iter() {
            entry.value().trigger(SyncTrigger::ChangedElsewhere);
        }
    }

    /// Unbinds an ended session from its budget. After the last listener, the file stays open for
    /// [`limits::KEPT_OPEN_MS`], because most tabs reconnect soon.
    pub async fn disconnect(&self, session: &Session) {
        self.stop_bank_waits(session.id());
        let _lifecycle = self.lifecycle.lock().await;
        self.disconnect_now(session).await;
    }

    async fn disconnect_now(&self, session: &Session) {
        if let Some(budget) = self.unbind(session).await {
            budget.note_left(self.environment.clock.now_ms());
        }
    }

    /// Unbinds a session from its budget. The last listener to leave closes the file and waits for
    /// that; other budgets can be opened meanwhile.
    pub(crate) async fn leave(&self, session: &Session) {
        let left = session.bound();
        let lifecycle = self.lifecycle.lock().await;
        self.leave_now(session).await;
        drop(lifecycle);
        if let Some(SessionBudget { id, .. }) = left {
            self.until_closed(&id).await;
        }
    }

    /// As [`Self::leave`], without waiting. The caller holds the lifecycle lock.
    pub(crate) async fn leave_now(&self, session: &Session) {
        if let Some(budget) = self.unbind(session).await {
            self.begin_closing(budget.id());
        }
    }

    /// Unbinds a session; returns its budget if it has no listeners left. The caller holds the
    /// lifecycle lock.
    pub(crate) async fn unbind(&self, session: &Session) -> Option<Arc<OpenBudget>> {
        let SessionBudget { id, .. } = session.bound()?;
        session.bind(None);
        let budget = self.opened_or_failed(&id)?;
        (budget.unsubscribe(session.id()).await == 0).then_some(budget)
    }

    /// Closes a budget if it is open, and waits until its file is free. The caller holds the
    /// lifecycle lock.
    pub(crate) async fn close_now(&self, id: &str, message: Option<&str>) {
        self.until_closed(id).await;
        if let Some((_, budget)) = self.registry.remove(id) {
            self.end(&budget, message).await;
        }
    }

    /// Closes a budget if it is open, without waiting. Running work, such as a large received
    /// batch, may take long; only callers that need its file wait for it. The caller holds the
    /// lifecycle lock.
    fn begin_closing(&self, id: &str) {
        if let Some((_, budget)) = self.registry.remove(id) {
            self.finish(budget);
        }
    }

    /// As [`Self::begin_closing`], but only if no call is using the budget: every call holds a
    /// reference until it has returned, and none can start in between. Returns whether it is
    /// closed.
    fn close_idle(&self, id: &str) -> bool {
        let idle = self.registry.remove_if(id, |_, budget| Arc::strong_count(budget) == 1);
        let is_idle = idle.is_some();
        if let Some((_, budget)) = idle {
            self.finish(budget);
        }
        is_idle
    }

    /// Closes a budget that was removed from the registry.
    fn finish(&self, budget: Arc<OpenBudget>) {
        let (ending, ended) = watch::channel(());
        self.closing.insert(Arc::clone(budget.id()), ended);
        let app = self.clone();
        actix::spawn(async move {
            app.end(&budget, None).await;
            app.closing.remove(budget.id());
            drop(ending);
        });
    }

    /// Waits until a closing budget is closed.
    async fn until_closed(&self, id: &str) {
        let closing = self.closing.get(id).map(|entry| entry.value().clone());
        if let Some(mut closing) = closing {
            // Nothing is ever sent; `changed` returns an error when the sender is dropped.
            let _ = closing.changed().await;
        }
    }

    /// Closes a failed budget, and waits until a closing one is closed. Other budgets can be opened
    /// meanwhile.
    async fn until_free(&self, id: &str) {
        let lifecycle = self.lifecycle.lock().await;
        let failed = self.registry.remove_if(id, |_, budget| budget.has_failed());
        if let Some((_, budget)) = failed {
            self.finish(budget);
        }
        drop(lifecycle);
        self.until_closed(id).await;
    }

    async fn end(&self, budget: &OpenBudget, message: Option<&str>) {
        budget.close(message).await;
        self.latest_revision.fetch_max(budget.revision(), Ordering::AcqRel);
        tracing::info!(budget = %budget.id(), "closed");
    }

    /// Waits for all closing budgets.
    pub(crate) async fn until_all_closed(&self) {
        let ids: Vec<_> = self.closing.iter().map(|entry| Arc::clone(entry.key())).collect();
        for id in ids {
            self.until_closed(&id).await;
        }
    }

    /// Closes every budget before the program ends.
    pub async fn shut_down(&self) {
        let _lifecycle = self.lifecycle.lock().await;
        // Side by side, because one may wait long for readers.
        for id in self.open_ids() {
            self.begin_closing(&id);
        }
        self.until_all_closed().await;
    }
}

/// Queues an event for one session.
pub(crate) fn push(session: &Session, event: &Event) {
    match event.frame() {
        Ok(frame) => {
            session.push(&frame.into());
        }
        Err(error) => tracing::error!(%error, "an event could not be written"),
    }
}
