//! The queue of reads of an open budget. Calls wait here for a connection before they take a
//! thread, because calls waiting for one budget would otherwise take the threads of all.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::contract::{CallError, ErrorCode};
use crate::failed::closed_error;
use crate::limits;
use crate::session::Session;

/// How long a read may take, and so which reads it may delay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cost {
    /// Reads a few rows, or tables that are always small.
    Quick,
    /// Reads any number of transactions.
    Long,
    /// Matches regular expressions.
    Searching,
}

/// A read and its caller.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ReadRequest<'s> {
    pub(crate) cost: Cost,
    /// Limits the session's concurrent reads, so that it does not delay others.
    pub(crate) session: Option<&'s Session>,
}

impl From<Cost> for ReadRequest<'_> {
    fn from(cost: Cost) -> Self {
        Self { cost, session: None }
    }
}

impl Cost {
    /// How long the read may take once it has its connection.
    pub(super) const fn time(self) -> Duration {
        match self {
            Self::Quick | Self::Long => limits::READING,
            Self::Searching => limits::SEARCHING,
        }
    }
}

/// Waits for a turn for a limited time. Reads that all use up their own time would otherwise wait
/// for the sum of it.
///
/// # Errors
/// `busy` after that time.
pub(super) async fn within<T>(
    time: Duration,
    wait: impl Future<Output = Result<T, CallError>>,
) -> Result<T, CallError> {
    timeout(time, wait).await.unwrap_or_else(|_| Err(CallError::of(ErrorCode::Busy)))
}

/// The queue of one budget. Clones share it.
#[derive(Debug, Clone)]
pub(crate) struct Turns {
    all: Arc<Semaphore>,
    /// One permit fewer: one connection is reserved for quick reads.
    long: Arc<Semaphore>,
    /// Two permits fewer: one more is reserved for long reads without regular expressions.
    searching: Arc<Semaphore>,
}

/// The right to a connection; dropping it serves the next read in the queue.
#[derive(Debug)]
pub(crate) struct Turn {
    _all: OwnedSemaphorePermit,
    _long: Option<OwnedSemaphorePermit>,
    _searching: Option<OwnedSemaphorePermit>,
}

impl Turns {
    /// One permit per connection; there are at least three.
    pub(super) fn of(readers: usize) -> Self {
        let readers = readers.max(3);
        let [all, long, searching] =
            [readers, readers - 1, readers - 2].map(|permits| Arc::new(Semaphore::new(permits)));
        Self { all, long, searching }
    }

    /// Waits for a turn.
    ///
    /// # Errors
    /// `no-budget-open` once the budget is closed.
    pub(crate) async fn take(&self, cost: Cost) -> Result<Turn, CallError> {
        let next = async |line: &Arc<Semaphore>| {
            Arc::clone(line).acquire_owned().await.map_err(|_| closed_error())
        };
        let searching = match cost {
            Cost::Quick | Cost::Long => None,
            Cost::Searching => Some(next(&self.searching).await?),
        };
        let long = match cost {
            Cost::Quick => None,
            Cost::Long | Cost::Searching => Some(next(&self.long).await?),
        };
        Ok(Turn { _all: next(&self.all).await?, _long: long, _searching: searching })
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    #[test]
    fn searches_leave_a_connection_to_sums_and_sums_leave_one_to_quick_reads() {
        let turns = Turns::of(4);
        let take = |cost| turns.take(cost).now_or_never();
        let mut searches = [take(Cost::Searching), take(Cost::Searching)];
        assert!(searches.iter().all(Option::is_some));
        assert!(take(Cost::Searching).is_none());
        let sum = take(Cost::Long);
        assert!(sum.is_some() && take(Cost::Long).is_none());
        assert!(take(Cost::Quick).is_some());
        searches[0] = None;
        assert!(take(Cost::Searching).is_some());
    }

    #[actix::test]
    async fn a_search_behind_others_is_refused_when_its_time_is_over() {
        let turns = Turns::of(4);
        let turn = || within(limits::SEARCHING, turns.take(Cost::Searching));
        let _searches = [turn().await.unwrap(), turn().await.unwrap()];
        let late = within(Duration::ZERO, turns.take(Cost::Searching)).await;
        assert_eq!(late.unwrap_err().code, ErrorCode::Busy);
    }
}
