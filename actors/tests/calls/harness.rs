//! The application on a separate data directory, with a clock, ids and a calendar that are the same
//! in every run. Calls take the normal route: name and JSON through `App`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, OnceLock};

use actix_rt::{System, SystemRunner};
use chrono::{DateTime, NaiveDateTime};
use parking_lot::Mutex;
use rusqlite::types::ValueRef;
use serde_json::{Map, Value as Json, json};
use sobre_actors::banks::connections::BankConnections;
use sobre_actors::db::{Reader, schema};
use sobre_actors::environment::{Calendar, Clock, Environment};
use sobre_actors::files::Metadata;
use sobre_actors::network::SyncServers;
use sobre_actors::{App, Frame, Session, UndoOptions, limits};
use sobre_engine::crdt::Change;
use sobre_engine::dates::Day;
use sobre_engine::sheet::CellValue;
use tempfile::TempDir;
use tokio::sync::{Mutex as AsyncMutex, mpsc};

use crate::fake_banks::FakeBanks;

pub(crate) const BUDGET: &str = "Test-0000001";
pub(crate) const FOOD: &str = "541836f1-e756-4473-a5d0-6c1d3f06c7fa";
pub(crate) const GENERAL: &str = "af375fd4-d759-46b3-bffe-74a856151d57";
pub(crate) const USUAL: &str = "fc3825fd-b982-4b72-b768-5b30844cf832";
pub(crate) const SAVINGS_GROUP: &str = "a137772f-cf2f-4089-9432-822d2ddc1466";
pub(crate) const INCOME_GROUP: &str = "2E1F5BDB-209B-43F9-AF2C-3CE28E380C00";

pub(crate) type Outcome = Result<Json, Json>;
pub(crate) type Tables = BTreeMap<String, BTreeMap<String, Map<String, Json>>>;

pub(crate) struct Harness {
    pub(crate) app: App,
    pub(crate) tab: Tab,
    system: SystemRunner,
    place: TempDir,
}

/// A clock that a test sets, in milliseconds since 1970.
pub(crate) struct HandClock(pub(crate) Arc<AtomicI64>);

