//! Routes a budget's bank requests: to its sync server, or to this program's own connections if
//! there is no server. Also tracks pending sign-ins and running bank syncs.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;
use tokio::sync::{Notify, oneshot, watch};

use super::App;
use crate::banks::connections::{BankConnections, Connection, LinkCode, LinkFault, Linked};
use crate::contract::banks::BankSyncOutcome;
use crate::contract::{CallError, ErrorCode};
use crate::db::metadata::keys;
use crate::files::Metadata;
use crate::limits;
use crate::network::Server;
use crate::open_budget::OpenBudget;
use crate::session::{Session, SessionId};
use crate::sync::on_network_thread;

/// Bank work in progress.
#[derive(Default)]
pub(crate) struct BankWork {
    /// Opens this program's own connections.
    opener: OnceLock<BankOpener>,
    /// The own connections, opened at first use.
    own: OnceLock<Arc<dyn BankConnections>>,
    waits: Mutex<HashMap<SessionId, Vec<Wait>>>,
    syncs: Mutex<HashMap<Arc<str>, watch::Receiver<Option<SyncResult>>>>,
    /// One lock per budget, so that its bank imports run one at a time.
    turns: Mutex<HashMap<Arc<str>, Arc<Turn>>>,
    /// When each budget's inbox was last checked, in milliseconds since 1970, and during which
    /// opening of the budget.
    looks: Mutex<HashMap<Arc<str>, (u64, i64)>>,
    /// Recently redeemed account tokens and their connections. A token works once, but linking
    /// several accounts of one sign-in takes several calls.
    redeemed: Mutex<HashMap<String, (i64, Connection)>>,
    /// The inbox key registered with the server for each file since the program started.
    registered: Mutex<HashMap<String, String>>,
    /// Woken when a server has put bank data into the inbox of any budget.
    arrived: Arc<Notify>,
}

/// The import lock of a budget.
pub(crate) type Turn = tokio::sync::Mutex<()>;

impl BankWork {
    fn own(&self) -> Option<Arc<dyn BankConnections>> {
        if let Some(own) = self.own.get() {
            return Some(Arc::clone(own));
        }
        let own = self.opener.get()?()?;
        Some(Arc::clone(self.own.get_or_init(|| own)))
    }

    /// Whether the inbox of a budget is due for a check: once after opening, then after each pause.
    pub(crate) fn may_look(
        &self,
        budget: &Arc<str>,
        opening: u64,
        now_ms: i64,
        pause_ms: i64,
    ) -> bool {
        let mut looks = self.looks.lock();
        let last = looks.get(budget).copied();
        let is_due = last
            .is_none_or(|(at, ms)| at != opening || now_ms.abs_diff(ms) >= pause_ms.unsigned_abs());
        if is_due {
            looks.insert(Arc::clone(budget), (opening, now_ms));
        }
        is_due
    }

    /// Is woken when a server has put bank data into the inbox of any budget.
    pub(crate) fn arrived(&self) -> Arc<Notify> {
        Arc::clone(&self.arrived)
    }

    /// The connection that a recently redeemed token led to.
    pub(crate) fn redeemed(&self, token: &str, now_ms: i64) -> Option<Connection> {
        let mut redeemed = self.redeemed.lock();
        redeemed.retain(|_, (at, _)| now_ms.abs_diff(*at) < limits::TOKEN_MS.unsigned_abs());
        redeemed.get(token).map(|(_, made)| made.clone())
    }

    /// Remembers the connection of a redeemed token.
    pub(crate) fn keep_redeemed(&self, token: String, now_ms: i64, made: Connection) {
        self.redeemed.lock().insert(token, (now_ms, made));
    }

    /// Whether this inbox key was registered with the server.
    pub(crate) fn has_registered(&self, file: &str, kid: &str) -> bool {
        self.registered.lock().get(file).is_some_and(|it| it == kid)
    }

    /// Remembers that a key was registered with the server.
    pub(crate) fn note_registered(&self, file: &str, kid: String) {
        self.registered.lock().insert(file.to_owned(), kid);
    }
}

/// Opens the program's own connections to banks; `None` if that fails.
pub type BankOpener = Box<dyn Fn() -> Option<Arc<dyn BankConnections>> + Send + Sync>;

/// The result of a bank sync, shared by all callers that wait for it.
pub(crate) type SyncResult = Result<BankSyncOutcome, CallError>;

/// A call that waits for a sign-in.
struct Wait {
    token: String,
    stop: oneshot::Sender<()>,
}

/// Where a budget's bank requests go.
#[derive(Clone)]
pub(crate) struct BankRoute {
    to: Destination,
    /// The id of the budget's file there.
    pub(crate) file: String,
}

#[derive(Clone)]
enum Destination {
    Server(Arc<dyn Server>),
    Own(Arc<dyn BankConnections>),
}

impl Destination {
    fn connections(&self) -> Linked<&dyn BankConnections> {
        match self {
            Self::Server(server) => server.banks().ok_or(LinkFault::of(LinkCode::NotSupported)),
            Self::Own(own) => Ok(&**own),
        }
    }
}

