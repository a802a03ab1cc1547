//! Tests of connections with a fake clock and a fake bank.

use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;

use parking_lot::Mutex;
use serde_json::{Value, json};
use sobre_engine::banks::linking::{PauseReason, Schedule, Scope};
use sobre_engine::banks::{ErrorType, Provider};
use sobre_engine::dates::Day;
use tempfile::TempDir;

use super::connections::{
    BankConnections as _, ConnectionRef, FetchRequest, FetchedAccount, LinkCode, Values,
};
use super::http::{Http, HttpFault, Request, Response};
use super::message::{AskedBy, InboxMessage, MessageKind};
use super::quotas::quota_digest;
use super::sealing::{Place, PrivateKey};
use super::{BankOptions, Banks};
use crate::environment::{Clock, Environment};

const FILE: &str = "file-1";
const HOUR_MS: i64 = 60 * 60 * 1000;
const DAY_MS: i64 = 24 * HOUR_MS;

/// A clock that the test sets.
#[derive(Default)]
struct SetClock(AtomicI64);

impl Clock for SetClock {
    fn now_ms(&self) -> i64 {
        self.0.load(Ordering::SeqCst)
    }
}

/// What happens while the bank answers.
type Meanwhile = Box<dyn FnOnce() + Send>;

/// A bank with one account, or a status that it fails with.
#[derive(Default)]
struct Bank {
    status: Mutex<Option<u16>>,
    meanwhile: Mutex<Option<Meanwhile>>,
    asked: AtomicUsize,
}

impl Http for Bank {
    fn send(&self, _: &Request) -> Result<Response, HttpFault> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        let meanwhile = self.meanwhile.lock().take();
        if let Some(happens) = meanwhile {
            happens();
        }
        if let Some(status) = *self.status.lock() {
            return Ok(Response { status, body: String::new(), retry_after: None });
        }
        let row = json!({
            "id": "T1", "posted": 1_795_089_600, "amount": "-4.50", "description": "Coffee",
        });
        let account = json!({
            "id": "A1", "name": "Checking", "currency": "USD", "balance": "10.00",
            "balance-date": 1_795_089_600, "org": { "domain": "bank.example", "name": "Bank" },
            "transactions": [row],
        });
        let body = json!({ "errors": [], "accounts": [account] }).to_string();
        Ok(Response { status: 200, body, retry_after: None })
    }
}

fn simplefin() -> ConnectionRef {
    ConnectionRef { provider: Some(Provider::SimpleFin), connection: None }
}

fn rows_of(account: &str, from: &str) -> FetchRequest {
    let (external, from) = (account.to_owned(), from.parse().unwrap());
    FetchRequest {
        accounts: vec![FetchedAccount { of: simplefin(), external, from, whole: false }],
    }
}

struct World {
    banks: Arc<Banks>,
    bank: Arc<Bank>,
    clock: Arc<SetClock>,
    key: PrivateKey,
    _dir: TempDir,
}

impl World {
    /// A linked SimpleFIN account and a registered key.
    fn linked() -> Self {
        let dir = TempDir::new().unwrap();
        let today: Day = "2026-11-20".parse().unwrap();
        let (clock, bank) = (Arc::new(SetClock::default()), Arc::new(Bank::default()));
        clock.0.store(1_795_132_800_000, Ordering::SeqCst);
        let environment =
            Environment { clock: Arc::<SetClock>::clone(&clock), ..Environment::fixed(today) };
        let http: Arc<dyn Http> = Arc::<Bank>::clone(&bank);
        let options = BankOptions::default();
        let banks = Banks::open_on(dir.path(), environment, &options, http).unwrap();
        let banks = Arc::new(banks);
        let key = PrivateKey::fresh().unwrap();
        let public = key.public();
        banks.register_key(FILE, &public.kid(), &public.text()).unwrap();
        let world = Self { banks, bank, clock, key, _dir: dir };
        world.configure(Scope::Budget);
        world
    }

    fn configure(&self, scope: Scope) {
        let values = Values::default().with("token", "https://user:pass@bank.example/simplefin");
        self.banks.configure(FILE, Provider::SimpleFin, values, scope).unwrap();
    }

    fn pass(&self, ms: i64) {
        self.clock.0.fetch_add(ms, Ordering::SeqCst);
    }

    fn asked(&self) -> usize {
        self.bank.asked.load(Ordering::SeqCst)
    }

    fn fetch(&self) -> u64 {
        self.banks.fetch(FILE, &rows_of("A1", "2026-11-01")).unwrap().number
    }

    /// Happens while the bank answers its next request.
    fn meanwhile(&self, happens: impl FnOnce() + Send + 'static) {
        *self.bank.meanwhile.lock() = Some(Box::new(happens));
    }

    /// The external accounts of the only connection.
    fn linked_accounts(&self) -> Vec<String> {
        self.banks.schedule(FILE, None).unwrap().connections.remove(0).accounts
    }

