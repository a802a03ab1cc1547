//! A session: one tab, one shell command or one HTTP request, with the budget it works on. It
//! knows nothing of sockets; frames leave through a bounded queue.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bytestring::ByteString;
use parking_lot::Mutex;
use tokio::sync::{Notify, Semaphore, SemaphorePermit, mpsc};

use crate::limits;

/// A text frame shared by all its receivers.
pub type Frame = ByteString;

/// Name of a session, as events carry it.
pub type SessionId = Arc<str>;

/// What a session works on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Bound {
    /// The budget.
    pub(crate) id: Arc<str>,
    /// Of a session that listens: the opening of the budget it listens to. Once that is closed the
    /// session must load the budget again, or it would edit what it is told nothing of.
    pub(crate) opening: Option<u64>,
}

/// One caller.
#[derive(Debug)]
pub struct Session {
    id: SessionId,
    bound: Mutex<Option<Bound>>,
    outbox: Option<mpsc::Sender<Frame>>,
    fell_behind: Notify,
    in_flight: AtomicUsize,
    reading: Semaphore,
}

impl Session {
    /// A session with a name of its own; `outbox` takes the frames pushed to it.
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

    /// The name events carry.
    #[must_use]
    pub const fn id(&self) -> &SessionId {
        &self.id
    }

    /// Chooses the budget the session works on, opened with each call if it is not open.
    pub fn set_budget(&self, budget: Option<Arc<str>>) {
        self.bind(budget.map(|id| Bound { id, opening: None }));
    }

    /// The budget the session works on.
    #[must_use]
    pub fn budget_id(&self) -> Option<Arc<str>> {
        self.bound().map(|bound| bound.id)
    }

    /// What the session works on.
    pub(crate) fn bound(&self) -> Option<Bound> {
        self.bound.lock().clone()
    }

    pub(crate) fn bind(&self, bound: Option<Bound>) {
        *self.bound.lock() = bound;
    }

    /// Whether events can be pushed to it; shell commands and HTTP requests take none.
    #[must_use]
    pub const fn listens(&self) -> bool {
        self.outbox.is_some()
    }

    /// The session as the origin of a change, if events can be told to it.
    #[must_use]
    pub fn origin(&self) -> Option<SessionId> {
        self.listens().then(|| SessionId::clone(&self.id))
    }

    /// Queues a frame; false when the session does not listen or has fallen too far behind, in
    /// which case its owner is told to close it.
    pub fn push(&self, frame: &Frame) -> bool {
        let Some(outbox) = &self.outbox else { return false };
        let queued = outbox.try_send(Frame::clone(frame)).is_ok();
        if !queued {
            self.fell_behind.notify_one();
        }
        queued
    }

    /// Completes when a frame did not fit the queue any more.
    pub async fn fell_behind(&self) {
        self.fell_behind.notified().await;
    }

    /// Waits until fewer of its calls read than may at once. More would stand in line before those
    /// of other sessions.
    pub(crate) async fn may_read(&self) -> Option<SemaphorePermit<'_>> {
        self.reading.acquire().await.ok()
    }

    /// Counts a call as under way until the permit is dropped, once its answer was read; `None`
    /// past the bound.
    #[must_use]
    pub fn permit(self: &Arc<Self>) -> Option<Permit> {
        let before = self.in_flight.fetch_add(1, Ordering::Relaxed);
        let permit = Permit(Arc::clone(self));
        (before < limits::CALLS_PER_SESSION).then_some(permit)
    }
}

/// A call under way.
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
