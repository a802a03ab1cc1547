//! Results of a real copy for batches of received messages, and the laws of the write path.
#![expect(clippy::unwrap_used, reason = "a broken vector file must stop the test")]

mod common;

use common::{TestBudget, message, snapshot};
use serde_json::Value as Json;
use sobre_actors::db::{Direction, Generation, Origin, whole};
use sobre_engine::crdt::{Change, Message, Value};

/// Deliberate differences: a message that cannot be written does not block the others.
const WAITS_HERE: &[&str] = &[
    "unknown table fails the whole batch",
    "unknown column fails the whole batch",
    "an invalid value type fails the whole batch",
    "NOT NULL violation fails the whole batch",
];

/// This blocks syncing forever in the program that recorded the vectors, but not here.
const TWO_OF_ONE_NAME: &str = "UNIQUE violation (two tags of one name) fails the whole batch";

fn scenarios() -> Vec<Json> {
    let vectors = common::fixture("interop/apply.json");
    vectors["scenarios"].as_array().unwrap().clone()
}

/// The messages of a batch.
fn batch(json: &Json) -> Vec<Message> {
    json.as_array().unwrap().iter().map(message).collect()
}

#[test]
fn received_batches_change_the_same_as_in_the_vectors() {
    for scenario in scenarios() {
        let name = scenario["name"].as_str().unwrap();
        if WAITS_HERE.contains(&name) || name == TWO_OF_ONE_NAME {
            continue;
        }
        let expected = &scenario["result"];
        let mut budget = TestBudget::create();
        let before = snapshot(&budget.read());
        let mut error = None;
        for messages in scenario["batches"].as_array().unwrap() {
            let result = budget.db.receive(whole(batch(messages)), 0);
            error = result.err().map(|error| error.code());
        }
        assert_eq!(error, expected["error"].as_str(), "{name}");
        let after = snapshot(&budget.read());
        for (table, rows) in &after {
            let changed: Vec<_> = rows.iter().filter(|row| !before[table].contains(row)).collect();
            let wanted = expected["changed_rows"].get(table).cloned().unwrap_or_default();
            let wanted = wanted.as_array().cloned().unwrap_or_default();
            assert_eq!(changed, wanted.iter().collect::<Vec<_>>(), "{name}: {table}");
        }
        assert_eq!(budget.stored_messages(), expected_messages(expected), "{name}");
        let root = budget.db.merkle().root_hash();
        assert_eq!(root.map(i64::from), expected["merkle_root"].as_i64(), "{name}");
        if let Some(renamed) = expected["budgetName"].as_str() {
            assert_eq!(budget.db.metadata().text("budgetName"), Some(renamed));
        }
    }
}

#[test]
fn two_tags_with_one_name_block_no_sync() {
    let all = scenarios();
    let scenario = all.iter().find(|json| json["name"] == TWO_OF_ONE_NAME).unwrap();
    let mut budget = TestBudget::create();
    for messages in scenario["batches"].as_array().unwrap() {
        budget.db.receive(whole(batch(messages)), 0).unwrap();
    }
    let tags = common::rows(&budget.read(), "tags");
    assert_eq!(tags.len(), 2);
    let (first, second) = (tags[0]["tag"].as_str().unwrap(), tags[1]["tag"].as_str().unwrap());
    assert_eq!(second, format!("{first} ({})", tags[1]["id"].as_str().unwrap()));
}

fn expected_messages(expected: &Json) -> Vec<Message> {
    let stored = expected["messages_stored"].as_array().cloned().unwrap_or_default();
    stored.iter().map(message).collect()
}

#[test]
fn a_refused_batch_changes_nothing_in_memory_either() {
    let mut budget = TestBudget::create();
    budget.set("notes", "n", "note", "kept");
    let (clock, merkle) = (budget.db.clock(), budget.db.merkle().clone());
    let (before, log) = (snapshot(&budget.read()), budget.stored_messages());
    // A trigger makes the disk refuse the last row of the batch.
    let file = rusqlite::Connection::open(budget.directory().join("db.sqlite")).unwrap();
    file.execute_batch(
        "CREATE TRIGGER full BEFORE INSERT ON payees BEGIN SELECT RAISE(ABORT, 'full'); END",
    )
    .unwrap();
    let batch = budget.remote_messages(&[
        ("notes", "n", "note", Value::from("lost")),
        ("prefs", "budgetName", "value", Value::from("lost")),
        ("payees", "p", "name", Value::from("lost")),
    ]);
    assert!(budget.db.receive(whole(batch), 0).is_err());
    assert_eq!(budget.db.clock(), clock);
    assert_eq!(*budget.db.merkle(), merkle);
    assert_eq!(snapshot(&budget.read()), before);
    assert_eq!(budget.stored_messages(), log);
    assert_eq!(budget.db.metadata().text("budgetName"), Some("Test"));
    file.execute_batch("DROP TRIGGER full").unwrap();
    budget.set("notes", "n", "note", "works again");
}

