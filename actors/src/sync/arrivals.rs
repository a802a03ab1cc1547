//! News of a server that something from a bank lies in a budget's inbox. Who reads inboxes waits
//! for the news of all budgets, then asks each budget for its own.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::Notify;

/// The news of one budget.
#[derive(Clone)]
pub(crate) struct Arrivals {
    is_waiting: Arc<AtomicBool>,
    anywhere: Arc<Notify>,
}

impl Arrivals {
    /// The news of a budget that was opened; `anywhere` hears of those of all budgets.
    pub(crate) fn new(anywhere: &Arc<Notify>) -> Self {
        Self { is_waiting: Arc::default(), anywhere: Arc::clone(anywhere) }
    }

    /// Notes that something arrived.
    pub(super) fn note(&self) {
        self.note_again();
        self.anywhere.notify_one();
    }

    /// Keeps the news for the next look, without calling for one.
    pub(crate) fn note_again(&self) {
        self.is_waiting.store(true, Ordering::Release);
    }

    /// Whether something arrived since the last time that this was asked.
    pub(crate) fn take(&self) -> bool {
        self.is_waiting.swap(false, Ordering::AcqRel)
    }
}
