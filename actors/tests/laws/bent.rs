//! Malformed messages: whatever bytes arrive as the value of whatever column, all devices end with
//! equal tables, exports can be imported, and a fresh device can join, also through the file of a
//! program that writes whatever it receives.

use std::collections::BTreeSet;
use std::fs;
use std::io::Cursor;
use std::path::Path;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use rusqlite::Connection;
use rusqlite::types::{ToSqlOutput, ValueRef};
use sobre_actors::db::schema::TABLES;
use sobre_actors::db::{ApplyError, BudgetDb, whole};
use sobre_actors::environment::Environment;
use sobre_actors::files::{
    DataDir, DownloadedFile, Metadata, export, stage_download, stage_import,
};
use sobre_actors::sync::envelopes;
use sobre_engine::budget::BudgetSheet;
use sobre_engine::crdt::{Message, Node, Timestamp, Value};
use sobre_engine::sync::wire::MessageEnvelope;
use tempfile::TempDir;

use crate::common::TestBudget;

const FOOD: &str = "541836f1-e756-4473-a5d0-6c1d3f06c7fa";
const ROWS: &[&str] = &["r1", "r2", FOOD, "2026-11", "budgetType", "budgetName"];

/// Values that programs of this file format treat differently.
const STRANGE: &[&str] = &[
    "S:yes",
    "S:",
    "S: 7 ",
    "S:+5",
    "S:.5",
    "S:5.",
    "S:1e3",
    "S:12.5",
    "S:-12.5",
    "S:0x10",
    "S:inf",
    "S:NaN",
    "S:1e400",
    "S:\u{a0}7",
    "S:7\0",
    "S:9223372036854775808",
    "S:202611",
    "S:r1",
    "0:",
    "N:0",
    "N:1",
    "N:-1",
    "N:1.5",
    "N:-2.5",
    "N:1e308",
    "N:-1e308",
    "N:1e400",
    "N:",
    "N:202611",
    "N:20261120",
    "N:99991231",
    "N:9007199254740991",
    "N:9007199254740994",
    "N:2251799813685247",
    "N:2251799813685248",
    "Q:x",
    "",
    "S",
];

/// A received message: table, row and column by number, and the bytes of its value.
type Sent = (Index, Index, Vec<u8>);

fn sent() -> impl Strategy<Value = Vec<Sent>> {
    let strange = select(STRANGE).prop_map(|text| text.as_bytes().to_vec());
    let bytes = prop_oneof![
        3 => strange,
        1 => vec(any::<u8>(), 0..12),
        1 => "[SN0]:.{0,8}".prop_map(String::into_bytes),
        1 => "[SN]:-?[0-9]{1,20}(\\.[0-9]{1,3})?(e-?[0-9]{1,3})?".prop_map(String::into_bytes),
    ];
    vec((any::<Index>(), any::<Index>(), bytes), 1..24)
}

/// A device's messages for received bytes.
fn received(sent: &[Sent]) -> Vec<Message> {
    let cells: Vec<_> = TABLES
        .iter()
        .flat_map(|table| table.columns.iter().map(|column| (table.name, column.name)))
        .chain([("prefs", "value")])
        .collect();
    let envelope = |(at, (cell, row, value)): (usize, &Sent)| {
        let (table, column) = cell.get(&cells);
        let parts = [table.as_bytes(), row.get(ROWS).as_bytes(), column.as_bytes(), value];
        let mut content = Vec::new();
        for (number, part) in (1_u8..).zip(parts) {
            content.extend([number << 3 | 2, u8::try_from(part.len()).unwrap()]);
            content.extend(part);
        }
        let node = Node::from_text(["aaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbb"][at % 2]).unwrap();
        let timestamp = Timestamp::new(1_795_176_000_000 + at as u64, 0, node).unwrap();
        let timestamp = timestamp.text().as_str().to_owned();
        MessageEnvelope { timestamp, is_encrypted: false, content: content.into() }
    };
    envelopes::open(sent.iter().enumerate().map(envelope).collect(), None).unwrap()
}

/// Every row of every table, with the types of its values.
fn tables(directory: &Path) -> BTreeSet<String> {
    let conn = Connection::open(directory.join("db.sqlite")).unwrap();
    let value = |value: ValueRef<'_>| match value.as_str() {
        Ok(text) => format!("{text:?}"),
        Err(_) => format!("{value:?}"),
    };
    let rows = |table: &str| {
        let mut statement = conn.prepare(&format!("SELECT * FROM {table}")).unwrap();
        let count = statement.column_count();
        let row = |row: &rusqlite::Row<'_>| {
            let values = (0..count).map(|at| value(row.get_ref(at).unwrap()));
            Ok(format!("{table}: {}", values.collect::<Vec<_>>().join(" ")))
        };
        statement.query_map([], row).unwrap().map(Result::unwrap).collect::<Vec<_>>()
    };
    TABLES.iter().flat_map(|table| rows(table.name)).collect()
}

