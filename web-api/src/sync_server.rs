//! A sync server for Sobre and compatible clients: sign-in, files, messages. It stores received
//! data byte for byte and can decrypt nothing.
//!
//! Without a valid token a request reaches only sign-in: only [`sign_in::Auth`] creates the handle
//! that gives access to files.

pub mod banks;
pub mod client;
mod ids;
mod limiter;
pub mod listen;
pub mod nearby;
mod request;
pub mod routes;
pub mod sign_in;
pub mod store;

use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;

use sobre_actors::banks::{BankOptions, Banks, StoreFault};
use sobre_actors::environment::Environment;
use sobre_actors::files::uploads::MAX_UNDER_WAY;
use sobre_actors::limits::SERVICE_INTERVAL;
use tokio::sync::Semaphore;

use banks::BankAccess;
use client::Proxies;
pub use ids::FileId;
use sign_in::Auth;
use store::{Store, StoreError};

/// Its folder within the program's data directory. No budget's name starts with a dot.
pub const FOLDER: &str = ".sync-server";
/// Most devices that may wait for changes at once.
const WAITING: usize = 1024;

/// A sync server without its address, shared by the routes.
pub struct SyncServer {
    /// Sign-in, and through it the files.
    pub auth: Arc<Auth>,
    waiting: Semaphore,
    /// Permits for running uploads.
    uploading: Semaphore,
    /// Connections to banks. Commands that do not serve requests have none.
    banks: Option<BankAccess>,
}

impl SyncServer {
    /// Opens the server's directory.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn open(path: &Path, environment: Environment) -> Result<Self, StoreError> {
        Self::open_behind(path, environment, Proxies::default())
    }

    /// Whether a directory is that of a sync server.
    #[must_use]
    pub fn is_at(path: &Path) -> bool {
        store::disk::is_at(path)
    }

    /// Opens the server's directory, with these trusted proxies.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn open_behind(
        path: &Path,
        environment: Environment,
        proxies: Proxies,
    ) -> Result<Self, StoreError> {
        let store = Arc::new(Store::open(path, environment)?);
        let (waiting, uploading) = (Semaphore::new(WAITING), Semaphore::new(MAX_UNDER_WAY));
        let auth = Arc::new(Auth::new(store, proxies));
        Ok(Self { auth, waiting, uploading, banks: None })
    }

    /// Opens the server's connections to banks in its directory.
    ///
    /// # Errors
    /// [`StoreFault`].
    pub fn with_banks(
        self,
        path: &Path,
        environment: Environment,
        options: &BankOptions,
    ) -> Result<Self, StoreFault> {
        let banks = Banks::open(path, environment, options)?;
        Ok(Self { banks: Some(BankAccess::new(banks)), ..self })
    }

    /// Its connections to banks.
    #[must_use]
    pub const fn bank_access(&self) -> Option<&BankAccess> {
        self.banks.as_ref()
    }

    /// Waits until something was fetched from a bank, for whatever file.
    pub(crate) async fn delivered(&self) {
        match &self.banks {
            // Fails only while the program ends.
            Some(access) => drop(access.banks.deliveries().changed().await),
            None => std::future::pending().await,
        }
    }

    /// While the server is in use, regularly checks that its data files are still the ones it
    /// opened, and runs due bank fetches. Must run on an actix system.
    pub fn check_regularly(&self) {
        if let Some(access) = &self.banks {
            access.run_schedules();
        }
        let store = Arc::downgrade(self.auth.store());
        actix_web::rt::spawn(async move {
            loop {
                tokio::time::sleep(SERVICE_INTERVAL).await;
                let Some(store) = store.upgrade() else { return };
                // Fails only while the program ends.
                let _ = actix_web::web::block(move || store.check_and_settle()).await;
            }
        });
    }
}

/// Ends all sessions of the sync server in a program's data directory, if there is one. It must not
/// be open already.
///
/// # Errors
/// [`StoreError`], also if another program has it open.
pub(crate) fn end_sessions_in(
    data_dir: &Path,
    environment: Environment,
) -> Result<usize, StoreError> {
    let dir = data_dir.join(FOLDER);
    match dir.symlink_metadata() {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(0),
        // Also for a link that leads nowhere: the sessions may be on a disk that is away.
        _ => SyncServer::open(&dir, environment)?.auth.store().end_sessions(|_| true),
    }
}

/// Words for an error of ending the sessions, after the token was replaced.
pub(crate) fn sessions_remain(error: &StoreError) -> String {
    format!(
        "The old address of Sobre is no longer valid, but browsers and devices that signed in with \
         the password are still signed in: {error}"
    )
}
