//! A budget in a temporary directory with a fixed clock, for tests of the database.
#![allow(dead_code, reason = "each test file uses a part of it")]
#![allow(clippy::unwrap_used, clippy::missing_panics_doc, reason = "only tests use it")]

use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, OnceLock};

use rusqlite::types::ValueRef;
use serde_json::{Map, Value as Json};
use sobre_actors::db::{BudgetDb, Commit, Intent, Origin, Reader, schema};
use sobre_actors::environment::{Clock, Environment};
use sobre_engine::crdt::{Change, Message, Node, Timestamp, Value};
use sobre_engine::dates::Day;
use tempfile::TempDir;

pub(crate) struct TestBudget {
    pub(crate) db: BudgetDb,
    pub(crate) world: TestWorld,
    place: TempDir,
    directory: PathBuf,
    remote_counter: u16,
}

/// A fixed clock that a test can move.
#[derive(Clone)]
pub(crate) struct TestClock(Arc<AtomicI64>);

impl TestClock {
    pub(crate) fn advance(&self, ms: i64) {
        self.0.fetch_add(ms, Ordering::SeqCst);
    }
}

impl Clock for TestClock {
    fn now_ms(&self) -> i64 {
        self.0.load(Ordering::SeqCst)
    }
}

/// Clock, ids and calendar of one copy.
pub(crate) struct TestWorld {
    pub(crate) clock: TestClock,
    environment: Environment,
}

impl TestWorld {
    fn new(ids_taken: u32) -> Self {
        let mut environment = Environment::fixed(today());
        for _ in 0..ids_taken {
            environment.ids.uuid();
        }
        // The fixtures were recorded on that day, some of them after noon.
        let evening = environment.clock.now_ms() + 8 * 3_600_000;
        let clock = TestClock(Arc::new(AtomicI64::new(evening)));
        environment.clock = Arc::new(clock.clone());
        Self { clock, environment }
    }

    pub(crate) fn environment(&self) -> Environment {
        self.environment.clone()
    }
}

pub(crate) fn today() -> Day {
    Day::from_yyyymmdd(20_261_120).unwrap()
}

impl TestBudget {
    /// A new default budget.
    pub(crate) fn create() -> Self {
        Self::create_seeded(1)
    }

    pub(crate) fn create_seeded(seed: u32) -> Self {
        let (place, world) = (tempfile::tempdir().unwrap(), TestWorld::new(seed));
        let directory = place.path().join("Test-0000001");
        std::fs::create_dir(&directory).unwrap();
        for file in ["db.sqlite", "metadata.json"] {
            std::fs::copy(new_budget().join(file), directory.join(file)).unwrap();
        }
        let db = BudgetDb::open(&directory, world.environment()).unwrap();
        Self { db, world, place, directory, remote_counter: 0 }
    }

    /// The budget in a zip of the fixtures.
    pub(crate) fn unzip(name: &str) -> Self {
        let (place, world) = (tempfile::tempdir().unwrap(), TestWorld::new(1));
        let directory = place.path().join("Test-0000001");
        std::fs::create_dir(&directory).unwrap();
        let mut zip = zip::ZipArchive::new(std::fs::File::open(path(name)).unwrap()).unwrap();
        for entry in ["db.sqlite", "metadata.json"] {
            let mut bytes = Vec::new();
            zip.by_name(entry).unwrap().read_to_end(&mut bytes).unwrap();
            std::fs::write(directory.join(entry), bytes).unwrap();
        }
        let db = BudgetDb::open(&directory, world.environment()).unwrap();
        Self { db, world, place, directory, remote_counter: 0 }
    }

    /// Closes and reopens it.
    pub(crate) fn reopen(self) -> Self {
        let Self { db, world, place, directory, remote_counter } = self;
        drop(db);
        let db = BudgetDb::open(&directory, world.environment()).unwrap();
        Self { db, world, place, directory, remote_counter }
    }

    /// Closes it; the returned value keeps the directory.
    pub(crate) fn close(self) -> TempDir {
        self.place
    }

    pub(crate) fn directory(&self) -> &Path {
        &self.directory
    }

    pub(crate) fn read(&self) -> Reader {
        Reader::open(&self.directory).unwrap()
    }

