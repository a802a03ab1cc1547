//! The application's own sync server. After signing in to the application, or coming with its
//! token, a user does not enter the same password again for this server.

use std::io;
use std::sync::Arc;

use sobre_actors::network::http::device_name;
use sobre_actors::network::{OwnServer, Server, SyncServers as _};

use crate::sync_server::SyncServer;
use crate::sync_server::nearby::OneServer;

/// The sync server that `sobre serve` serves, without a network.
pub(crate) struct OwnSyncServer(Arc<SyncServer>);

impl OwnSyncServer {
    pub(crate) const fn new(server: Arc<SyncServer>) -> Self {
        Self(server)
    }
}

impl OwnServer for OwnSyncServer {
    fn instance(&self) -> &str {
        self.0.auth.instance()
    }

    fn server(&self, token: Option<&str>) -> Arc<dyn Server> {
        OneServer(Arc::clone(&self.0)).server("", token)
    }

    fn knows(&self, token: &str) -> bool {
        self.0.auth.signed_in(token).is_some()
    }

    fn new_session(&self) -> io::Result<Option<String>> {
        self.0.auth.own_session(&device_name()).map_err(io::Error::other)
    }

    fn end_session(&self, token: &str) -> io::Result<()> {
        self.server(Some(token)).sign_out().map_err(io::Error::other)
    }
}

#[cfg(test)]
mod tests {
    use sobre_actors::environment::Environment;
    use tempfile::TempDir;

    use super::*;

    #[test]
    fn a_session_that_is_not_stored_is_ended() {
        let dir = TempDir::new().unwrap();
        let server = SyncServer::open(dir.path(), Environment::system(None)).unwrap();
        server.auth.change_password("a long password").unwrap();
        let own = OwnSyncServer::new(Arc::new(server));
        let [kept, dropped] = [(); 2].map(|()| own.new_session().unwrap().unwrap());
        own.end_session(&dropped).unwrap();
        assert!(own.knows(&kept) && !own.knows(&dropped));
    }
}