#[test]
fn a_row_is_created_by_its_first_message_whatever_its_content() {
    let mut budget = TestBudget::create();
    let messages = budget.remote_messages(&[
        ("cleanup_groups", "c", "tombstone", Value::Integer(1)),
        ("payees", "p", "favorite", Value::from("yes")),
        ("cleanup_groups", "c", "name", Value::from("later")),
    ]);
    for (at, message) in messages.into_iter().enumerate() {
        budget.db.receive(whole(vec![message]), 0).unwrap();
        let name = if at == 2 { "later" } else { "" };
        assert_eq!(common::rows(&budget.read(), "cleanup_groups")[0]["name"], name);
    }
    let payee = common::rows(&budget.read(), "payees").into_iter().find(|row| row["id"] == "p");
    assert_eq!(payee.unwrap()["favorite"], 0);
}

#[test]
fn own_changes_that_do_not_fit_their_column_are_refused() {
    let mut budget = TestBudget::create();
    for (table, column, value) in [
        ("transactions", "isParent", Value::from("yes")),
        ("transactions", "amount", Value::Real(0.5)),
        ("category_groups", "hidden", Value::Null),
        ("prefs", "value", Value::Null),
    ] {
        let change = vec![Change::new(table, "budgetName", column, value)];
        assert_eq!(
            budget.db.apply(change, Origin::Unrecorded).unwrap_err().code(),
            "invalid-schema"
        );
    }
    assert!(budget.stored_messages().is_empty());
}

#[test]
fn a_message_from_far_ahead_is_refused_and_changes_nothing() {
    let mut budget = TestBudget::create();
    let mut messages = budget.remote_messages(&[("notes", "n", "note", Value::from("x"))]);
    let stamp = messages[0].timestamp;
    let ahead = budget.world_ms() + 300_001;
    messages[0].timestamp = sobre_engine::crdt::Timestamp::new(ahead, 0, stamp.node()).unwrap();
    let clock = budget.db.clock();
    let refused = budget.db.receive(whole(messages), 0).unwrap_err();
    assert_eq!(refused.code(), "clock-drift");
    assert_eq!(budget.db.clock(), clock);
}

#[test]
fn only_two_metadata_keys_can_be_set_by_messages() {
    let mut budget = TestBudget::create();
    let messages = budget.remote_messages(&[
        ("prefs", "id", "value", Value::from("evil")),
        ("prefs", "budgetName", "value", Value::from("Ours")),
    ]);
    budget.db.receive(whole(messages), 0).unwrap();
    assert_ne!(budget.db.metadata().text("id"), Some("evil"));
    assert_eq!(budget.db.metadata().text("budgetName"), Some("Ours"));
    assert_eq!(budget.stored_messages().len(), 2);
}

#[test]
fn a_file_from_the_future_can_be_edited_shared_or_not() {
    let mut budget = TestBudget::create();
    budget.set("notes", "n", "note", "x");
    budget.world.clock.advance(-3_600_000);
    budget.set("notes", "n", "note", "y");
    let stamps: Vec<_> = budget.stored_messages().iter().map(|it| it.timestamp).collect();
    assert_eq!(stamps[0].millis(), stamps[1].millis());
    budget.db.update_metadata(|metadata| metadata.set("groupId", "g".into())).unwrap();
    budget.set("notes", "n", "note", "z");
    assert_eq!(budget.stored_messages().len(), 3);
    // Before it is sent it gets the server's time, which the first sync learns.
    budget.db.correct_clock(0);
    assert_eq!(budget.db.restamp_ahead().unwrap(), 3);
    let now = budget.world_ms();
    assert!(budget.stored_messages().iter().all(|it| it.timestamp.millis() <= now));
}

#[test]
fn more_changes_than_a_millisecond_counts_are_stamped_in_order() {
    let mut budget = TestBudget::create();
    let change = || Change::new("notes", "n", "note", "x");
    let commit = budget.step(std::iter::repeat_with(change).take(70_000).collect());
    assert_eq!(commit.messages, 70_000);
    let stamps: Vec<_> = budget.stored_messages().iter().map(|it| it.timestamp).collect();
    assert!(stamps.is_sorted());
    assert_eq!(stamps[69_999].millis(), stamps[0].millis() + 1);
}

