//! Signals that a server has put bank data into a budget's inbox. The reader of inboxes waits until
//! any budget has news, then asks each budget whether the news is its own.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::Notify;

/// The news about one budget.
#[derive(Clone)]
pub(crate) struct Arrivals {
    is_waiting: Arc<AtomicBool>,
    anywhere: Arc<Notify>,
}

impl Arrivals {
    /// For a budget that opens. `anywhere` is woken by the news about any budget.
    pub(crate) fn new(anywhere: &Arc<Notify>) -> Self {
        Self { is_waiting: Arc::default(), anywhere: Arc::clone(anywhere) }
    }

    /// Notes that something arrived.
    pub(super) fn note(&self) {
        self.note_again();
        self.anywhere.notify_one();
    }

    /// Keeps the news for the next look, without waking anyone.
    pub(crate) fn note_again(&self) {
        self.is_waiting.store(true, Ordering::Release);
    }

    /// Whether something arrived since the last call.
    pub(crate) fn take(&self) -> bool {
        self.is_waiting.swap(false, Ordering::AcqRel)
    }
}
