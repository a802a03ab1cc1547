//! `sobre sync-server`: the sync server at its own address, without the application.

use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::time::Duration;

use actix_web::body::BoxBody;
use actix_web::dev::{ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::middleware::from_fn;
use actix_web::web::{self, Data};
use actix_web::{App as HttpApp, Error as HttpError, HttpServer};
use sobre_actors::banks::{BankOptions, StoreFault};
use sobre_actors::environment::Environment;
use thiserror::Error;

use super::SyncServer;
use super::client::Proxies;
use super::routes::{page, routes, unknown};
use super::sign_in::SignInError;
use super::store::StoreError;
use crate::bodies::watched;
use crate::guards::not_stored;
use crate::plain_path::plain_paths;
use crate::unread::Connection;

/// Options of the sync server.
#[derive(Debug, Clone)]
pub struct Options {
    /// Where its data is stored.
    pub data_dir: PathBuf,
    /// Address to bind.
    pub host: IpAddr,
    /// Port to bind; 0 picks a free one.
    pub port: u16,
    /// Addresses of proxies whose forwarding headers are trusted.
    pub trusted_proxies: Vec<IpAddr>,
    /// How long a request body may stall.
    pub stall: Duration,
    /// Clock and ids.
    pub environment: Environment,
    /// Connections to banks.
    pub banks: BankOptions,
}

/// Why the sync server cannot run.
#[derive(Debug, Error)]
pub enum ListenError {
    /// The first client to connect would own it.
    #[error(
        "{0} can be reached from other computers, and there is no password yet. Set one first: \
         sobre set-password"
    )]
    NoPassword(IpAddr),
    /// The port is taken or may not be used.
    #[error("cannot listen on {address}: {source}")]
    Bind {
        /// The address to bind.
        address: SocketAddr,
        /// The cause.
        source: io::Error,
    },
    /// The data cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// No setup code can be made.
    #[error(transparent)]
    SignIn(#[from] SignInError),
    /// The connections to banks cannot be opened.
    #[error(transparent)]
    Banks(#[from] StoreFault),
}

/// A running sync server.
pub struct RunningServer {
    /// The future of the server.
    pub server: actix_web::dev::Server,
    /// Address it listens on.
    pub address: SocketAddr,
    /// The setup code for setting the first password from another computer; none once there is a
    /// password.
    pub setup_code: Option<String>,
}

/// Starts a sync server. Must run on an actix system.
///
/// # Errors
/// Any [`ListenError`].
pub fn listen(options: &Options) -> Result<RunningServer, ListenError> {
    let proxies = Proxies::trusted(&options.trusted_proxies);
    let environment = options.environment.clone();
    let server = SyncServer::open_behind(&options.data_dir, environment.clone(), proxies)?;
    if !options.host.is_loopback() && !server.auth.is_set_up()? {
        return Err(ListenError::NoPassword(options.host));
    }
    let server = server.with_banks(&options.data_dir, environment, &options.banks)?;
    let wanted = SocketAddr::new(options.host, options.port);
    let bind = |source| ListenError::Bind { address: wanted, source };
    server.check_regularly();
    let listener = TcpListener::bind(wanted).map_err(bind)?;
    let address = listener.local_addr().map_err(bind)?;
    let setup_code = server.auth.setup_code()?.map(str::to_owned);
    let (server, stall) = (Data::new(server), options.stall);
    let running = HttpServer::new(move || http_app(&server, stall))
        .on_connect(Connection::note)
        .workers(2)
        .tcp_nodelay(true)
        .client_request_timeout(Duration::from_secs(30))
        .keep_alive(Duration::from_secs(75))
        .shutdown_timeout(1)
        .listen(listener)
        .map_err(bind)?
        .run();
    Ok(RunningServer { server: running, address, setup_code })
}

/// All routes with their checks.
pub fn http_app(
    server: &Data<SyncServer>,
    stall: Duration,
) -> HttpApp<
    impl ServiceFactory<
        ServiceRequest,
        Config = (),
        Response = ServiceResponse<BoxBody>,
        Error = HttpError,
        InitError = (),
    > + use<>,
> {
    HttpApp::new()
        .configure(|config| routes(config, server))
        .route("/health", web::get().to(crate::app::health))
        .route("/", web::get().to(page))
        .route("/", web::head().to(page))
        .default_service(web::to(unknown))
        .wrap(from_fn(plain_paths))
        .wrap(from_fn(move |request, next| watched(stall, request, next)))
        .wrap(from_fn(not_stored))
}
