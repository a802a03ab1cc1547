//! Whose turn it is to read an open budget. Calls wait here for a connection, and take a thread
//! only once they have one: otherwise those waiting for one budget would take the threads of all.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::contract::CallError;
use crate::failed::closed_error;
use crate::limits;
use crate::session::Session;

/// How long a reading may take, and so whom it may keep waiting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cost {
    /// Looks at a few rows, or at tables that are always small.
    Quick,
    /// Goes through as many transactions as there are.
    Long,
    /// Tries regular expressions on texts.
    Searching,
}

/// What is read, and for whom.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reading<'s> {
    pub(crate) cost: Cost,
    /// One session keeps no others waiting by asking for much.
    pub(crate) session: Option<&'s Session>,
}

impl From<Cost> for Reading<'_> {
    fn from(cost: Cost) -> Self {
        Self { cost, session: None }
    }
}

impl Cost {
    /// How long the reading may take once it has its connection.
    pub(super) const fn time(self) -> Duration {
        match self {
            Self::Quick | Self::Long => limits::READING,
            Self::Searching => limits::SEARCHING,
        }
    }
}

/// The turns of one budget. Cloning shares them.
#[derive(Debug, Clone)]
pub(crate) struct Turns {
    all: Arc<Semaphore>,
    /// One less: a connection is kept for quick readings.
    long: Arc<Semaphore>,
}

/// A connection to come; the next one in line gets it when this is dropped.
#[derive(Debug)]
pub(crate) struct Turn {
    _all: OwnedSemaphorePermit,
    _long: Option<OwnedSemaphorePermit>,
}

impl Turns {
    /// As many as there are connections, at least two.
    pub(super) fn of(readers: usize) -> Self {
        let readers = readers.max(2);
        Self { all: Arc::new(Semaphore::new(readers)), long: Arc::new(Semaphore::new(readers - 1)) }
    }

    /// Waits for a turn.
    ///
    /// # Errors
    /// `no-budget-open` once there are none any more.
    pub(crate) async fn take(&self, cost: Cost) -> Result<Turn, CallError> {
        let next = async |line: &Arc<Semaphore>| {
            Arc::clone(line).acquire_owned().await.map_err(|_| closed_error())
        };
        let long = match cost {
            Cost::Quick => None,
            Cost::Long | Cost::Searching => Some(next(&self.long).await?),
        };
        Ok(Turn { _all: next(&self.all).await?, _long: long })
    }
}
