//! Where requests about the banks of a budget go: to its sync server, or to the connections that
//! this program has itself if there is no server. Also the waits for sign-ins, and the syncs with
//! banks that are under way.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;
use tokio::sync::{oneshot, watch};

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

/// What is under way with banks.
#[derive(Default)]
pub(crate) struct BankWork {
    /// Opens the connections of this program itself.
    opener: OnceLock<BankOpener>,
    /// These, once they were needed.
    own: OnceLock<Arc<dyn BankConnections>>,
    waits: Mutex<HashMap<SessionId, Vec<Wait>>>,
    syncs: Mutex<HashMap<Arc<str>, watch::Receiver<Option<SyncResult>>>>,
    /// Held while a budget imports from banks: its imports run one after another.
    turns: Mutex<HashMap<Arc<str>, Arc<Turn>>>,
    /// The last look into the inbox of each budget: the opening that it belongs to, and when it was
    /// in milliseconds since 1970.
    looks: Mutex<HashMap<Arc<str>, (u64, i64)>>,
    /// What tokens of accounts were good for, and when: a sign-in may need several calls.
    redeemed: Mutex<HashMap<String, (i64, Connection)>>,
    /// The keys of inboxes that the server was told since the program started.
    registered: Mutex<HashMap<String, String>>,
}

/// The turn to import into a budget.
pub(crate) type Turn = tokio::sync::Mutex<()>;

impl BankWork {
    fn own(&self) -> Option<Arc<dyn BankConnections>> {
        if let Some(own) = self.own.get() {
            return Some(Arc::clone(own));
        }
        let own = self.opener.get()?()?;
        Some(Arc::clone(self.own.get_or_init(|| own)))
    }

    /// Whether to look into the inbox of a budget now: once after it was opened, then after each
    /// pause.
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

    /// What a token was good for, if that was not long ago.
    pub(crate) fn redeemed(&self, token: &str, now_ms: i64) -> Option<Connection> {
        let mut redeemed = self.redeemed.lock();
        redeemed.retain(|_, (at, _)| now_ms.abs_diff(*at) < limits::TOKEN_MS.unsigned_abs());
        redeemed.get(token).map(|(_, made)| made.clone())
    }

    /// Keeps what a token was good for.
    pub(crate) fn keep_redeemed(&self, token: String, now_ms: i64, made: Connection) {
        self.redeemed.lock().insert(token, (now_ms, made));
    }

    /// Whether the server was told the key of a file's inbox.
    pub(crate) fn has_registered(&self, file: &str, kid: &str) -> bool {
        self.registered.lock().get(file).is_some_and(|it| it == kid)
    }

    /// Notes that the server was told a key.
    pub(crate) fn note_registered(&self, file: &str, kid: String) {
        self.registered.lock().insert(file.to_owned(), kid);
    }
}

/// Opens the connections to banks that a program has itself; none if that fails.
pub type BankOpener = Box<dyn Fn() -> Option<Arc<dyn BankConnections>> + Send + Sync>;

/// The result of a sync with banks, for all who wait for it.
pub(crate) type SyncResult = Result<BankSyncOutcome, CallError>;

/// A call that waits for a sign-in.
struct Wait {
    token: String,
    stop: oneshot::Sender<()>,
}

/// Where requests about the banks of a budget go.
#[derive(Clone)]
pub(crate) struct BankRoute {
    to: Destination,
    /// The budget's name there.
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
    /// Asks, on a thread that may wait.
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

    /// As [`Self::try_ask`], for calls.
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
    /// Registers the connections to banks that this program has itself, for budgets without a
    /// server. They are opened when they are needed first.
    pub fn serve_banks(&self, opener: BankOpener) {
        self.banks.opener.get_or_init(|| opener);
    }

    /// Where requests about the banks of a budget go.
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

    /// Begins a wait for a sign-in; the receiver hears when it is to stop.
    pub(crate) fn begin_bank_wait(&self, session: &Session, token: &str) -> oneshot::Receiver<()> {
        let (stop, stopped) = oneshot::channel();
        let mut waits = self.banks.waits.lock();
        let own = waits.entry(SessionId::clone(session.id())).or_default();
        own.retain(|wait| !wait.stop.is_closed());
        own.push(Wait { token: token.to_owned(), stop });
        stopped
    }

    /// Stops all waits of a session; returns the sign-ins.
    pub(crate) fn stop_bank_waits(&self, session: &SessionId) -> Vec<String> {
        let waits = self.banks.waits.lock().remove(session).unwrap_or_default();
        let stopped = waits.into_iter().map(|Wait { token, stop }| {
            // A wait that has ended hears nothing; its sign-in is forgotten all the same.
            let _ = stop.send(());
            token
        });
        stopped.collect()
    }

    /// The turn to import into a budget.
    pub(crate) fn bank_turn(&self, budget: &OpenBudget) -> Arc<Turn> {
        Arc::clone(self.banks.turns.lock().entry(Arc::clone(budget.id())).or_default())
    }

    /// The sync of a budget with its banks that is under way, if there is one; else begins one,
    /// whose result the caller sends.
    pub(crate) fn join_bank_sync(
        &self,
        budget: &OpenBudget,
    ) -> Result<watch::Receiver<Option<SyncResult>>, watch::Sender<Option<SyncResult>>> {
        let mut syncs = self.banks.syncs.lock();
        // One without a sender was given up.
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
