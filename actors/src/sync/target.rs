//! Shared parts of syncing, and the server file of an open budget.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use actix::Addr;
use sobre_engine::sync::fault::SyncFault;
use tokio::sync::watch;

use super::arrivals::Arrivals;
use super::encryption::FileKey;
use super::link::ServerLink;
use crate::contract::CallError;
use crate::database_actor::DbActor;
use crate::db::Generation;
use crate::db::metadata::keys;
use crate::environment::Environment;
use crate::faults::unstored;
use crate::files::Metadata;
use crate::network::Server;
use crate::notifications::Notifications;

/// Shared parts of syncing.
#[derive(Clone)]
pub(crate) struct SyncParts {
    pub(crate) db: Addr<DbActor>,
    pub(crate) notifications: Addr<Notifications>,
    pub(crate) link: Arc<ServerLink>,
    pub(crate) environment: Environment,
    pub(crate) committed: Arc<AtomicU64>,
    pub(crate) dir: PathBuf,
    /// The server's change count of the last sync, if it counts.
    pub(crate) changes: Arc<watch::Sender<Option<String>>>,
    /// News of what was fetched from banks.
    pub(crate) arrivals: Arrivals,
}

impl SyncParts {
    /// Sends a request to the database actor.
    pub(super) async fn ask_db<M, R>(&self, message: M) -> Result<R, SyncFault>
    where
        M: actix::Message<Result = Result<R, CallError>> + Send + 'static,
        R: Send + 'static,
        DbActor: actix::Handler<M>,
    {
        let answer = self.db.send(message).await.map_err(|_| SyncFault::ApplyFailure)?;
        answer.map_err(|error| unstored(&error))
    }
}

/// The server file of an open budget.
#[derive(Clone)]
pub(crate) struct Target {
    pub(super) server: Arc<dyn Server>,
    pub(super) file_id: String,
    pub(super) group_id: String,
    pub(super) key: Option<FileKey>,
}

impl Target {
    pub(super) fn generation(&self) -> Generation {
        Generation { file_id: self.file_id.clone(), group_id: self.group_id.clone() }
    }
}

/// The sync target of a budget: none without a server or session, or for a local budget; a fault if
/// this device lacks the key of the file.
pub(super) fn target(parts: &SyncParts) -> Option<Result<Target, SyncFault>> {
    let Ok(metadata) = Metadata::of(&parts.dir) else { return Some(Err(SyncFault::StorageFull)) };
    let Generation { file_id, group_id } = Generation::of(&metadata)?;
    let link = &parts.link;
    link.url()?;
    let server = match link.session() {
        Ok(server) => server,
        Err(fault) => return Some(Err(fault)),
    };
    let key = match metadata.text(keys::ENCRYPT_KEY_ID) {
        None => None,
        Some(key_id) => match link.key(&file_id, key_id) {
            Some(key) => Some(key),
            None => return Some(Err(SyncFault::EncryptFailure { missing_key: true })),
        },
    };
    Some(Ok(Target { server, file_id, group_id, key }))
}