    fn set_schedule(&self) {
        let schedule = Schedule { on: true, times: 2, first_hour: 6, offset_minutes: 0 };
        self.banks.schedule(FILE, Some(&schedule)).unwrap();
    }

    fn last_message(&self) -> InboxMessage {
        let entry = self.banks.inbox(FILE, 0).unwrap().messages.pop().unwrap();
        let place = Place { file: FILE, connection: &entry.connection, number: entry.number };
        let sealed = self.banks.message(FILE, entry.number).unwrap();
        serde_json::from_slice(&self.key.open(&place, &sealed).unwrap()).unwrap()
    }
}

#[test]
fn accounts_of_other_programs_are_fetched_without_being_linked_here() {
    let world = World::linked();
    assert_eq!(world.fetch(), 1);
    let message = world.last_message();
    assert_eq!((message.kind, message.asked), (MessageKind::Rows, AskedBy::Person));
    assert_eq!(message.accounts[0].rows[0].amount.cents(), -450);
    let state = world.banks.schedule(FILE, None).unwrap();
    assert_eq!(state.connections[0].accounts, ["A1"]);
    assert!(!state.schedule.on && state.next.is_none());
    // The same connection again.
    assert_eq!(world.fetch(), 2);
    assert_eq!(world.banks.schedule(FILE, None).unwrap().connections.len(), 1);
}

#[test]
fn the_schedule_fetches_what_is_due_once() {
    let world = World::linked();
    world.fetch();
    world.set_schedule();
    world.banks.run_due();
    assert_eq!(world.asked(), 1, "nothing is due yet");
    world.pass(DAY_MS);
    world.banks.run_due();
    world.banks.run_due();
    assert_eq!(world.asked(), 2, "missed runs are one run");
    assert_eq!(world.last_message().asked, AskedBy::Schedule);
    let state = world.banks.schedule(FILE, None).unwrap();
    assert!(state.last.is_some() && state.next > state.last);
    world.pass(12 * HOUR_MS);
    world.banks.run_due();
    assert_eq!(world.asked(), 3);
    // No device reads the inbox.
    world.pass(61 * DAY_MS);
    world.banks.run_due();
    assert_eq!(world.asked(), 3);
    let paused = world.banks.schedule(FILE, None).unwrap().paused;
    assert_eq!(paused, Some(PauseReason::Unread));
    world.banks.inbox(FILE, 0).unwrap();
    world.banks.run_due();
    assert_eq!(world.asked(), 4);
}

#[test]
fn failures_of_the_schedule_are_told_once_and_repeated_later() {
    let world = World::linked();
    world.fetch();
    world.set_schedule();
    *world.bank.status.lock() = Some(500);
    world.pass(DAY_MS);
    world.banks.run_due();
    let told = world.last_message();
    assert_eq!((told.number, told.kind), (2, MessageKind::State));
    assert_eq!(told.errors[0].error.kind, ErrorType::ServerDown);
    world.pass(HOUR_MS);
    world.banks.run_due();
    assert_eq!((world.asked(), world.last_message().number), (3, 2), "the same error is not news");
    world.pass(HOUR_MS);
    world.banks.run_due();
    assert_eq!(world.asked(), 3, "the second wait is longer");
    // A rejected connection waits for the user.
    *world.bank.status.lock() = Some(403);
    world.pass(DAY_MS);
    world.banks.run_due();
    assert_eq!(world.last_message().errors[0].error.kind, ErrorType::InvalidAccessToken);
    let asked = world.asked();
    world.pass(3 * DAY_MS);
    world.banks.run_due();
    assert_eq!(world.asked(), asked);
    *world.bank.status.lock() = None;
    world.fetch();
    world.pass(DAY_MS);
    world.banks.run_due();
    assert_eq!(world.last_message().asked, AskedBy::Schedule);
    assert_eq!(world.last_message().kind, MessageKind::Rows);
}

#[test]
fn messages_stay_until_a_device_has_had_them_for_a_while() {
    let world = World::linked();
    for number in 1..=3 {
        assert_eq!(world.fetch(), number);
    }
    world.banks.inbox_done(FILE, 2).unwrap();
    let first = || world.banks.inbox(FILE, 0).unwrap().first;
    assert_eq!(first(), 1);
    world.pass(15 * DAY_MS);
    assert_eq!(first(), 3);
    assert_eq!(world.banks.message(FILE, 1).unwrap_err().code, LinkCode::UnknownMessage);
    world.pass(91 * DAY_MS);
    assert_eq!(first(), 4, "the next one to come");
    assert_eq!(world.fetch(), 4);
}

