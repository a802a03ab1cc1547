//! Runs work independently of its callers.

use std::future::poll_fn;
use std::task::Poll;

use crate::contract::CallError;

/// Runs work to its end even if its caller goes away, as a closed tab does: an opening or closing
/// must not stop halfway. The first poll happens immediately, so that calls keep their order of
/// arrival.
pub(crate) async fn unbroken<R: 'static>(
    work: impl Future<Output = Result<R, CallError>> + 'static,
) -> Result<R, CallError> {
    let mut work = Box::pin(work);
    let first = poll_fn(|context| Poll::Ready(work.as_mut().poll(context))).await;
    if let Poll::Ready(outcome) = first {
        return outcome;
    }
    let task = actix::spawn(work);
    task.await.unwrap_or_else(|error| Err(CallError::internal(&error)))
}

/// Runs disk work on a thread that may block.
pub(crate) async fn blocking<R: Send + 'static>(
    work: impl FnOnce() -> Result<R, CallError> + Send + 'static,
) -> Result<R, CallError> {
    let task = tokio::task::spawn_blocking(work);
    task.await.unwrap_or_else(|error| Err(CallError::internal(&error)))
}
