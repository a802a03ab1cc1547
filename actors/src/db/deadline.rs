//! The deadline of a query. A query ends when its time is over, when its patterns have backtracked
//! too much, or when no caller waits for it any more.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use rusqlite::Connection;

use crate::limits;

/// SQLite checks the deadline after this many of its steps, which is many times per millisecond.
const STEPS: i32 = 1_000;

/// Ends a read from outside. Clones share it.
#[derive(Debug, Clone)]
pub struct QueryDeadline {
    time: Duration,
    given_up: Arc<AtomicBool>,
    has_cut: Arc<AtomicBool>,
    /// Backtracking steps left for patterns.
    backtracks: Arc<AtomicUsize>,
}

/// Why a pattern must stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PatternStop {
    /// The read has ended.
    Cut,
    /// The patterns of the read have backtracked too much.
    TooManySteps,
}

impl PatternStop {
    /// The error message for too much backtracking, as SQLite passes it on.
    pub(super) const TOO_MANY_STEPS: &str = "too many steps of a pattern";
}

impl fmt::Display for PatternStop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Cut => "interrupted",
            Self::TooManySteps => Self::TOO_MANY_STEPS,
        })
    }
}

impl std::error::Error for PatternStop {}

/// Where the functions of a connection find its deadline. Clones share it.
#[derive(Debug, Clone, Default)]
pub struct DeadlineSlot(Arc<Mutex<Option<RunningDeadline>>>);

/// A deadline with its start time.
#[derive(Debug, Clone)]
struct RunningDeadline {
    deadline: QueryDeadline,
    until: Instant,
}

impl RunningDeadline {
    /// Whether the read has to end; if so, records that it was cut off.
    fn is_over(&self) -> bool {
        let is_over = self.deadline.is_given_up() || Instant::now() >= self.until;
        self.deadline.has_cut.fetch_or(is_over, Ordering::Relaxed);
        is_over
    }
}

impl DeadlineSlot {
    /// Checked before each text that a pattern is matched against: a single match may take long,
    /// and SQLite checks the time only in between.
    ///
    /// # Errors
    /// [`PatternStop::Cut`].
    pub(super) fn check(&self) -> Result<(), PatternStop> {
        let is_over = self.0.lock().as_ref().is_some_and(RunningDeadline::is_over);
        if is_over { Err(PatternStop::Cut) } else { Ok(()) }
    }

    /// Charges backtracking steps.
    ///
    /// # Errors
    /// [`PatternStop::TooManySteps`].
    pub(super) fn take_backtracks(&self, steps: usize) -> Result<(), PatternStop> {
        let slot = self.0.lock();
        let Some(RunningDeadline { deadline, .. }) = slot.as_ref() else { return Ok(()) };
        let take = |left: usize| left.checked_sub(steps);
        let taken = deadline.backtracks.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take);
        taken.map(drop).map_err(|_| PatternStop::TooManySteps)
    }
}

/// Abandons the read on drop.
#[derive(Debug)]
pub struct AbandonOnDrop(QueryDeadline);

impl Drop for AbandonOnDrop {
    fn drop(&mut self) {
        self.0.given_up.store(true, Ordering::Relaxed);
    }
}

impl QueryDeadline {
    /// Allows a read this much time from when it has its connection.
    #[must_use]
    pub fn new(time: Duration) -> Self {
        let backtracks = Arc::new(AtomicUsize::new(limits::BACKTRACKS));
        Self { time, given_up: Arc::default(), has_cut: Arc::default(), backtracks }
    }

    /// A guard for a caller that waits for the read.
    #[must_use]
    pub fn waiting(&self) -> AbandonOnDrop {
        AbandonOnDrop(self.clone())
    }

    /// Whether no caller waits any more.
    #[must_use]
    pub fn is_given_up(&self) -> bool {
        self.given_up.load(Ordering::Relaxed)
    }

    /// Whether a statement was cut off.
    #[must_use]
    pub fn has_cut(&self) -> bool {
        self.has_cut.load(Ordering::Relaxed)
    }

    /// Starts the time of a connection whose functions use `slot`.
    pub(super) fn hold(&self, conn: &Connection, slot: &DeadlineSlot) -> rusqlite::Result<()> {
        let held = RunningDeadline { deadline: self.clone(), until: Instant::now() + self.time };
        *slot.0.lock() = Some(held.clone());
        conn.progress_handler(STEPS, Some(move || held.is_over()))
    }

    /// Removes the time limit of a connection.
    pub(super) fn release(conn: &Connection, slot: &DeadlineSlot) -> rusqlite::Result<()> {
        *slot.0.lock() = None;
        conn.progress_handler(0, None::<fn() -> bool>)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reading_ends_with_its_time_or_when_it_is_given_up_and_the_next_one_has_all_of_its_own() {
        let (conn, slot) = (Connection::open_in_memory().unwrap(), DeadlineSlot::default());
        let count = |last: u32| -> rusqlite::Result<u32> {
            let sql = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT ?1) \
                       SELECT COUNT(*) FROM c";
            conn.query_row(sql, [last], |row| row.get(0))
        };
        let over = QueryDeadline::new(Duration::ZERO);
        over.hold(&conn, &slot).unwrap();
        assert!(count(100_000).is_err() && over.has_cut() && !over.is_given_up());

        let left = QueryDeadline::new(Duration::from_secs(3_600));
        drop(left.waiting());
        left.hold(&conn, &slot).unwrap();
        assert!(count(100_000).is_err() && left.has_cut());

        let good = QueryDeadline::new(Duration::from_secs(3_600));
        let _waiting = good.waiting();
        good.hold(&conn, &slot).unwrap();
        assert_eq!((count(100_000), good.has_cut()), (Ok(100_000), false));
        over.hold(&conn, &slot).unwrap();
        QueryDeadline::release(&conn, &slot).unwrap();
        assert_eq!(count(100_000), Ok(100_000));
    }

    #[test]
    fn patterns_are_stopped_with_the_reading_or_when_its_steps_are_used_up() {
        let (conn, slot) = (Connection::open_in_memory().unwrap(), DeadlineSlot::default());
        assert_eq!(slot.take_backtracks(usize::MAX), Ok(()), "nobody holds it");
        let deadline = QueryDeadline::new(Duration::from_secs(3_600));
        deadline.hold(&conn, &slot).unwrap();
        assert_eq!(slot.take_backtracks(limits::BACKTRACKS), Ok(()));
        assert_eq!(slot.take_backtracks(1), Err(PatternStop::TooManySteps));
        assert_eq!((slot.check(), deadline.has_cut()), (Ok(()), false));
        drop(deadline.waiting());
        assert_eq!((slot.check(), deadline.has_cut()), (Err(PatternStop::Cut), true));
        QueryDeadline::release(&conn, &slot).unwrap();
        assert_eq!((slot.check(), slot.take_backtracks(1)), (Ok(()), Ok(())));
    }
}