    pub(crate) fn world_ms(&self) -> u64 {
        u64::try_from(self.world.clock.now_ms()).unwrap()
    }

    /// One step that changes one column.
    pub(crate) fn set(
        &mut self,
        table: &'static str,
        row: &str,
        column: &'static str,
        value: impl Into<Value>,
    ) -> Commit {
        self.step(vec![Change::new(table, row, column, value)])
    }

    /// One step.
    pub(crate) fn step(&mut self, changes: Vec<Change>) -> Commit {
        self.world.clock.advance(1);
        self.db.apply(changes, Origin::Local(Intent::default())).unwrap()
    }

    /// Messages that another copy has just created.
    pub(crate) fn remote_messages(
        &mut self,
        cells: &[(&'static str, &'static str, &'static str, Value)],
    ) -> Vec<Message> {
        let change = |(table, row, column, value): &(&'static str, _, &'static str, Value)| {
            Change::new(*table, row, *column, value.clone())
        };
        self.sent_by_another_copy(cells.iter().map(change).collect())
    }

    /// Messages of changes that another copy has just made.
    pub(crate) fn sent_by_another_copy(&mut self, changes: Vec<Change>) -> Vec<Message> {
        self.world.clock.advance(1);
        let ms = self.world_ms();
        let node = Node::from_text("eeeeeeeeeeeeeeee").unwrap();
        let stamped = |change| {
            self.remote_counter += 1;
            let timestamp = Timestamp::new(ms, self.remote_counter, node).unwrap();
            Message { timestamp, change }
        };
        changes.into_iter().map(stamped).collect()
    }

    /// The whole log, oldest first.
    pub(crate) fn stored_messages(&self) -> Vec<Message> {
        // `since` is exclusive, and no message has the zero timestamp.
        self.db.messages_since(Timestamp::ZERO).unwrap()
    }
}

/// A new default budget that requires a new node, created once because that takes a while.
fn new_budget() -> &'static Path {
    static MADE: OnceLock<TempDir> = OnceLock::new();
    let make = || {
        let place = tempfile::tempdir().unwrap();
        let directory = place.path();
        let world = TestWorld::new(1);
        let mut db = BudgetDb::create(directory, "Test", world.environment()).unwrap();
        db.update_metadata(|metadata| metadata.set("resetClock", true.into())).unwrap();
        place
    };
    MADE.get_or_init(make).path()
}

pub(crate) fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)
}

pub(crate) fn fixture(name: &str) -> Json {
    serde_json::from_str(&std::fs::read_to_string(path(name)).unwrap()).unwrap()
}

/// A message of a vector.
pub(crate) fn message(json: &Json) -> Message {
    let text = |key: &str| json[key].as_str().unwrap().to_owned();
    let timestamp = text("timestamp").parse().unwrap();
    let value = Value::received(&text("value"));
    Message { timestamp, change: Change::new(text("dataset"), text("row"), text("column"), value) }
}

/// Every row of every dataset, by table and in order of ids.
pub(crate) fn snapshot(reader: &Reader) -> BTreeMap<String, Vec<Json>> {
    let table = |table: &schema::Table| (table.name.to_owned(), rows(reader, table.name));
    schema::TABLES.iter().map(table).collect()
}

pub(crate) fn rows(reader: &Reader, table: &str) -> Vec<Json> {
    let mut statement = reader.prepare(&format!("SELECT * FROM {table} ORDER BY id")).unwrap();
    let names: Vec<String> = statement.column_names().into_iter().map(Into::into).collect();
    let row = |row: &rusqlite::Row<'_>| {
        let cell = |(at, name): (usize, &String)| (name.clone(), json(row.get_ref(at).unwrap()));
        Ok(Json::Object(names.iter().enumerate().map(cell).collect::<Map<_, _>>()))
    };
    statement.query_map([], row).unwrap().map(Result::unwrap).collect()
}

#[expect(clippy::cast_possible_truncation, reason = "whole numbers of test rows are small")]
fn json(value: ValueRef<'_>) -> Json {
    match value {
        ValueRef::Null => Json::Null,
        ValueRef::Integer(number) => number.into(),
        ValueRef::Real(number) if number.fract() == 0.0 => (number as i64).into(),
        ValueRef::Real(number) => number.into(),
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => std::str::from_utf8(bytes).unwrap().into(),
    }
}
