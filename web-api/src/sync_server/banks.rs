//! The server's connections to banks, and the rate limit for each session.

use std::collections::HashMap;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use parking_lot::Mutex;
use sobre_actors::banks::Banks;
use tokio::sync::oneshot;

use super::FileId;

/// How often to check the schedules.
const LOOK: Duration = Duration::from_secs(60);
/// Most requests of a session in a minute.
const MOST: u32 = 60;
/// Most of these that validate credentials or start a sign-in.
const MOST_COSTLY: u32 = 10;
const MINUTE_MS: i64 = 60_000;
/// Most sessions remembered.
const SESSIONS: usize = 1024;

/// Connections to banks with the rate limit of requests.
pub struct BankAccess {
    /// The connections.
    pub banks: Arc<Banks>,
    rates: Mutex<HashMap<String, Rate>>,
}

/// The requests of a session in the current minute.
#[derive(Debug, Default, Clone, Copy)]
struct Rate {
    since_ms: i64,
    count: u32,
    costly: u32,
}

/// How a request counts against the rate limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cost {
    /// It does not count: a long inbox takes many requests, and reading it stays on this server.
    Free,
    /// It counts as one request.
    Plain,
    /// It also counts against the lower limit for credentials and sign-ins.
    Costly,
}

impl BankAccess {
    /// Access to the given connections.
    #[must_use]
    pub fn new(banks: Banks) -> Self {
        Self { banks: Arc::new(banks), rates: Mutex::default() }
    }

    /// Counts a request; `false` if the session exceeded its limit.
    #[must_use]
    pub fn may_ask(&self, session: &str, cost: Cost, now_ms: i64) -> bool {
        if cost == Cost::Free {
            return true;
        }
        let mut rates = self.rates.lock();
        let is_now = |rate: &Rate| (0..MINUTE_MS).contains(&(now_ms - rate.since_ms));
        if rates.len() >= SESSIONS {
            rates.retain(|_, rate| is_now(rate));
        }
        let rate = rates.entry(session.to_owned()).or_default();
        if !is_now(rate) {
            *rate = Rate { since_ms: now_ms, ..Rate::default() };
        }
        rate.count += 1;
        rate.costly += u32::from(cost == Cost::Costly);
        rate.count <= MOST && (cost == Cost::Plain || rate.costly <= MOST_COSTLY)
    }

    /// Stops the schedule of a deleted file.
    pub fn forget_file(&self, file: &FileId) {
        if let Err(fault) = self.banks.forget_schedule(&file.to_string()) {
            tracing::error!(%file, ?fault, "the schedule of a deleted file cannot be stopped");
        }
    }

    /// Regularly runs due fetches while the server is in use. Must run on an actix system.
    pub fn run_schedules(&self) {
        let banks = Arc::downgrade(&self.banks);
        actix_web::rt::spawn(async move {
            loop {
                tokio::time::sleep(LOOK).await;
                let Some(banks) = banks.upgrade() else { return };
                run_due(banks).await;
            }
        });
    }
}

/// Runs due fetches on a separate thread. Shutdown waits for the threads of the runtime but not for
/// this one, which may wait minutes for a bank; the store survives a stop at any point.
async fn run_due(banks: Arc<Banks>) {
    let (done, ended) = oneshot::channel::<()>();
    let run = move || {
        banks.run_due();
        drop(done);
    };
    match thread::Builder::new().name("bank schedules".to_owned()).spawn(run) {
        // Ends when the thread drops its side, also if it panics.
        Ok(_) => drop(ended.await),
        Err(error) => tracing::error!(%error, "no thread could be started for bank schedules"),
    }
}

#[cfg(test)]
mod tests {
    use sobre_actors::banks::BankOptions;
    use sobre_actors::environment::Environment;

    use super::*;

    #[test]
    fn a_session_that_asks_too_often_has_to_wait() {
        let dir = tempfile::TempDir::new().unwrap();
        let options = BankOptions::default();
        let banks = Banks::open(dir.path(), Environment::system(None), &options).unwrap();
        let access = BankAccess::new(banks);
        assert!((0..10).all(|_| access.may_ask("a", Cost::Costly, 0)));
        assert!(!access.may_ask("a", Cost::Costly, 1));
        assert!((0..49).all(|_| access.may_ask("a", Cost::Plain, 2)));
        assert!(!access.may_ask("a", Cost::Plain, 3));
        assert!(access.may_ask("a", Cost::Free, 3));
        assert!(access.may_ask("b", Cost::Costly, 3));
        assert!(access.may_ask("a", Cost::Costly, MINUTE_MS));
    }
}