#[test]
fn a_key_that_is_none_and_a_schedule_that_is_none_are_refused() {
    let world = World::linked();
    let refused = |code: LinkCode| code == LinkCode::InvalidValues;
    let other = PrivateKey::fresh().unwrap();
    let fault = world.banks.register_key(FILE, "0011223344556677", &other.public().text());
    assert!(refused(fault.unwrap_err().code));
    let schedule = Schedule { on: true, times: 9, first_hour: 6, offset_minutes: 0 };
    assert!(refused(world.banks.schedule(FILE, Some(&schedule)).unwrap_err().code));
    let wanted = FetchRequest::default();
    let fault = world.banks.fetch("file-2", &wanted).unwrap_err();
    assert_eq!(fault.code, LinkCode::NoKey);
    let unknown: Value = serde_json::to_value(fault).unwrap();
    assert_eq!(unknown, json!({ "error": "no-key" }));
}

#[test]
fn a_fetch_of_other_accounts_is_not_answered_by_the_one_under_way() {
    let world = World::linked();
    world.fetch();
    world.fetch();
    let (done, second) = mpsc::channel();
    let banks = Arc::clone(&world.banks);
    world.meanwhile(move || {
        thread::spawn(move || done.send(banks.fetch(FILE, &rows_of("A2", "2026-11-01"))));
    });
    world.fetch();
    let errors = second.recv().unwrap().unwrap().errors;
    assert_eq!(errors[0].account.as_deref(), Some("A2"));
    assert_eq!(world.asked(), 4);
}

#[test]
fn a_history_that_breaks_off_is_not_taken_for_complete() {
    let world = World::linked();
    // The newest rows come, older ones do not.
    let bank = Arc::clone(&world.bank);
    world.meanwhile(move || {
        let later = Arc::clone(&bank);
        *bank.meanwhile.lock() = Some(Box::new(move || *later.status.lock() = Some(429)));
    });
    let reply = world.banks.fetch(FILE, &rows_of("A1", "2026-01-01")).unwrap();
    assert_eq!((reply.number, world.asked()), (0, 2));
    assert_eq!(reply.errors[0].error.kind, ErrorType::RateLimitExceeded);
    let credential = quota_digest("https://user:pass@bank.example/simplefin");
    let now_ms = world.clock.now_ms();
    assert_eq!(world.banks.store.requests(&credential, now_ms).unwrap(), 2);
}

#[test]
fn an_account_unlinked_during_a_scheduled_fetch_stays_unlinked() {
    let world = World::linked();
    world.fetch();
    assert_eq!(world.linked_accounts(), ["A1"]);
    world.set_schedule();
    world.pass(DAY_MS);
    let banks = Arc::clone(&world.banks);
    let unlinked = ["A1".to_owned()];
    world.meanwhile(move || banks.unlink(FILE, &simplefin(), Some(&unlinked)).unwrap());
    world.banks.run_due();
    assert_eq!(world.last_message().asked, AskedBy::Schedule);
    assert!(world.linked_accounts().is_empty());
}

#[test]
fn a_connection_removed_during_a_fetch_is_no_failure() {
    let world = World::linked();
    world.fetch();
    let banks = Arc::clone(&world.banks);
    world.meanwhile(move || banks.unlink(FILE, &simplefin(), None).unwrap());
    assert_eq!(world.fetch(), 2);
    assert!(world.banks.schedule(FILE, None).unwrap().connections.is_empty());
}

#[test]
fn a_blank_secret_is_none() {
    let world = World::linked();
    let is_set = || world.banks.has_credentials(Provider::GoCardless).unwrap();
    let set = |name: &str, value: &str| world.banks.set_secret(None, name, value).unwrap();
    set("gocardless_secretId", "id");
    set("gocardless_secretKey", " ");
    assert!(!is_set() && !world.banks.has_secret(None, "gocardless_secretKey").unwrap());
    set("gocardless_secretKey", "key");
    assert!(is_set());
    set("gocardless_secretId", "");
    assert!(!is_set());
}

#[test]
fn new_credentials_start_the_schedule_again() {
    for scope in [Scope::Budget, Scope::Server] {
        let world = World::linked();
        world.fetch();
        world.set_schedule();
        *world.bank.status.lock() = Some(403);
        world.pass(DAY_MS);
        world.banks.run_due();
        *world.bank.status.lock() = None;
        let asked = world.asked();
        world.pass(DAY_MS);
        world.banks.run_due();
        assert_eq!(world.asked(), asked, "a rejected connection waits for the user");
        world.configure(scope);
        world.pass(DAY_MS);
        world.banks.run_due();
        assert_eq!(world.asked(), asked + 1);
    }
}

#[test]
fn a_deleted_file_is_fetched_no_more() {
    let world = World::linked();
    world.fetch();
    world.set_schedule();
    world.banks.forget_schedule(FILE).unwrap();
    world.pass(DAY_MS);
    world.banks.run_due();
    assert_eq!(world.asked(), 1);
    assert!(!world.banks.schedule(FILE, None).unwrap().schedule.on);
}
