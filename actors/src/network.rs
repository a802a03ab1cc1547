//! Access to sync servers, passed in with the environment, so that tests can substitute a server of
//! their own. Servers of another kind, such as those of banks, get a trait of their own beside it.

pub mod http;

use std::fmt;
use std::io;
use std::sync::Arc;

use sobre_engine::sync::api::{AccountApi, SyncApi};
use sobre_engine::sync::fault::SyncFault;

use crate::banks::connections::BankConnections;

/// The server's reply to a wait for changes of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangeReply {
    /// Whether there are changes.
    pub changed: bool,
    /// The change count to send with the next request.
    pub since: Option<String>,
    /// The number of the last message in the file's inbox of what was fetched from banks, if the
    /// server has inboxes. The wait ends early when there is another one.
    pub last_message: Option<u64>,
}

/// All requests to a server, for one session.
pub trait Server: SyncApi + AccountApi + Send + Sync {
    /// Waits until another device changes a file, for about half a minute at most. Servers of other
    /// programs do not know this request.
    ///
    /// # Errors
    /// [`SyncFault`]; [`SyncFault::NotSupported`] if the server does not know the request.
    fn news(&self, file_id: &str, since: Option<&str>) -> Result<ChangeReply, SyncFault> {
        let _ = (file_id, since);
        Err(SyncFault::NotSupported)
    }

    /// Its connections to banks; none for servers of other programs.
    fn banks(&self) -> Option<&dyn BankConnections> {
        None
    }
}

/// Finds sync servers by their address.
pub trait SyncServers: Send + Sync {
    /// The server at an address, with an optional session token.
    fn server(&self, url: &str, token: Option<&str>) -> Arc<dyn Server>;
}

/// The sync server that this program serves itself, beside the application.
pub trait OwnServer: Send + Sync {
    /// Its [instance](sobre_engine::sync::api::Bootstrapped::instance).
    fn instance(&self) -> &str;

    /// The server itself, without a network, with an optional session token.
    fn server(&self, token: Option<&str>) -> Arc<dyn Server>;

    /// Whether a session is valid.
    fn knows(&self, token: &str) -> bool;

    /// Creates a session for the program itself; none before the server has a password.
    ///
    /// # Errors
    /// If the disk fails, or there are no random numbers.
    fn new_session(&self) -> io::Result<Option<String>>;

    /// Ends a session that was not stored.
    ///
    /// # Errors
    /// If the disk fails.
    fn end_session(&self, token: &str) -> io::Result<()>;
}

impl fmt::Debug for dyn SyncServers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SyncServers")
    }
}
