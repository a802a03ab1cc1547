//! `sobre serve`: binds the address, prints it, and runs the server until a stop signal.

use std::fs;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, UdpSocket};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use actix_web::HttpServer;
use actix_web::web::Data;
use sobre_actors::banks::connections::BankConnections;
use sobre_actors::banks::{BankOptions, Banks, StoreFault};
use sobre_actors::environment::Environment;
use sobre_actors::files::FileError;
use sobre_actors::limits::SERVICE_INTERVAL;
use sobre_actors::{App, BankOpener, files};
use thiserror::Error;

use crate::access::Access;
use crate::app::{Parts, http_app};
use crate::own_server::OwnSyncServer;
use crate::sync_server::banks::BankAccess;
use crate::sync_server::client::Proxies;
use crate::sync_server::sign_in::SignInError;
use crate::sync_server::store::StoreError;
use crate::sync_server::{self, SyncServer};
use crate::unread::Connection;

/// Options of `serve`.
#[derive(Debug, Clone)]
pub struct Options {
    /// Where all data is stored.
    pub data_dir: PathBuf,
    /// Address to bind; other than loopback only with a password.
    pub host: IpAddr,
    /// Port to bind; 0 picks a free one.
    pub port: u16,
    /// Whether to serve synchronisation too.
    pub with_sync_server: bool,
    /// Further addresses by which browsers reach it, such as `https://budget.example`.
    pub origins: Vec<String>,
    /// Addresses of proxies whose forwarding headers are trusted.
    pub trusted_proxies: Vec<IpAddr>,
    /// How long a request body may stall.
    pub stall: Duration,
    /// Clock, ids and calendar.
    pub environment: Environment,
    /// Connections to banks.
    pub banks: BankOptions,
}

/// Why the server cannot run.
#[derive(Debug, Error)]
pub enum ServeError {
    /// Other computers could reach the address, and there is no password.
    #[error(
        "Other computers could reach Sobre that way. Without a password it listens on this \
         computer only (127.0.0.1 or ::1). Set one first: sobre set-password --data-dir {}",
        sync_dir.display()
    )]
    NoPassword {
        /// Where the password is stored.
        sync_dir: PathBuf,
    },
    /// Sign-in or synchronisation cannot be served.
    #[error(transparent)]
    SyncServer(#[from] StoreError),
    /// No setup code can be made.
    #[error(transparent)]
    SignIn(#[from] SignInError),
    /// The port is taken or may not be used.
    #[error("cannot listen on {address}: {source}")]
    Bind {
        /// The address to bind.
        address: SocketAddr,
        /// The cause.
        source: io::Error,
    },
    /// The connections to banks cannot be opened.
    #[error(transparent)]
    Banks(#[from] StoreFault),
    /// The data directory cannot be used.
    #[error(transparent)]
    Files(#[from] FileError),
    /// The server failed.
    #[error("the server stopped: {0}")]
    Io(#[from] io::Error),
}

/// A running server.
pub struct RunningProgram {
    /// The future of the server.
    pub server: actix_web::dev::Server,
    /// Address with the token, to open in any browser.
    pub url: String,
    /// Single-use address for one browser.
    pub url_once: String,
    /// The address for other devices, if it listens beyond this computer.
    pub elsewhere: Option<String>,
    /// Address it listens on.
    pub address: SocketAddr,
    /// The access token.
    pub token: String,
    /// The setup code with which another computer can set the sync server's first password, if
    /// there is none yet.
    pub setup_code: Option<String>,
    app: App,
    services: [tokio::task::JoinHandle<()>; 3],
}

impl RunningProgram {
    /// Waits until the server stops, then closes all budgets.
    ///
    /// # Errors
    /// [`ServeError::Io`].
    pub async fn wait(self) -> Result<(), ServeError> {
        let served = self.server.await;
        self.services.iter().for_each(tokio::task::JoinHandle::abort);
        files::forget_server(self.app.data_dir());
        self.app.shut_down().await;
        Ok(served?)
    }
}

/// Starts a server. Must run on an actix system.
///
/// # Errors
/// Any [`ServeError`].
pub fn start(options: &Options) -> Result<RunningProgram, ServeError> {
    let app = App::start(&options.data_dir, options.environment.clone())?;
    let token = files::access_token::load_or_create(app.data_dir())?;
    let ticket = files::access_token::ticket()?;
    let sync_server = open_sync_server(options, app.data_dir())?;
    let wanted = SocketAddr::new(options.host, options.port);
    let bind = |source| ServeError::Bind { address: wanted, source };
    let listener = TcpListener::bind(wanted).map_err(bind)?;
    let address = listener.local_addr().map_err(bind)?;

    let mut access = Access::new(token.clone(), address.port())
        .with_ticket(ticket.clone())
        .reached_by(!options.host.is_loopback(), options.origins.clone());
    if let Some(sync_server) = &sync_server {
        sync_server.check_regularly();
        sync_server.auth.open_application();
        access = access.with_auth(Arc::clone(&sync_server.auth));
    }
    let sync_server = sync_server.filter(|_| options.with_sync_server);
    let mut setup_code = None;
    if let Some(auth) = sync_server.as_ref().map(|server| &server.auth) {
        setup_code = auth.setup_code()?.map(str::to_owned);
    }
    if let Some(server) = &sync_server {
        app.serve_own(Arc::new(OwnSyncServer::new(Arc::clone(server))));
    }
    app.serve_banks(bank_opener(options, sync_server.as_ref(), app.data_dir()));
    let parts = Parts {
        app: Data::new(app.clone()),
        access: Arc::new(access),
        sync_server,
        stall: options.stall,
    };
    let server = HttpServer::new(move || http_app(&parts))
        .on_connect(Connection::note)
        .workers(1)
        // Responses and events are small frames in quick succession. With Nagle's algorithm each
        // would wait for the browser's acknowledgement and arrive 40 ms late.
        .tcp_nodelay(true)
        .client_request_timeout(Duration::from_secs(30))
        .keep_alive(Duration::from_secs(75))
        .shutdown_timeout(5)
        .listen(listener)?
        .run();

    let looking = actix::spawn(run_services(app.clone()));
    let scheduling = actix::spawn(run_schedules(app.clone()));
    let reading = actix::spawn(read_inboxes(app.clone()));
    let here = reached_from_here(address);
    files::remember_server(app.data_dir(), &format!("http://{here}"))?;
    let url = format!("http://{here}/?token={token}");
    let url_once = format!("http://{here}/?token={ticket}");
    let elsewhere = reached_from_elsewhere(address).map(|there| format!("http://{there}/"));
    Ok(RunningProgram {
        server,
        url,
        url_once,
        elsewhere,
        address,
        token,
        setup_code,
        app,
        services: [looking, scheduling, reading],
    })
}

/// Runs the application's services regularly, while the server runs.
async fn run_services(app: App) {
    let mut ticks = tokio::time::interval(SERVICE_INTERVAL);
    loop {
        ticks.tick().await;
        app.serve_budgets().await;
    }
}

/// Runs the schedules of all budgets once a day, while the server runs. Apart from the other
/// services, because it waits for syncs.
async fn run_schedules(app: App) {
    let mut ticks = tokio::time::interval(SERVICE_INTERVAL);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        app.run_due_schedules().await;
    }
}

/// Regularly imports fetched bank data and reports unlinked accounts to servers. Separate from the
/// other background tasks, because it waits for servers.
async fn read_inboxes(app: App) {
    let mut ticks = tokio::time::interval(SERVICE_INTERVAL);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = ticks.tick() => {}
            () = app.bank_arrival() => {}
        }
        app.read_inboxes().await;
        app.tell_unlinked().await;
    }
}

/// The address to use on this computer: loopback, if bound to all addresses.
const fn reached_from_here(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        ip @ (IpAddr::V4(_) | IpAddr::V6(_)) => ip,
    };
    SocketAddr::new(ip, address.port())
}

