//! How an actor reports that its budget has failed.

use std::sync::{Arc, OnceLock};

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
    /// The error of calls that detect it.
    reported: Arc<OnceLock<CallError>>,
}

impl Failed {
    pub(crate) fn new(id: &Arc<str>, notifications: &Addr<Notifications>) -> Self {
        Self { id: Arc::clone(id), notifications: notifications.clone(), reported: Arc::default() }
    }

    /// Whether the budget has failed.
    pub(crate) fn is_reported(&self) -> bool {
        self.reported.get().is_some()
    }

    /// Why the budget has failed.
    pub(crate) fn error(&self) -> Option<CallError> {
        self.reported.get().cloned()
    }

    /// Closes the budget after an internal fault.
    pub(crate) fn report(&self, reason: &str) {
        let message = "Something went wrong in this budget and it was closed. Nothing that was \
                       saved is lost; open it again.";
        self.close(reason, CallError::new(ErrorCode::NoBudgetOpen, message));
    }

    /// Closes the budget because its file was moved or replaced; returns the error for the call
    /// that detected it.
    pub(crate) fn report_moved(&self) -> CallError {
        let error = CallError::of(ErrorCode::BudgetMoved);
        self.close("its file was removed or replaced", error.clone());
        error
    }

    /// Closes the budget because another process has taken the data directory.
    pub(crate) fn report_taken(&self) {
        let message = "Another Sobre is using the data directory, so this budget was closed here. \
                       Nothing that was saved is lost.";
        let error = CallError::new(ErrorCode::DataDirInUse, message);
        self.close("another process has the data directory", error);
    }

    /// Only the first report takes effect.
    fn close(&self, reason: &str, error: CallError) {
        let event = closing(&self.id, &error.message);
        if self.reported.set(error).is_err() {
            return;
        }
        tracing::error!(budget = %self.id, reason, "a budget was closed");
        self.notifications.do_send(Publish(vec![event]));
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