/// Fails with the rows that only one of two devices has.
fn check_equal(
    one: &BTreeSet<String>,
    other: &BTreeSet<String>,
    what: &str,
) -> Result<(), TestCaseError> {
    let differing: Vec<_> = one.symmetric_difference(other).collect();
    prop_assert!(differing.is_empty(), "{}: {:#?}", what, differing);
    Ok(())
}

fn receive(db: &mut BudgetDb, messages: &[Message]) {
    db.receive(whole(messages.to_vec()), 0).unwrap();
}

/// Checks that the budget can be opened.
fn check_opens(db: &mut BudgetDb) {
    BudgetSheet::build(&db.facts().unwrap()).unwrap();
}

/// A data directory of another device.
struct Place {
    dir: DataDir,
    environment: Environment,
    temp: TempDir,
}

impl Place {
    /// A data directory whose clock shows the same time as a budget's.
    fn beside(budget: &TestBudget) -> Self {
        let temp = tempfile::tempdir().unwrap();
        let dir = DataDir::open(&temp.path().join("data")).unwrap();
        Self { dir, environment: budget.world.environment(), temp }
    }

    /// Imports a copy of a database as a budget, as a download or as an export.
    fn join(&self, database: &Path, metadata: &Metadata, downloaded: bool) -> BudgetDb {
        let mut metadata = metadata.clone();
        metadata.set("id", "Test-0000001".into());
        let bytes = export(database, &metadata, Cursor::new(Vec::new())).unwrap().into_inner();
        let zip = self.temp.path().join("zip");
        fs::write(&zip, bytes).unwrap();
        let environment = &self.environment;
        let staged = if downloaded {
            let (file_id, group_id) = ("file".to_owned(), Some("group".to_owned()));
            let from = DownloadedFile { file_id, group_id, encrypt_key_id: None, server_ms: None };
            stage_download(&zip, &self.dir, environment, &from)
        } else {
            stage_import(&zip, &self.dir, environment, false)
        };
        let id = staged.unwrap().install().unwrap();
        BudgetDb::open(&self.dir.existing_budget(&id).unwrap(), environment.clone()).unwrap()
    }

    fn join_through(&self, budget: &TestBudget, downloaded: bool) -> BudgetDb {
        let copy = self.temp.path().join("copy");
        budget.db.export_copy(&copy).unwrap();
        self.join(&copy, &budget.db.metadata(), downloaded)
    }
}

/// The table value of a program that writes whatever it receives; `None` if a rule of the table
/// stops it forever.
fn write_blindly(conn: &Connection, message: &Message) -> Option<()> {
    let change = &message.change;
    let value = ToSqlOutput::Borrowed(match &change.value {
        Value::Null => ValueRef::Null,
        Value::Integer(number) => ValueRef::Integer(*number),
        Value::Real(number) => ValueRef::Real(*number),
        Value::Text(text) => ValueRef::Text(text.as_bytes()),
        Value::Unreadable(_) => return None,
    });
    let (table, column, row) = (&change.dataset, &change.column, &*change.row);
    if table != "prefs" {
        let sql = format!(
            "INSERT INTO {table} (id, \"{column}\") VALUES (?1, ?2) \
             ON CONFLICT (id) DO UPDATE SET \"{column}\" = excluded.\"{column}\""
        );
        conn.execute(&sql, (row, value)).ok()?;
    }
    let sql = "INSERT INTO messages_crdt (timestamp, dataset, row, column, value) \
               VALUES (?1, ?2, ?3, ?4, ?5)";
    let stamp = message.timestamp.text();
    let logged = (stamp.as_str(), table, row, column, change.value.to_text());
    conn.execute(sql, logged).unwrap();
    Some(())
}

