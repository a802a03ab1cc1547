//! A sync server that peers' clients and ours can use: sign-in, files,
//! messages. It stores what it is given byte for byte and can decrypt nothing.
//!
//! A request without a good token reaches nothing but sign-in: only [`sign_in::Auth`] makes the
//! handle through which files are reached.

pub mod client;
mod ids;
mod limiter;
pub mod listen;
pub mod nearby;
mod request;
pub mod routes;
pub mod sign_in;
pub mod store;

use std::path::Path;
use std::sync::Arc;

use sobre_actors::environment::Environment;
use tokio::sync::Semaphore;

use client::Proxies;
pub use ids::FileId;
use sign_in::Auth;
use store::{Store, StoreError};

/// Its folder within the data directory of the program. No budget's name begins with a dot.
pub const FOLDER: &str = ".sync-server";
/// Devices that may wait for changes at once.
const WAITING: usize = 1024;

/// A sync server without its address: what the routes share.
pub struct SyncServer {
    /// Sign-in, and the way to the files.
    pub auth: Arc<Auth>,
    waiting: Semaphore,
}

impl SyncServer {
    /// Opens the server's directory.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn open(path: &Path, environment: Environment) -> Result<Self, StoreError> {
        Self::open_behind(path, environment, Proxies::default())
    }

    /// Opens the server's directory, to be reached through these proxies.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn open_behind(
        path: &Path,
        environment: Environment,
        proxies: Proxies,
    ) -> Result<Self, StoreError> {
        let store = Arc::new(Store::open(path, environment)?);
        let waiting = Semaphore::new(WAITING);
        Ok(Self { auth: Arc::new(Auth::new(store, proxies)), waiting })
    }
}
