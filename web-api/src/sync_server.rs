//! A sync server that peers' clients and ours can use (spec/3 sections 6.7 to 8): sign-in, files,
//! messages. It stores what it is given byte for byte and can decrypt nothing.
//!
//! A request without a good token reaches nothing but sign-in: only [`sign_in::Door`] makes the
//! handle through which files are reached.

mod ids;
mod limiter;
pub mod listen;
mod request;
pub mod routes;
pub mod sign_in;
pub mod store;

use std::net::IpAddr;
use std::path::Path;
use std::sync::Arc;

use actix_web::HttpRequest;
use actix_web::http::header;
use sobre_actors::environment::Environment;
use tokio::sync::Semaphore;

pub use ids::FileId;
use sign_in::{Door, Guest};
use store::{Store, StoreError};

/// Its folder within the data directory of the program. No budget's name begins with a dot.
pub const FOLDER: &str = ".sync-server";
/// Devices that may wait for changes at once.
const WAITING: usize = 1024;

/// A sync server without its address: what the routes share.
pub struct SyncServer {
    /// Sign-in, and the way to the files.
    pub door: Arc<Door>,
    environment: Environment,
    waiting: Semaphore,
}

impl SyncServer {
    /// Opens the server's directory.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn open(path: &Path, environment: Environment) -> Result<Self, StoreError> {
        let store = Arc::new(Store::open(path, environment.clone())?);
        let waiting = Semaphore::new(WAITING);
        Ok(Self { door: Arc::new(Door::new(store)), environment, waiting })
    }

    /// Who sends the request.
    pub(crate) fn guest(&self, request: &HttpRequest) -> Guest {
        let name = request.headers().get(header::USER_AGENT).and_then(|name| name.to_str().ok());
        Guest {
            address: address(request),
            name: name.unwrap_or_default().to_owned(),
            now_ms: self.environment.clock.now_ms(),
        }
    }
}

/// Address of the connection; headers of proxies are not believed.
fn address(request: &HttpRequest) -> Option<IpAddr> {
    request.peer_addr().map(|address| address.ip())
}
