//! What a real copy did with batches of received messages (spec/3 sections 6.5 and 12), and the
//! laws of the write door.
#![expect(clippy::unwrap_used, reason = "a broken vector file must stop the test")]

mod common;

use common::{TestBudget, message, snapshot};
use serde_json::Value as Json;
use sobre_actors::db::Origin;
use sobre_engine::crdt::{Change, Message, Value};

fn scenarios() -> Vec<Json> {
    let vectors = common::fixture("interop/apply.json");
    vectors["scenarios"].as_array().unwrap().clone()
}

/// The messages of a batch, `None` if one has a value that cannot be read.
fn batch(json: &Json) -> Option<Vec<Message>> {
    json.as_array().unwrap().iter().map(message).collect()
}

#[test]
fn received_batches_change_what_the_vectors_say() {
    for scenario in scenarios() {
        let name = scenario["name"].as_str().unwrap();
        let expected = &scenario["result"];
        let mut budget = TestBudget::create();
        let before = snapshot(&budget.read());
        let mut error = None;
        for messages in scenario["batches"].as_array().unwrap() {
            error = match batch(messages) {
                None => Some("error"),
                Some(messages) => {
                    let result = budget.db.apply_messages(messages, Origin::Remote);
                    result.err().map(|error| error.code())
                }
            };
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

fn expected_messages(expected: &Json) -> Vec<Message> {
    let stored = expected["messages_stored"].as_array().cloned().unwrap_or_default();
    stored.iter().map(|json| message(json).unwrap()).collect()
}

#[test]
fn a_refused_batch_changes_nothing_in_memory_either() {
    let mut budget = TestBudget::create();
    budget.set("notes", "n", "note", "kept");
    let (clock, merkle) = (budget.db.clock(), budget.db.merkle().clone());
    let (before, log) = (snapshot(&budget.read()), budget.stored_messages());
    let later = budget.remote_messages(&[
        ("notes", "n", "note", Value::from("lost")),
        ("no_such_table", "n", "note", Value::Null),
    ]);
    let revision = budget.db.revision();
    assert!(budget.db.apply_messages(later, Origin::Remote).is_err());
    let late_failure = budget.remote_messages(&[
        ("notes", "n", "note", Value::from("lost")),
        ("prefs", "budgetName", "value", Value::from("lost")),
        ("categories", "541836f1-e756-4473-a5d0-6c1d3f06c7fa", "hidden", Value::Null),
    ]);
    assert!(budget.db.apply_messages(late_failure, Origin::Remote).is_err());
    assert_eq!(budget.db.clock(), clock);
    assert_eq!(*budget.db.merkle(), merkle);
    assert_eq!(budget.db.revision(), revision);
    assert_eq!(snapshot(&budget.read()), before);
    assert_eq!(budget.stored_messages(), log);
    assert_eq!(budget.db.metadata().text("budgetName"), Some("Test"));
    budget.set("notes", "n", "note", "works again");
}

#[test]
fn a_message_from_far_ahead_is_refused_and_changes_nothing() {
    let mut budget = TestBudget::create();
    let mut messages = budget.remote_messages(&[("notes", "n", "note", Value::from("x"))]);
    let stamp = messages[0].timestamp;
    let ahead = budget.world_ms() + 300_001;
    messages[0].timestamp = sobre_engine::crdt::Timestamp::new(ahead, 0, stamp.node()).unwrap();
    let clock = budget.db.clock();
    let refused = budget.db.apply_messages(messages, Origin::Remote).unwrap_err();
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
    budget.db.apply_messages(messages, Origin::Remote).unwrap();
    assert_ne!(budget.db.metadata().text("id"), Some("evil"));
    assert_eq!(budget.db.metadata().text("budgetName"), Some("Ours"));
    assert_eq!(budget.stored_messages().len(), 2);
}

#[test]
fn a_file_from_the_future_can_be_edited_until_it_is_shared() {
    let mut budget = TestBudget::create();
    budget.set("notes", "n", "note", "x");
    budget.world.clock.advance(-3_600_000);
    budget.set("notes", "n", "note", "y");
    let stamps: Vec<_> = budget.stored_messages().iter().map(|it| it.timestamp).collect();
    assert_eq!(stamps[0].millis(), stamps[1].millis());
    budget.db.update_metadata(|metadata| metadata.set("groupId", "g".into())).unwrap();
    let change = vec![Change::new("notes", "n", "note", "z")];
    assert_eq!(budget.db.apply(change, Origin::Service).unwrap_err().code(), "clock-drift");
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