#[test]
fn messages_that_cannot_be_written_are_kept_and_hold_up_nothing() {
    let vectors = scenarios();
    let waits = |json: &&Json| WAITS_HERE.contains(&json["name"].as_str().unwrap());
    for scenario in vectors.iter().filter(waits) {
        let mut budget = TestBudget::create();
        let messages = batch(&scenario["batches"][0]);
        let others = |budget: &TestBudget| {
            let mut tables = snapshot(&budget.read());
            tables.remove("notes");
            tables
        };
        let before = others(&budget);
        let commit = budget.db.receive(whole(messages.clone()), 0).unwrap();
        assert_eq!(commit.messages, 2);
        let notes = common::rows(&budget.read(), "notes");
        assert_eq!((notes.len(), notes[0]["note"].as_str()), (1, Some("x")));
        assert_eq!(others(&budget), before);
        let whole = budget.db.merkle().clone();
        let budget = budget.reopen();
        assert_eq!(budget.stored_messages(), messages);
        assert_eq!(*budget.db.merkle(), whole);
    }
}

#[test]
fn deferred_messages_are_written_by_the_version_that_knows_them() {
    let mut budget = TestBudget::create();
    let mut messages = budget.remote_messages(&[
        ("notes", "n1", "note", Value::from("older")),
        ("notes", "n1", "note", Value::from("newest")),
        ("notes", "n2", "note", Value::from("came with the new column")),
        ("a_table_of_tomorrow", "r", "c", Value::from("later still")),
    ]);
    let newest = messages.remove(1);
    let stamps: Vec<_> = messages.iter().map(|it| it.timestamp.text()).collect();
    // As if the receiving version had known neither: logged and recorded, not written.
    budget.db.receive(whole(vec![newest]), 0).unwrap();
    let file = budget.directory().join("db.sqlite");
    let budget = {
        let insert = "INSERT INTO messages_crdt (timestamp, dataset, row, column, value) \
                      VALUES (?1, ?2, ?3, ?4, ?5)";
        let conn = rusqlite::Connection::open(&file).unwrap();
        for (message, stamp) in messages.iter().zip(&stamps) {
            let change = &message.change;
            let text = change.value.to_text();
            let cells = (stamp.as_str(), &*change.dataset, &*change.row, &*change.column, text);
            conn.execute(insert, cells).unwrap();
            let note = "INSERT INTO sobre_set_aside (timestamp) VALUES (?1)";
            conn.execute(note, [stamp.as_str()]).unwrap();
        }
        drop(conn);
        budget.reopen()
    };
    let notes = common::rows(&budget.read(), "notes");
    let notes: Vec<_> = notes.iter().map(|row| row["note"].as_str().unwrap()).collect();
    assert_eq!(notes, ["newest", "came with the new column"]);
    let conn = rusqlite::Connection::open(&file).unwrap();
    let left: String = conn
        .query_row("SELECT group_concat(timestamp) FROM sobre_set_aside", [], |row| row.get(0))
        .unwrap();
    assert_eq!(left, stamps[2].as_str());
}

#[test]
fn amounts_that_cannot_be_added_up_are_deferred_alike_in_any_order() {
    const MOST: i64 = (1 << 51) - 1;
    let row = "202611-food";
    let amount = |value: Value| ("zero_budgets", row, "amount", value);
    let mut writer = TestBudget::create();
    let messages = writer.remote_messages(&[
        amount(Value::Integer(500)),
        amount(Value::Integer(MOST + 1)),
        amount(Value::Real(-1e300)),
        amount(Value::from("99999999999999999999")),
        ("zero_budgets", row, "month", Value::Integer(202_611)),
        ("transactions", "t", "amount", Value::Integer(-MOST)),
        ("transactions", "t", "amount", Value::Integer(-3 * MOST)),
        ("transactions", "t", "notes", Value::from("as it was")),
    ]);
    let mut trees = Vec::new();
    for turn in 0..messages.len() {
        let mut budget = TestBudget::create();
        let mut order = messages.clone();
        order.rotate_left(turn);
        if turn % 2 == 0 {
            order.reverse();
        }
        for message in order {
            budget.db.receive(whole(vec![message]), 0).unwrap();
        }
        let one = |table: &str, id: &str| {
            let rows = common::rows(&budget.read(), table);
            rows.into_iter().find(|row| row["id"] == id).unwrap()
        };
        assert_eq!((&one("zero_budgets", row)["amount"], turn), (&serde_json::json!(500), turn));
        assert_eq!(one("transactions", "t")["amount"], -MOST);
        assert_eq!(one("transactions", "t")["notes"], "as it was");
        assert_eq!(budget.stored_messages(), messages, "the log has them all");
        trees.push(budget.db.merkle().clone());
        let again = budget.reopen();
        let rows = common::rows(&again.read(), "transactions");
        assert!(rows.iter().any(|row| row["id"] == "t" && row["amount"] == -MOST));
    }
    assert!(trees.windows(2).all(|pair| pair[0] == pair[1]));
}

