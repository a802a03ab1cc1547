//! A session: one tab, one shell command or one HTTP request, with its budget. It does not know
//! sockets; frames leave through a bounded queue.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bytestring::ByteString;
use parking_lot::Mutex;
use tokio::sync::{Notify, Semaphore, SemaphorePermit, mpsc};

use crate::limits;

/// A text frame, shared by all receivers.
pub type Frame = ByteString;

/// Id of a session, as events carry it.
pub type SessionId = Arc<str>;

/// The budget of a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SessionBudget {
    /// The budget.
    pub(crate) id: Arc<str>,
    /// For a listening session, the opening it is subscribed to. After that closes, the session
    /// must load the budget again, because it would otherwise edit a budget whose events it misses.
    pub(crate) opening: Option<u64>,
}

/// One caller.
#[derive(Debug)]
pub struct Session {
    id: SessionId,
    bound: Mutex<Option<SessionBudget>>,
    outbox: Option<mpsc::Sender<Frame>>,
    fell_behind: Notify,
    in_flight: AtomicUsize,
    reading: Semaphore,
}

impl Session {
    /// A session; `outbox` receives its pushed frames.
    #[must_use]
    pub fn new(id: &str, outbox: Option<mpsc::Sender<Frame>>) -> Arc<Self> {
        Arc::new(Self {
            id: id.into(),
            bound: Mutex::new(None),
            outbox,
            fell_behind: Notify::new(),
            in_flight: AtomicUsize::new(0),
            reading: Semaphore::new(limits::READS_PER_SESSION),
        })
    }

    /// The id in events.
    #[must_use]
    pub const fn id(&self) -> &SessionId {
        &self.id
    }

    /// Sets the budget of a session without events; each call opens it on demand.
    pub fn set_budget(&self, budget: Option<Arc<str>>) {
        self.bind(budget.map(|id| SessionBudget { id, opening: None }));
    }

    /// The id of the session's budget.
    #[must_use]
    pub fn budget_id(&self) -> Option<Arc<str>> {
        self.bound().map(|bound| bound.id)
    }

    /// The session's budget.
    pub(crate) fn bound(&self) -> Option<SessionBudget> {
        self.bound.lock().clone()
    }

    /// Whether each of its calls opens its budget.
    pub(crate) fn opens_on_demand(&self) -> bool {
        self.bound().is_some_and(|bound| bound.opening.is_none())
    }

    pub(crate) fn bind(&self, bound: Option<SessionBudget>) {
        *self.bound.lock() = bound;
    }

    /// Whether it receives events; shell commands and HTTP requests do not.
    #[must_use]
    pub const fn listens(&self) -> bool {
        self.outbox.is_some()
    }

    /// The session's id as the origin of a change, if it receives events.
    #[must_use]
    pub fn origin(&self) -> Option<SessionId> {
        self.listens().then(|| SessionId::clone(&self.id))
    }

    /// Queues a frame; false if the session does not listen, or has fallen too far behind and must
    /// be closed by its owner.
    pub fn push(&self, frame: &Frame) -> bool {
        let Some(outbox) = &self.outbox else { return false };
        let queued = outbox.try_send(Frame::clone(frame)).is_ok();
        if !queued {
            self.fell_behind.notify_one();
        }
        queued
    }

    /// Completes when a frame no longer fitted the queue.
    pub async fn fell_behind(&self) {
        self.fell_behind.notified().await;
    }

    /// Waits until the session may start another read. Otherwise its calls could queue ahead of
    /// other sessions.
    pub(crate) async fn may_read(&self) -> Option<SemaphorePermit<'_>> {
        self.reading.acquire().await.ok()
    }

    /// Counts a call as running until the permit is dropped, once its response is read; `None` past
    /// the limit.
    #[must_use]
    pub fn permit(self: &Arc<Self>) -> Option<Permit> {
        let before = self.in_flight.fetch_add(1, Ordering::Relaxed);
        let permit = Permit(Arc::clone(self));
        (before < limits::CALLS_PER_SESSION).then_some(permit)
    }
}

/// A running call.
#[derive(Debug)]
pub struct Permit(Arc<Session>);

impl Drop for Permit {
    fn drop(&mut self) {
        self.0.in_flight.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::task::{Context, Waker};

    use super::*;

    #[test]
    fn only_some_calls_of_a_session_read_at_once() {
        let session = Session::new("s", None);
        let mut waiting: Vec<_> =
            (0..=limits::READS_PER_SESSION).map(|_| Box::pin(session.may_read())).collect();
        let mut context = Context::from_waker(Waker::noop());
        let mut next = waiting.pop().unwrap();
        let reading: Vec<_> =
            waiting.iter_mut().map(|call| call.as_mut().poll(&mut context)).collect();
        assert!(reading.iter().all(std::task::Poll::is_ready));
        assert!(next.as_mut().poll(&mut context).is_pending());
        drop(reading);
        assert!(next.as_mut().poll(&mut context).is_ready());
    }
}