impl Clock for HandClock {
    fn now_ms(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// A calendar that a test turns.
#[derive(Clone)]
pub(crate) struct HandCalendar(Arc<Mutex<Day>>);

impl HandCalendar {
    pub(crate) fn at(day: &str) -> Self {
        Self(Arc::new(Mutex::new(day.parse().unwrap())))
    }

    pub(crate) fn turn(&self, day: &str) {
        *self.0.lock() = day.parse().unwrap();
    }
}

impl Calendar for HandCalendar {
    fn today(&self) -> Day {
        *self.0.lock()
    }

    fn local(&self, ms: i64) -> NaiveDateTime {
        DateTime::from_timestamp_millis(ms).unwrap_or_default().naive_utc()
    }
}

/// A session that listens.
pub(crate) struct Tab {
    pub(crate) session: Arc<Session>,
    inbox: AsyncMutex<mpsc::Receiver<Frame>>,
}

impl Tab {
    pub(crate) fn of(app: &App) -> Self {
        let (outbox, inbox) = mpsc::channel(limits::FRAMES_PER_SESSION);
        Self { session: app.new_session(Some(outbox)), inbox: AsyncMutex::new(inbox) }
    }

    /// The events that have arrived, oldest first; see [`Harness::events`].
    pub(crate) fn events(&self) -> Vec<(String, Json)> {
        let mut events = Vec::new();
        let mut inbox = self.inbox.try_lock().unwrap();
        while let Ok(frame) = inbox.try_recv() {
            events.push(event(&frame));
        }
        events
    }

    /// Waits for an event by name and skips others.
    pub(crate) async fn next(&self, name: &str) -> Json {
        let mut inbox = self.inbox.lock().await;
        loop {
            let frame = inbox.recv().await.unwrap();
            let (found, data) = event(&frame);
            if found == name {
                return data;
            }
        }
    }
}

fn event(frame: &Frame) -> (String, Json) {
    let frame: Json = serde_json::from_str(frame).unwrap();
    (frame["event"].as_str().unwrap().to_owned(), frame["data"].clone())
}

impl Harness {
    /// The budget with these connections to banks.
    pub(crate) fn with_banks(self, banks: &Arc<FakeBanks>) -> Self {
        let own: Arc<dyn BankConnections> = Arc::<FakeBanks>::clone(banks);
        self.app.serve_banks(Box::new(move || Some(Arc::clone(&own))));
        self
    }

    /// A data directory without budgets.
    pub(crate) fn empty() -> Self {
        Self::on(Environment::fixed("2026-11-20".parse().unwrap()), |_| {})
    }

    pub(crate) fn empty_on(day: Day) -> Self {
        Self::on(Environment::fixed(day), |_| {})
    }

    /// An open new budget.
    pub(crate) fn new() -> Self {
        Self::today("2026-11-20".parse().unwrap())
    }

    pub(crate) fn today(day: Day) -> Self {
        Self::with(Environment::fixed(day))
    }

    /// An open new budget with the test's clock, ids and calendar.
    pub(crate) fn with(environment: Environment) -> Self {
        let harness = Self::on(environment, |data| copy_folder(new_budget(), &data.join(BUDGET)));
        harness.ok("load-budget", json!({ "id": BUDGET }));
        harness.events();
        harness
    }

    /// An open new budget with a clock that the test sets.
    pub(crate) fn with_hand_clock() -> (Self, Arc<AtomicI64>) {
        let mut environment = Environment::fixed("2026-11-20".parse().unwrap());
        let now_ms = Arc::new(AtomicI64::new(environment.clock.now_ms()));
        environment.clock = Arc::new(HandClock(Arc::clone(&now_ms)));
        (Self::with(environment), now_ms)
    }

    /// An open new budget with the test's network.
    pub(crate) fn with_network(network: Arc<dyn SyncServers>) -> Self {
        let mut environment = Environment::fixed("2026-11-20".parse().unwrap());
        environment.sync_servers = network;
        Self::with(environment)
    }

    fn on(environment: Environment, fill: impl FnOnce(&Path)) -> Self {
        let place = tempfile::tempdir().unwrap();
        fill(place.path());
        let system = System::new();
        let app = App::start(place.path(), environment).unwrap();
        let tab = Tab::of(&app);
        Self { app, tab, system, place }
    }

    pub(crate) fn data_dir(&self) -> &Path {
        self.place.path()
    }

    pub(crate) fn folder(&self) -> PathBuf {
        let id = self.tab.session.budget_id();
        self.place.path().join(id.as_deref().unwrap_or(BUDGET))
    }

    pub(crate) fn run<R>(&self, work: impl Future<Output = R>) -> R {
        self.system.block_on(work)
    }

    /// One call: the result or the error.
    pub(crate) fn call(&self, name: &str, args: Json) -> Outcome {
        self.run(call(&self.app, &self.tab.session, name, args))
    }

    /// A call that must succeed.
    pub(crate) fn ok(&self, name: &str, args: Json) -> Json {
        self.call(name, args.clone()).unwrap_or_else(|error| panic!("{name} {args}: {error}"))
    }

    /// A call that must fail with a code and change nothing.
    pub(crate) fn refused(&self, name: &str, args: Json, code: &str) -> Json {
        let before = (self.tables(), self.cells());
        let error = self.call(name, args.clone()).expect_err(&format!("{name} {args}"));
        assert_eq!(error["code"], code, "{name} {args}: {error}");
        let message = error["message"].as_str().unwrap();
        assert!(message.len() > 10 && !message.contains("SELECT"), "{message}");
        assert!(before == (self.tables(), self.cells()), "{name} {args} changed something");
        error
    }

    /// Writes rows that no call writes.
    pub(crate) fn write(&self, changes: Vec<Change>) {
        self.run(self.app.write(&self.tab.session, changes)).unwrap();
    }

    /// The events sent to the tab, oldest first, after all of them have arrived.
    pub(crate) fn events(&self) -> Vec<(String, Json)> {
        self.run(self.app.settle(&self.tab.session)).unwrap();
        self.tab.events()
    }

    pub(crate) fn cells(&self) -> BTreeMap<String, CellValue> {
        self.run(self.app.every_cell(&self.tab.session)).unwrap()
    }

    /// A cell through `getCell`, `sheet!name`.
    pub(crate) fn cell(&self, name: &str) -> Json {
        let (sheet, name) = name.split_once('!').unwrap();
        self.ok("getCell", json!({ "sheetName": sheet, "name": name }))["value"].clone()
    }

    pub(crate) fn tables(&self) -> Tables {
        tables(&self.folder())
    }

    /// A call's changes to the tables, one line per column.
    pub(crate) fn changes(&self, name: &str, args: Json) -> Vec<String> {
        let before = self.tables();
        self.ok(name, args);
        changed(&before, &self.tables())
    }
}

impl Drop for Harness {
    fn drop(&mut self) {
        self.system.block_on(self.app.shut_down());
    }
}

pub(crate) async fn call(app: &App, session: &Arc<Session>, name: &str, args: Json) -> Outcome {
    let answer = app.call(session, name, args, UndoOptions::default()).await;
    answer.map_err(|error| serde_json::to_value(error).unwrap())
}

/// Every row of every dataset by table and id.
pub(crate) fn tables(folder: &Path) -> Tables {
    let reader = Reader::open(folder).unwrap();
    schema::TABLES.iter().map(|table| (table.name.to_owned(), rows(&reader, table.name))).collect()
}

fn rows(reader: &Reader, table: &str) -> BTreeMap<String, Map<String, Json>> {
    let mut statement = reader.prepare(&format!("SELECT * FROM {table}")).unwrap();
    let names: Vec<String> = statement.column_names().into_iter().map(Into::into).collect();
    let row = |row: &rusqlite::Row<'_>| {
        let cells = names.iter().enumerate();
        let row: Map<_, _> =
            cells.map(|(at, name)| (name.clone(), json_of(row.get_ref(at).unwrap()))).collect();
        Ok((row["id"].to_string().trim_matches('"').to_owned(), row))
    };
    statement.query_map([], row).unwrap().map(Result::unwrap).collect()
}

fn json_of(value: ValueRef<'_>) -> Json {
    match value {
        ValueRef::Null => Json::Null,
        ValueRef::Integer(number) => number.into(),
        ValueRef::Real(number) => number.into(),
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => std::str::from_utf8(bytes).unwrap().into(),
    }
}

/// The columns that differ, as `table id column: value`.
pub(crate) fn changed(before: &Tables, after: &Tables) -> Vec<String> {
    let mut lines = Vec::new();
    for (table, rows) in after {
        for (id, row) in rows {
            let was = before[table].get(id);
            for (column, value) in row {
                let old = was.and_then(|was| was.get(column)).unwrap_or(&Json::Null);
                if old != value && column != "id" {
                    lines.push(format!("{table} {id} {column}: {value}"));
                }
            }
        }
        let gone = before[table].keys().filter(|id| !rows.contains_key(*id));
        lines.extend(gone.map(|id| format!("{table} {id} is gone")));
    }
    lines
}

pub(crate) fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    for file in ["db.sqlite", "metadata.json"] {
        fs::copy(from.join(file), to.join(file)).unwrap();
    }
    Metadata::read_or_default(to).write(to).unwrap();
}

/// A new budget, created once because that takes a while.
fn new_budget() -> &'static Path {
    static MADE: OnceLock<(TempDir, PathBuf)> = OnceLock::new();
    let make = || {
        let harness = Harness::empty();
        let made = harness.ok("create-budget", json!({ "budgetName": "Test" }));
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join(BUDGET);
        copy_folder(&harness.data_dir().join(made["id"].as_str().unwrap()), &folder);
        (place, folder)
    };
    &MADE.get_or_init(make).1
}

pub(crate) fn fixture(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(path)
}
