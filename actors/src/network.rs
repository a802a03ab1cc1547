//! The way to servers, handed in with the environment, so that tests can put a server of their own
//! in its place.

pub mod http;

use std::fmt;
use std::io;
use std::sync::Arc;

use sobre_engine::sync::api::{AccountApi, SyncApi, SyncFault};

/// What a server says to somebody who waits for news of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct News {
    /// Whether there is any.
    pub changed: bool,
    /// Where to go on from, to be given with the next question.
    pub since: Option<String>,
}

/// Everything asked of a server, for one session.
pub trait Server: SyncApi + AccountApi + Send + Sync {
    /// Waits until others change a file, for about half a minute at most. Servers of other programs
    /// do not know this question.
    ///
    /// # Errors
    /// [`SyncFault`]; [`SyncFault::Other`] where the server does not know the question.
    fn news(&self, file_id: &str, since: Option<&str>) -> Result<News, SyncFault> {
        let _ = (file_id, since);
        Err(SyncFault::Other("not supported".to_owned()))
    }
}

/// Finds servers by their address.
pub trait Network: Send + Sync {
    /// The server at an address, spoken to with a session token.
    fn server(&self, url: &str, token: Option<&str>) -> Arc<dyn Server>;
}

/// The sync server that this program serves itself, beside the application.
pub trait OwnServer: Send + Sync {
    /// The address to reach it by, where `url` means this server and the answer can lead to nobody
    /// else. Of its own answers it answers the same.
    fn own_url(&self, url: &str) -> Option<String>;

    /// The address on this computer at which nobody else can answer; none where it listens
    /// elsewhere alone.
    fn address(&self) -> Option<String>;

    /// The code that sets its first password; none once it has one.
    fn setup_code(&self) -> Option<String>;

    /// Whether a session is good.
    fn knows(&self, token: &str) -> bool;

    /// A session for the program itself; none before the server has a password.
    ///
    /// # Errors
    /// When the disk fails, or there is no randomness.
    fn new_session(&self) -> io::Result<Option<String>>;

    /// Ends a session that nobody keeps.
    ///
    /// # Errors
    /// When the disk fails.
    fn end_session(&self, token: &str) -> io::Result<()>;
}

impl fmt::Debug for dyn Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Network")
    }
}
