//! Why a budget is to be synced, and the queue of such triggers.

use sobre_engine::sync::api::SyncFault;
use tokio::sync::{mpsc, oneshot};

/// Triggers that wait; more of them say nothing new.
const WAITING: usize = 64;

/// Why to sync.
#[derive(Debug)]
pub(crate) enum SyncTrigger {
    /// Something was changed here.
    Changed,
    /// The page came to the front.
    Focused,
    /// Others changed something.
    News,
    /// Somebody waits for the outcome.
    Now(oneshot::Sender<Result<(), SyncFault>>),
}

/// A queue of triggers, for the database actor that is made before the syncer.
pub(crate) fn triggers() -> (mpsc::Sender<SyncTrigger>, mpsc::Receiver<SyncTrigger>) {
    mpsc::channel(WAITING)
}