#[test]
fn an_own_message_of_an_unknown_table_is_refused() {
    let mut budget = TestBudget::create();
    let change = vec![Change::new("no_such_table", "n", "note", "x")];
    assert_eq!(budget.db.apply(change, Origin::Unrecorded).unwrap_err().code(), "invalid-schema");
}

#[test]
fn messages_stamped_by_a_wrong_clock_get_their_time_when_the_right_one_is_known() {
    let mut budget = TestBudget::create();
    let year_ms = 365 * 86_400_000;
    budget.set("notes", "n", "note", "before");
    budget.world.clock.advance(10 * year_ms);
    budget.set("notes", "n", "note", "from the future");
    budget.set("notes", "m", "note", "too");
    budget.db.correct_clock(-10 * year_ms);
    let now = budget.world_ms() - u64::try_from(10 * year_ms).unwrap();
    assert_eq!(budget.db.restamp_ahead().unwrap(), 2);
    assert_eq!(budget.db.restamp_ahead().unwrap(), 0);
    let log = budget.stored_messages();
    let values: Vec<_> = log.iter().filter_map(|it| it.change.value.as_str()).collect();
    assert_eq!(values, ["before", "from the future", "too"]);
    assert!(log.iter().all(|message| message.timestamp.millis() <= now + 1), "{log:?}");
    let tree: sobre_engine::crdt::Merkle = log.iter().map(|it| it.timestamp).collect();
    assert_eq!(budget.db.merkle().root_hash(), tree.root_hash());
    assert!(budget.db.clock().millis() <= now + 1);
    // A device whose clock is behind continues with the server's time too.
    budget.world.clock.advance(-20 * year_ms);
    budget.db.correct_clock(10 * year_ms);
    budget.db.update_metadata(|metadata| metadata.set("groupId", "g".into())).unwrap();
    budget.set("notes", "n", "note", "after");
    let budget = budget.reopen();
    assert_eq!(budget.stored_messages().len(), 4);
}

#[test]
fn leaving_a_generation_empties_the_log_and_belongs_to_the_old_one_no_more() {
    let mut budget = TestBudget::create();
    let old = Generation { file_id: "file".to_owned(), group_id: "group".to_owned() };
    assert!(!budget.db.is_in(&old).unwrap());
    budget
        .db
        .update_metadata(|metadata| {
            for (key, value) in [("cloudFileId", "file"), ("groupId", "group")] {
                metadata.set(key, value.into());
            }
            metadata.set("lastSyncedTimestamp", "soon".into());
        })
        .unwrap();
    budget.set("notes", "n", "note", "kept");
    assert!(budget.db.is_in(&old).unwrap());
    budget.db.leave_generation(Some("key".to_owned())).unwrap();
    assert!(!budget.db.is_in(&old).unwrap() && budget.stored_messages().is_empty());
    let left = Generation { group_id: String::new(), ..old };
    assert!(budget.db.is_in(&left).unwrap());
    let metadata = budget.db.metadata();
    assert_eq!(metadata.text("encryptKeyId"), Some("key"));
    assert_eq!(metadata.text("lastSyncedTimestamp"), None);
}

#[test]
fn a_reset_forgets_messages_and_deleted_rows_and_keeps_the_rest() {
    let mut budget = TestBudget::create();
    budget.set("notes", "n", "note", "kept");
    budget.set("payees", "p", "name", "gone");
    budget.set("payees", "p", "tombstone", 1_i64);
    let node = budget.db.clock().node();
    budget.db.reset_sync().unwrap();
    assert!(budget.stored_messages().is_empty());
    assert_eq!(budget.db.merkle().to_json(), "{}");
    assert_ne!(budget.db.clock().node(), node);
    assert!(budget.db.step(Direction::Undo).unwrap().is_none());
    assert_eq!(common::rows(&budget.read(), "notes").len(), 1);
    assert!(common::rows(&budget.read(), "payees").iter().all(|row| row["id"] != "p"));
    budget.db.repair_merkle().unwrap();
    assert_eq!(budget.db.merkle().to_json(), "{}");
    let mut budget = budget.reopen();
    budget.set("notes", "n", "note", "goes on");
    assert_eq!(budget.stored_messages().len(), 1);
}
