//! The client of a sync server: when to sync, sending and receiving, and encryption. The engine
//! decides the next step of a round.
//!
//! All waiting for a server happens on separate threads. Neither calls nor the end of the program
//! wait for them.

mod agenda;
mod arrivals;
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

use sobre_engine::sync::fault::SyncFault;
use tokio::sync::oneshot;

pub(crate) use arrivals::Arrivals;
pub(crate) use link::{ServerChoice, ServerLink};
pub(crate) use spool::sweep;
pub(crate) use states::joined;
pub(crate) use syncer::{SyncerTasks, start};
pub(crate) use target::SyncParts;
pub(crate) use trigger::{SyncTrigger, triggers};

/// Runs work that waits for a server on a separate thread.
pub(crate) async fn on_network_thread<R: Send + 'static>(
    work: impl FnOnce() -> Result<R, SyncFault> + Send + 'static,
) -> Result<R, SyncFault> {
    let (done, result) = oneshot::channel();
    let run = move || {
        // The receiver may be gone meanwhile.
        let _ = done.send(work());
    };
    if let Err(error) = thread::Builder::new().name("sync".to_owned()).spawn(run) {
        tracing::error!(%error, "no thread could be started for syncing");
        return Err(SyncFault::Internal);
    }
    result.await.unwrap_or(Err(SyncFault::Internal))
}