impl BankRoute {
    /// Sends a request from a thread that may block.
    ///
    /// # Errors
    /// The fault of the request.
    pub(crate) async fn try_ask<R: Send + 'static>(
        &self,
        request: impl FnOnce(&dyn BankConnections, &str) -> Linked<R> + Send + 'static,
    ) -> Linked<R> {
        let Self { to, file } = self.clone();
        let asked =
            on_network_thread(move || Ok(to.connections().and_then(|banks| request(banks, &file))));
        asked.await.unwrap_or(Err(LinkFault::of(LinkCode::Unknown)))
    }

    /// Like [`Self::try_ask`], with the error of a call.
    ///
    /// # Errors
    /// The fault of the request.
    pub(crate) async fn ask<R: Send + 'static>(
        &self,
        request: impl FnOnce(&dyn BankConnections, &str) -> Linked<R> + Send + 'static,
    ) -> Result<R, CallError> {
        Ok(self.try_ask(request).await?)
    }
}

impl App {
    /// Registers this program's own connections to banks, for budgets without a server. They open
    /// at first use.
    pub fn serve_banks(&self, opener: BankOpener) {
        self.banks.opener.get_or_init(|| opener);
    }

    /// Where a budget's bank requests go.
    ///
    /// # Errors
    /// `no-server`, also for a budget that the server does not have; `token-expired`.
    pub(crate) fn bank_route(&self, budget: &OpenBudget) -> Result<BankRoute, CallError> {
        if self.link.url().is_none() {
            let own = self.banks.own().ok_or(CallError::of(ErrorCode::NoServer))?;
            let (to, file) = (Destination::Own(own), budget.id().to_string());
            return Ok(BankRoute { to, file });
        }
        let metadata = Metadata::read_or_default(budget.dir());
        let Some(file) = metadata.text(keys::CLOUD_FILE_ID) else {
            let message = "This budget is not on the sync server. Upload it first.";
            return Err(CallError::new(ErrorCode::NoServer, message));
        };
        let to = Destination::Server(self.link.session()?);
        Ok(BankRoute { to, file: file.to_owned() })
    }

    /// Begins to wait for a sign-in; the receiver is notified when the wait must stop.
    pub(crate) fn begin_bank_wait(&self, session: &Session, token: &str) -> oneshot::Receiver<()> {
        let (stop, stopped) = oneshot::channel();
        let mut waits = self.banks.waits.lock();
        let own = waits.entry(SessionId::clone(session.id())).or_default();
        own.retain(|wait| !wait.stop.is_closed());
        own.push(Wait { token: token.to_owned(), stop });
        stopped
    }

    /// Stops all waits of a session; returns their sign-in tokens.
    pub(crate) fn stop_bank_waits(&self, session: &SessionId) -> Vec<String> {
        let waits = self.banks.waits.lock().remove(session).unwrap_or_default();
        let stopped = waits.into_iter().map(|Wait { token, stop }| {
            // The wait may have ended already; its sign-in is discarded in any case.
            let _ = stop.send(());
            token
        });
        stopped.collect()
    }

    /// The import lock of a budget.
    pub(crate) fn bank_turn(&self, budget: &OpenBudget) -> Arc<Turn> {
        Arc::clone(self.banks.turns.lock().entry(Arc::clone(budget.id())).or_default())
    }

    /// Joins the running bank sync of a budget. If none is running, returns the sender for the
    /// result of a new one, which the caller runs.
    pub(crate) fn join_bank_sync(
        &self,
        budget: &OpenBudget,
    ) -> Result<watch::Receiver<Option<SyncResult>>, watch::Sender<Option<SyncResult>>> {
        let mut syncs = self.banks.syncs.lock();
        // A dropped sender means that the sync was abandoned.
        if let Some(running) = syncs.get(budget.id()).filter(|it| it.has_changed().is_ok()) {
            return Ok(running.clone());
        }
        let (sender, receiver) = watch::channel(None);
        syncs.insert(Arc::clone(budget.id()), receiver);
        Err(sender)
    }
}

impl From<LinkFault> for CallError {
    fn from(fault: LinkFault) -> Self {
        let code = match fault.code {
            LinkCode::NoServer => ErrorCode::NoServer,
            LinkCode::Unauthorized => ErrorCode::TokenExpired,
            LinkCode::FileAccessDenied | LinkCode::Forbidden => ErrorCode::Forbidden,
            LinkCode::FileNotFound => {
                return Self::new(ErrorCode::FileNotFound, "This file is not a cloud file.");
            }
            LinkCode::NotConfigured => ErrorCode::NotConfigured,
            LinkCode::NotSupported => ErrorCode::NotSupported,
            LinkCode::InvalidCredentials => ErrorCode::InvalidCredentials,
            LinkCode::InvalidValues => ErrorCode::InvalidValues,
            LinkCode::UnknownToken => ErrorCode::UnknownToken,
            LinkCode::UnknownConnection => ErrorCode::BankNotFound,
            LinkCode::Cancelled => ErrorCode::LinkCancelled,
            LinkCode::Timeout => ErrorCode::LinkTimeout,
            LinkCode::Network => ErrorCode::Network,
            LinkCode::Storage => ErrorCode::ServerStorageFull,
            LinkCode::TooManyRequests => ErrorCode::Busy,
            LinkCode::NoKey | LinkCode::UnknownMessage | LinkCode::Unknown => ErrorCode::BankFailed,
        };
        let said = fault.message;
        let error = said.map_or_else(|| Self::of(code), |message| Self::new(code, message));
        match fault.field {
            Some(field) => error.with_meta(serde_json::json!({ "field": field })),
            None => error,
        }
    }
}
