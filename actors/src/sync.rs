//! The client of a sync server: when to sync, what is sent and received, whole budgets on their way
//! up and down, and encryption. Deciding what a round does next is the engine's.
//!
//! Everything that waits for a server runs on a thread of its own, never on those that answer
//! people, and never on those a program waits for when it ends.

mod agenda;
pub mod encryption;
pub mod envelopes;
mod exchange;
mod link;
mod listen;
mod round;
mod secrets;
pub(crate) mod server_clock;
mod slices;
mod spool;
mod states;
mod syncer;
mod target;
mod trigger;

use std::thread;

use sobre_engine::sync::api::SyncFault;
use tokio::sync::oneshot;

pub(crate) use link::ServerLink;
pub(crate) use spool::sweep;
pub(crate) use states::joined;
pub(crate) use syncer::{Running, start};
pub(crate) use target::SyncParts;
pub(crate) use trigger::{SyncTrigger, triggers};

/// Runs work that waits for a server on a thread of its own.
pub(crate) async fn on_network_thread<R: Send + 'static>(
    work: impl FnOnce() -> Result<R, SyncFault> + Send + 'static,
) -> Result<R, SyncFault> {
    let (done, result) = oneshot::channel();
    let run = move || {
        // Whoever asked may have gone away meanwhile.
        let _ = done.send(work());
    };
    if let Err(error) = thread::Builder::new().name("sync".to_owned()).spawn(run) {
        tracing::error!(%error, "no thread could be started for syncing");
        return Err(SyncFault::Internal);
    }
    result.await.unwrap_or(Err(SyncFault::Internal))
}
