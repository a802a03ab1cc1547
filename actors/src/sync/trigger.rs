//! Reasons to sync a budget, and their queue.

use sobre_engine::sync::fault::SyncFault;
use tokio::sync::{mpsc, oneshot};

/// Most waiting triggers; further ones add nothing.
const WAITING: usize = 64;

/// Why to sync.
#[derive(Debug)]
pub(crate) enum SyncTrigger {
    /// Local data changed.
    Changed,
    /// The page got focus.
    Focused,
    /// Other devices changed something.
    ChangedElsewhere,
    /// A caller waits for the result.
    Now(oneshot::Sender<Result<(), SyncFault>>),
}

/// A queue of triggers, created for the database actor before the syncer exists.
pub(crate) fn triggers() -> (mpsc::Sender<SyncTrigger>, mpsc::Receiver<SyncTrigger>) {
    mpsc::channel(WAITING)
}
