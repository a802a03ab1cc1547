//! The application's external inputs: wall clock, fresh ids, the calendar and access to servers.
//! They are injected, so that tests and demonstrations can fix them.

use std::env;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use chrono::{DateTime, Local, NaiveDateTime};
use sobre_engine::dates::Day;
use uuid::Uuid;

use crate::network::SyncServers;
use crate::network::http::HttpSyncServers;

/// Wall clock.
pub trait Clock: Send + Sync {
    /// Milliseconds since 1970 in UTC.
    fn now_ms(&self) -> i64;
}

/// Source of fresh ids.
pub trait Ids: Send + Sync {
    /// A random UUID in lower case with dashes.
    fn uuid(&self) -> String;

    /// A UUID for a new row. The system's ids begin with the time: rows that are made together lie
    /// together in every index of ids, so that many of them change few pages of the file.
    fn row_id(&self) -> String {
        self.uuid()
    }
}

/// Local calendar.
pub trait Calendar: Send + Sync {
    /// Today's date for the user.
    fn today(&self) -> Day;

    /// The user's local date and time at a moment in milliseconds since 1970.
    fn local(&self, ms: i64) -> NaiveDateTime;
}

/// Clock, ids, calendar and sync servers together.
#[derive(Clone)]
pub struct Environment {
    /// Wall clock.
    pub clock: Arc<dyn Clock>,
    /// Source of fresh ids.
    pub ids: Arc<dyn Ids>,
    /// Local calendar.
    pub calendar: Arc<dyn Calendar>,
    /// The user's home folder, where other programs may have left budgets.
    pub home: Option<PathBuf>,
    /// Access to sync servers.
    pub sync_servers: Arc<dyn SyncServers>,
}

impl fmt::Debug for Environment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Environment").finish_non_exhaustive()
    }
}

impl Environment {
    /// The computer's clock and calendar and random ids; `today` fixes the calendar.
    #[must_use]
    pub fn system(today: Option<Day>) -> Self {
        let calendar: Arc<dyn Calendar> = match today {
            Some(day) => Arc::new(FixedCalendar(day)),
            None => Arc::new(SystemCalendar),
        };
        let (clock, ids) = (Arc::new(SystemClock), Arc::new(RandomIds));
        let home = env::home_dir();
        Self { clock, ids, calendar, home, sync_servers: Arc::<HttpSyncServers>::default() }
    }

    /// A clock that starts at noon of `today` and advances a millisecond per reading, ids that
    /// count up, and a fixed calendar.
    #[must_use]
    pub fn fixed(today: Day) -> Self {
        let noon = today.date().and_hms_opt(12, 0, 0).unwrap_or_default();
        Self {
            clock: Arc::new(TickingClock(AtomicI64::new(noon.and_utc().timestamp_millis()))),
            ids: Arc::new(CountingIds::default()),
            calendar: Arc::new(FixedCalendar(today)),
            home: None,
            sync_servers: Arc::<HttpSyncServers>::default(),
        }
    }
}

struct SystemClock;

impl Clock for SystemClock {
    fn now_ms(&self) -> i64 {
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        i64::try_from(since_1970.as_millis()).unwrap_or(i64::MAX)
    }
}

struct SystemCalendar;

impl Calendar for SystemCalendar {
    fn today(&self) -> Day {
        Day::from(Local::now().date_naive())
    }

    fn local(&self, ms: i64) -> NaiveDateTime {
        DateTime::from_timestamp_millis(ms).unwrap_or_default().with_timezone(&Local).naive_local()
    }
}

struct RandomIds;

impl Ids for RandomIds {
    fn uuid(&self) -> String {
        Uuid::new_v4().to_string()
    }

    fn row_id(&self) -> String {
        Uuid::now_v7().to_string()
    }
}

/// A fixed calendar.
struct FixedCalendar(Day);

impl Calendar for FixedCalendar {
    fn today(&self) -> Day {
        self.0
    }

    fn local(&self, ms: i64) -> NaiveDateTime {
        DateTime::from_timestamp_millis(ms).unwrap_or_default().naive_utc()
    }
}

struct TickingClock(AtomicI64);

impl Clock for TickingClock {
    fn now_ms(&self) -> i64 {
        self.0.fetch_add(1, Ordering::Relaxed)
    }
}

#[derive(Default)]
struct CountingIds(AtomicU64);

impl Ids for CountingIds {
    fn uuid(&self) -> String {
        let count = self.0.fetch_add(1, Ordering::Relaxed);
        Uuid::from_u128(0x4000_8000_0000_0000_0000_u128 + u128::from(count)).to_string()
    }
}
