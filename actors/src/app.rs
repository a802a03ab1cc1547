//! The application: the data directory, the open budgets and the way every call takes.

use std::path::Path;
use std::sync::Arc;

use dashmap::DashMap;
use serde_json::Value;
use tokio::sync::{Mutex, Semaphore, mpsc};

use crate::contract::events::Hello;
use crate::contract::{CallError, ErrorCode, Event};
use crate::environment::Environment;
use crate::files::{BudgetId, DataDir, FileError, Uploads};
use crate::limits;
use crate::open_budget::{OpenBudget, OpenedFile, Registry};
use crate::router::{self, Request, UndoOptions};
use crate::session::{Frame, Session};

/// Version of the program, as clients show it.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The running application; cheap to clone.
#[derive(Clone)]
pub struct App {
    pub(crate) data_dir: Arc<DataDir>,
    pub(crate) environment: Environment,
    pub(crate) registry: Registry,
    pub(crate) uploads: Uploads,
    /// Held while budgets are opened, closed or replaced, so that a file has one owner.
    pub(crate) lifecycle: Arc<Mutex<()>>,
    in_flight: Arc<Semaphore>,
}

impl App {
    /// Takes possession of a data directory.
    ///
    /// # Errors
    /// When the directory cannot be used or another process owns it.
    pub fn start(data_dir: &Path, environment: Environment) -> Result<Self, FileError> {
        let data_dir = DataDir::open(data_dir)?;
        let uploads = Uploads::open(&data_dir)?;
        Ok(Self {
            data_dir: Arc::new(data_dir),
            environment,
            registry: Arc::new(DashMap::new()),
            uploads,
            lifecycle: Arc::new(Mutex::new(())),
            in_flight: Arc::new(Semaphore::new(limits::CALLS_IN_ALL)),
        })
    }

    /// The data directory.
    #[must_use]
    pub fn data_dir(&self) -> &Path {
        self.data_dir.path()
    }

    /// A session of its own name; `outbox` takes the frames pushed to it.
    #[must_use]
    pub fn new_session(&self, outbox: Option<mpsc::Sender<Frame>>) -> Arc<Session> {
        Session::new(&self.environment.ids.uuid(), outbox)
    }

    /// Sends the first event of a connection.
    pub fn greet(&self, session: &Session) {
        push(
            session,
            &Event::Hello(Hello {
                session: session.id().to_string(),
                version: VERSION.to_owned(),
                today: self.environment.calendar.today(),
            }),
        );
    }

    /// Runs a named call for a session.
    ///
    /// # Errors
    /// Whatever the call answers instead of a result.
    pub async fn call(
        &self,
        session: &Arc<Session>,
        name: &str,
        args: Value,
        undo: UndoOptions,
    ) -> Result<Value, CallError> {
        let _permit = self.in_flight.try_acquire().map_err(|_| CallError::of(ErrorCode::Busy))?;
        let request = Request { app: self, session, args, undo };
        let Some(answer) = router::route(name, request) else {
            return Err(CallError::new(
                ErrorCode::UnknownCall,
                format!("There is no call {name}."),
            ));
        };
        let answer = answer.await;
        match &answer {
            Ok(_) => tracing::debug!(call = name, session = %session.id(), "answered"),
            Err(error) => {
                let code = error.code.wire();
                tracing::debug!(call = name, session = %session.id(), code, "refused");
            }
        }
        answer
    }

    /// The budget a session works on, opened on demand.
    pub(crate) async fn budget_of(&self, session: &Session) -> Result<Arc<OpenBudget>, CallError> {
        let id = session.budget().ok_or_else(|| CallError::of(ErrorCode::NoBudgetOpen))?;
        self.open(&id).await
    }

    /// An open budget, opened now if it is not.
    pub(crate) async fn open(&self, id: &Arc<str>) -> Result<Arc<OpenBudget>, CallError> {
        if let Some(budget) = self.opened(id) {
            return Ok(budget);
        }
        let _lifecycle = self.lifecycle.lock().await;
        match self.opened(id) {
            Some(budget) => Ok(budget),
            None => self.open_file(id).await,
        }
    }

    /// The budget if it is open now.
    pub(crate) fn opened(&self, id: &str) -> Option<Arc<OpenBudget>> {
        self.registry.get(id).map(|entry| Arc::clone(entry.value()))
    }

    async fn open_file(&self, id: &Arc<str>) -> Result<Arc<OpenBudget>, CallError> {
        if self.registry.len() >= limits::OPEN_BUDGETS {
            let message = "Too many budgets are open at once. Close one first.";
            return Err(CallError::new(ErrorCode::Busy, message));
        }
        let dir = self.data_dir.existing_budget(&BudgetId::parse(id)?)?;
        let environment = self.environment.clone();
        let opened = blocking(move || OpenedFile::open(&dir, environment)).await?;
        let environment = self.environment.clone();
        let budget = OpenBudget::start(id, opened, environment, &self.registry);
        self.registry.insert(Arc::clone(id), Arc::clone(&budget));
        tracing::info!(budget = %id, "opened");
        Ok(budget)
    }

    /// Unbinds a session from its budget; the last listener to leave closes the file.
    pub async fn leave(&self, session: &Session) {
        let Some(id) = session.set_budget(None) else { return };
        let Some(budget) = self.opened(&id) else { return };
        let _lifecycle = self.lifecycle.lock().await;
        if budget.unsubscribe(session.id()).await == 0 {
            self.close_now(&id, None).await;
        }
    }

    /// Closes a budget if it is open. The caller holds the lifecycle lock.
    pub(crate) async fn close_now(&self, id: &str, message: Option<&str>) {
        if let Some((_, budget)) = self.registry.remove(id) {
            budget.close(message).await;
            tracing::info!(budget = %id, "closed");
        }
    }

    /// Closes every budget, before the program ends.
    pub async fn shut_down(&self) {
        let _lifecycle = self.lifecycle.lock().await;
        let ids: Vec<_> = self.registry.iter().map(|entry| Arc::clone(entry.key())).collect();
        for id in ids {
            self.close_now(&id, None).await;
        }
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

/// Runs work that touches the disk on a thread that may block.
pub(crate) async fn blocking<R: Send + 'static>(
    work: impl FnOnce() -> Result<R, CallError> + Send + 'static,
) -> Result<R, CallError> {
    let task = tokio::task::spawn_blocking(work);
    task.await.unwrap_or_else(|error| Err(CallError::internal(&error)))
}
