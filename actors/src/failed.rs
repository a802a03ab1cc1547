//! How an actor reports that its budget has failed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use actix::Addr;

use crate::contract::events::BudgetClosed;
use crate::contract::{CallError, ErrorCode, Event};
use crate::notifications::{Notifications, Publish};

/// Reports that a budget has failed. From then on no call may use it; the next opening closes the
/// file first and reads it again from disk.
#[derive(Clone)]
pub(crate) struct Failed {
    id: Arc<str>,
    notifications: Addr<Notifications>,
    reported: Arc<AtomicBool>,
}

impl Failed {
    pub(crate) fn new(id: &Arc<str>, notifications: &Addr<Notifications>) -> Self {
        Self {
            id: Arc::clone(id),
            notifications: notifications.clone(),
            reported: Arc::new(AtomicBool::new(false)),
        }
    }

    /// Whether the budget has failed.
    pub(crate) fn is_reported(&self) -> bool {
        self.reported.load(Ordering::Acquire)
    }

    /// Closes the budget after an internal fault.
    pub(crate) fn report(&self, reason: &str) {
        let message = "Something went wrong in this budget and it was closed. Nothing that was \
                       saved is lost; open it again.";
        self.close(reason, message);
    }

    /// Closes the budget because its file was moved or replaced; returns the error for the call
    /// that detected it.
    pub(crate) fn report_moved(&self) -> CallError {
        let error = CallError::of(ErrorCode::BudgetMoved);
        self.close("its file was removed or replaced", &error.message);
        error
    }

    /// Closes the budget because another process has taken the data directory.
    pub(crate) fn report_taken(&self) {
        let message = "Another Sobre is using the data directory, so this budget was closed here. \
                       Nothing that was saved is lost.";
        self.close("another process has the data directory", message);
    }

    /// Only the first report takes effect.
    fn close(&self, reason: &str, message: &str) {
        if self.reported.swap(true, Ordering::AcqRel) {
            return;
        }
        tracing::error!(budget = %self.id, reason, "a budget was closed");
        self.notifications.do_send(Publish(vec![closing(&self.id, message)]));
    }
}

/// The error for a session whose budget is no longer open.
pub(crate) fn closed_error() -> CallError {
    CallError::new(ErrorCode::NoBudgetOpen, "The budget was closed. Open it again.")
}

/// The event of a closing budget.
pub(crate) fn closing(id: &str, message: &str) -> Event {
    Event::BudgetClosed(BudgetClosed { id: id.to_owned(), message: message.to_owned() })
}
