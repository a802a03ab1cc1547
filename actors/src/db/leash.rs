//! How long somebody may read: until a time is over, or until nobody waits for the answer any more.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rusqlite::Connection;

/// After so many of its steps SQLite asks whether to go on: many times in a millisecond.
const STEPS: i32 = 1_000;

/// Ends a reading from outside. Cloning shares it.
#[derive(Debug, Clone)]
pub struct Leash {
    time: Duration,
    given_up: Arc<AtomicBool>,
    has_cut: Arc<AtomicBool>,
}

/// Gives the reading up when it is dropped.
#[derive(Debug)]
pub struct Waiting(Leash);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.given_up.store(true, Ordering::Relaxed);
    }
}

impl Leash {
    /// Allows a reading so much time from when it has its connection.
    #[must_use]
    pub fn new(time: Duration) -> Self {
        Self { time, given_up: Arc::default(), has_cut: Arc::default() }
    }

    /// Somebody who waits for the reading.
    #[must_use]
    pub fn waiting(&self) -> Waiting {
        Waiting(self.clone())
    }

    /// Whether nobody waits any more.
    #[must_use]
    pub fn is_given_up(&self) -> bool {
        self.given_up.load(Ordering::Relaxed)
    }

    /// Whether a statement was cut off.
    #[must_use]
    pub fn has_cut(&self) -> bool {
        self.has_cut.load(Ordering::Relaxed)
    }

    /// Lets the time of a connection begin.
    pub(super) fn hold(&self, conn: &Connection) -> rusqlite::Result<()> {
        let (leash, until) = (self.clone(), Instant::now() + self.time);
        let is_over = move || {
            let is_over = leash.is_given_up() || Instant::now() >= until;
            leash.has_cut.fetch_or(is_over, Ordering::Relaxed);
            is_over
        };
        conn.progress_handler(STEPS, Some(is_over))
    }

    /// Leaves a connection all its time again.
    pub(super) fn release(conn: &Connection) -> rusqlite::Result<()> {
        conn.progress_handler(0, None::<fn() -> bool>)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reading_ends_with_its_time_or_when_it_is_given_up_and_the_next_one_has_all_of_its_own() {
        let conn = Connection::open_in_memory().unwrap();
        let count = |last: u32| -> rusqlite::Result<u32> {
            let sql = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT ?1) \
                       SELECT COUNT(*) FROM c";
            conn.query_row(sql, [last], |row| row.get(0))
        };
        let over = Leash::new(Duration::ZERO);
        over.hold(&conn).unwrap();
        assert!(count(100_000).is_err() && over.has_cut() && !over.is_given_up());

        let left = Leash::new(Duration::from_secs(3_600));
        drop(left.waiting());
        left.hold(&conn).unwrap();
        assert!(count(100_000).is_err() && left.has_cut());

        let good = Leash::new(Duration::from_secs(3_600));
        let _waiting = good.waiting();
        good.hold(&conn).unwrap();
        assert_eq!((count(100_000), good.has_cut()), (Ok(100_000), false));
        over.hold(&conn).unwrap();
        Leash::release(&conn).unwrap();
        assert_eq!(count(100_000), Ok(100_000));
    }
}