#[test]
fn a_text_too_long_for_any_column_is_logged_by_every_device_and_shown_by_none() {
    let long = "x".repeat(8 * 1024 * 1024 + 1);
    let mut budget = TestBudget::create();
    let messages = budget.remote_messages(&[
        ("notes", "n", "note", Value::from("short")),
        ("notes", "n", "note", Value::from(&*long)),
        ("tags", "t", "tag", Value::from(long)),
    ]);
    receive(&mut budget.db, &messages);
    let place = Place::beside(&budget);
    let joined = place.join_through(&budget, false);
    for db in [&budget.db, &joined] {
        let tables = tables(db.directory());
        assert!(tables.contains("notes: \"n\" \"short\""));
        assert!(tables.iter().any(|row| row.starts_with("tags: \"t\" Null")));
        assert!(db.messages_since(Timestamp::ZERO).unwrap() == messages);
    }
}

#[test]
fn a_device_that_joins_waits_for_the_same_columns_as_the_others() {
    let mut budget = TestBudget::create();
    let messages = budget.remote_messages(&[
        ("notes", "n", "of_tomorrow", Value::from("x")),
        ("a_table_of_tomorrow", "r", "c", Value::from(1)),
        ("notes", "n", "note", Value::from("known")),
    ]);
    receive(&mut budget.db, &messages);
    let place = Place::beside(&budget);
    let joined = place.join_through(&budget, true);
    let waiting = |directory: &Path| {
        let conn = Connection::open(directory.join("db.sqlite")).unwrap();
        let mut statement = conn.prepare("SELECT timestamp FROM sobre_set_aside").unwrap();
        let stamps = statement.query_map([], |row| row.get::<_, String>(0)).unwrap();
        stamps.map(Result::unwrap).collect::<BTreeSet<_>>()
    };
    assert_eq!(waiting(joined.directory()), waiting(budget.directory()));
    assert_eq!(waiting(joined.directory()).len(), 2);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn bent_messages_leave_all_devices_with_equal_tables(
        sent in sent(),
        turn in any::<Index>(),
        joins in any::<Index>(),
    ) {
        let messages = received(&sent);
        let mut at_once = TestBudget::create();
        receive(&mut at_once.db, &messages);
        check_opens(&mut at_once.db);
        let expected = tables(at_once.directory());

        let mut one_by_one = TestBudget::create_seeded(2);
        let mut shuffled = messages.clone();
        shuffled.rotate_left(turn.index(messages.len()));
        shuffled.reverse();
        for message in &shuffled {
            receive(&mut one_by_one.db, std::slice::from_ref(message));
        }
        check_equal(&tables(one_by_one.directory()), &expected, "in another order")?;

        let mut sliced = TestBudget::create_seeded(3);
        let slices = messages.chunks(2).map(|slice| Ok::<_, ApplyError>(slice.to_vec()));
        sliced.db.receive(slices, 1 << 20).unwrap();
        check_equal(&tables(sliced.directory()), &expected, "in slices")?;
        let sliced = sliced.reopen();
        check_equal(&tables(sliced.directory()), &expected, "opened again")?;

        let mut early = TestBudget::create_seeded(4);
        let (before, after) = messages.split_at(joins.index(messages.len() + 1));
        receive(&mut early.db, before);
        let place = Place::beside(&early);
        let mut fresh = place.join_through(&early, true);
        check_equal(&tables(fresh.directory()), &tables(early.directory()), "joined")?;
        receive(&mut fresh, after);
        check_equal(&tables(fresh.directory()), &expected, "joined and synced")?;
        check_opens(&mut fresh);

        for (whole, downloaded) in [(&at_once, false), (&sliced, true)] {
            let place = Place::beside(whole);
            let joined = place.join_through(whole, downloaded);
            check_equal(&tables(joined.directory()), &expected, "from a whole copy")?;
        }
    }

    #[test]
    fn a_file_of_a_program_that_writes_everything_gives_the_same_tables(sent in sent()) {
        let blind = TestBudget::create_seeded(1);
        let (directory, metadata) = (blind.directory().to_owned(), blind.db.metadata());
        let copy = directory.join("blind.sqlite");
        blind.db.export_copy(&copy).unwrap();
        let conn = Connection::open(&copy).unwrap();
        let mut messages = received(&sent);
        // Such a program has overwritten the values from before a row's first message.
        messages.retain(|message| &*message.change.row != FOOD);
        messages.retain(|message| write_blindly(&conn, message).is_some());
        drop(conn);

        let mut synced = TestBudget::create_seeded(2);
        receive(&mut synced.db, &messages);
        let expected = tables(synced.directory());
        for downloaded in [true, false] {
            let place = Place::beside(&synced);
            let mut joined = place.join(&copy, &metadata, downloaded);
            check_equal(&tables(joined.directory()), &expected, "from another program")?;
            check_opens(&mut joined);
        }
    }
}