/// The address for other devices, if they can reach it: the outgoing address, if bound to all
/// addresses.
fn reached_from_elsewhere(address: SocketAddr) -> Option<SocketAddr> {
    let ip = if address.ip().is_unspecified() { outgoing_address()? } else { address.ip() };
    let is_reached = !ip.is_loopback() && !ip.is_unspecified();
    is_reached.then(|| SocketAddr::new(ip, address.port()))
}

/// This computer's outgoing address. Connecting a datagram socket sends nothing.
fn outgoing_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    Some(socket.local_addr().ok()?.ip())
}

/// Sign-in is part of the sync server and required if other computers can connect.
fn open_sync_server(
    options: &Options,
    data_dir: &Path,
) -> Result<Option<Data<SyncServer>>, ServeError> {
    let reached = !options.host.is_loopback() || !options.origins.is_empty();
    if !reached && !options.with_sync_server {
        return Ok(None);
    }
    let sync_dir = data_dir.join(sync_server::FOLDER);
    let proxies = Proxies::trusted(&options.trusted_proxies);
    let server = SyncServer::open_behind(&sync_dir, options.environment.clone(), proxies)?;
    if reached && !server.auth.is_set_up()? {
        return Err(ServeError::NoPassword { sync_dir });
    }
    if !options.with_sync_server {
        return Ok(Some(Data::new(server)));
    }
    let server = server.with_banks(&sync_dir, options.environment.clone(), &options.banks)?;
    Ok(Some(Data::new(server)))
}

/// Opens the bank connections for budgets without a server: those of this program's sync server if
/// it runs one, otherwise its own.
fn bank_opener(
    options: &Options,
    sync_server: Option<&Data<SyncServer>>,
    data_dir: &Path,
) -> BankOpener {
    let access = sync_server.and_then(|server| server.bank_access());
    if let Some(banks) = access.map(|access| Arc::clone(&access.banks)) {
        return Box::new(move || Some(Arc::<Banks>::clone(&banks) as Arc<dyn BankConnections>));
    }
    let (folder, environment) = (data_dir.join(sync_server::FOLDER), options.environment.clone());
    let options = options.banks.clone();
    Box::new(move || {
        let opened = fs::create_dir_all(&folder).map_err(|error| error.to_string());
        let opened = opened.and_then(|()| {
            Banks::open(&folder, environment.clone(), &options).map_err(|error| error.to_string())
        });
        let banks = opened.inspect_err(|error| {
            tracing::error!(%error, "the connections to banks cannot be opened");
        });
        let access = BankAccess::new(banks.ok()?);
        access.run_schedules();
        Some(access.banks)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_for_other_devices_is_shown_only_if_reachable() {
        let elsewhere = |text: &str| reached_from_elsewhere(text.parse().unwrap());
        assert_eq!(elsewhere("127.0.0.1:5006"), None);
        assert_eq!(elsewhere("192.0.2.2:5006"), Some("192.0.2.2:5006".parse().unwrap()));
        // A computer without a network has no outgoing address.
        let shown = elsewhere("0.0.0.0:5006");
        assert!(shown.is_none_or(|at| !at.ip().is_unspecified() && at.port() == 5006), "{shown:?}");
    }
}
