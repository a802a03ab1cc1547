//! Undo and redo as data.
#![expect(clippy::unwrap_used, reason = "a broken vector file must stop the test")]

mod common;

use std::collections::BTreeMap;

use common::{TestBudget, fixture, rows, snapshot};
use serde_json::Value as Json;
use sobre_actors::contract::history::StepName;
use sobre_actors::db::{Direction, Intent, Origin, Terms, whole};
use sobre_engine::crdt::{Change, Value};

fn note(budget: &TestBudget, id: &str) -> Json {
    let rows = rows(&budget.read(), "notes");
    rows.iter().find(|row| row["id"] == id).map(|row| row["note"].clone()).unwrap_or_default()
}

#[test]
fn undo_brings_back_old_values_and_redo_the_new_ones() {
    let mut budget = TestBudget::create();
    budget.set("notes", "n", "note", "one");
    let before = snapshot(&budget.read());
    budget.set("notes", "n", "note", "two");
    let after = snapshot(&budget.read());
    budget.db.step(Direction::Undo).unwrap().unwrap();
    assert_eq!(snapshot(&budget.read()), before);
    budget.db.step(Direction::Redo).unwrap().unwrap();
    assert_eq!(snapshot(&budget.read()), after);
    assert!(budget.db.step(Direction::Redo).unwrap().is_none());
}

#[test]
fn a_created_row_is_marked_deleted_with_one_message_and_comes_back() {
    let mut budget = TestBudget::create();
    budget.step(Change::row(
        "transactions",
        "t",
        [("acct", "a".into()), ("date", 20_261_101.into()), ("amount", (-5).into())],
    ));
    let after = snapshot(&budget.read());
    let undone = budget.db.step(Direction::Undo).unwrap().unwrap();
    assert_eq!(undone.commit.messages, 1);
    assert_eq!(rows(&budget.read(), "transactions")[0]["tombstone"], 1);
    budget.db.step(Direction::Redo).unwrap().unwrap();
    assert_eq!(snapshot(&budget.read()), after);
}

#[test]
fn created_rows_without_tombstone_become_harmless() {
    let mut budget = TestBudget::create();
    let cell = [("month", 202_611.into()), ("category", "c".into()), ("amount", 700.into())];
    let mut changes = Change::row("zero_budgets", "202611-c", cell);
    changes.push(Change::new("zero_budgets", "202611-c", "goal", 900));
    changes.push(Change::new("zero_budget_months", "2026-11", "buffered", 50));
    changes.push(Change::new("notes", "n", "note", "x"));
    changes.push(Change::new("category_mapping", "new", "transferId", "new"));
    changes.push(Change::new("preferences", "dateFormat", "value", "yyyy-MM-dd"));
    budget.step(changes);
    let after = snapshot(&budget.read());
    budget.db.step(Direction::Undo).unwrap().unwrap();
    let undone = snapshot(&budget.read());
    let cell = &undone["zero_budgets"][0];
    assert_eq!((&cell["amount"], &cell["goal"]), (&0.into(), &Json::Null));
    assert_eq!(cell["month"], 202_611);
    assert_eq!(undone["zero_budget_months"][0]["buffered"], 0);
    assert_eq!(note(&budget, "n"), Json::Null);
    assert!(undone["category_mapping"].iter().any(|row| row["transferId"] == "new"));
    assert!(undone["preferences"].iter().all(|row| row["value"] == Json::Null));
    budget.db.step(Direction::Redo).unwrap().unwrap();
    assert_eq!(snapshot(&budget.read()), after);
}

#[test]
fn a_value_changed_by_another_copy_since_is_not_undone() {
    let mut budget = TestBudget::create();
    budget
        .step(vec![Change::new("notes", "n", "note", "a"), Change::new("notes", "m", "note", "a")]);
    budget
        .step(vec![Change::new("notes", "n", "note", "b"), Change::new("notes", "m", "note", "b")]);
    let theirs = budget.remote_messages(&[("notes", "n", "note", Value::from("theirs"))]);
    budget.db.receive(whole(theirs), 0).unwrap();
    budget.db.step(Direction::Undo).unwrap().unwrap();
    assert_eq!((note(&budget, "n"), note(&budget, "m")), ("theirs".into(), "a".into()));
}

#[test]
fn forty_steps_can_be_undone_and_a_new_step_discards_redo() {
    let mut budget = TestBudget::create();
    for step in 0..45 {
        budget.set("notes", "n", "note", step.to_string());
    }
    let mut undone = 0;
    while budget.db.step(Direction::Undo).unwrap().is_some() {
        undone += 1;
    }
    assert_eq!(undone, 40);
    assert_eq!(note(&budget, "n"), "4");
    budget.db.step(Direction::Redo).unwrap().unwrap();
    let commit = budget.set("notes", "n", "note", "new");
    assert!(commit.history.redo.is_none());
    assert!(budget.db.step(Direction::Redo).unwrap().is_none());
}

#[test]
fn only_local_steps_are_recorded_and_keep_their_intent() {
    let mut budget = TestBudget::create();
    let change = |value: &str| vec![Change::new("notes", "n", "note", value)];
    budget.db.apply(change("service"), Origin::Unrecorded).unwrap();
    let theirs = budget.remote_messages(&[("notes", "m", "note", Value::from("x"))]);
    budget.db.receive(whole(theirs), 0).unwrap();
    assert!(budget.db.history().undo.is_none());
    let intent = Intent {
        name: Some(StepName { key: "changedNote".into(), params: BTreeMap::new() }),
        undo_tag: Some("tag".into()),
        session: Some("s1".into()),
        meta: None,
        bank_sync: None,
    };
    let commit = budget.db.apply(change("mine"), Origin::Local(intent.clone())).unwrap();
    assert_eq!(commit.history.undo.map(|step| step.intent), Some(intent.clone()));
    let undone = budget.db.step(Direction::Undo).unwrap().unwrap();
    assert_eq!((undone.step.intent, undone.step.tables), (intent.clone(), vec!["notes"]));
    assert_eq!(undone.commit.history.redo.map(|step| step.intent), Some(intent));
    assert_eq!(note(&budget, "n"), "service");
    let reopened = budget.reopen();
    assert_eq!(reopened.db.history(), sobre_actors::db::HistoryState::default());
}

#[test]
fn preferences_of_this_copy_are_saved_with_the_commit_or_not_at_all() {
    let mut budget = TestBudget::create();
    let metadata = budget.directory().join("metadata.json");
    let note = |value: &str| vec![Change::new("notes", "n", "note", value)];
    let prefs = [("hideClosed".to_owned(), Json::Bool(true))];
    let gone = [("hideClosed".to_owned(), Json::Null)];
    let with = |prefs| Terms { origin: Origin::Unrecorded, local_prefs: prefs };
    budget.db.apply(note("first"), with(&prefs)).unwrap();
    assert_eq!(budget.db.metadata().map().get("hideClosed"), Some(&Json::Bool(true)));
    let before = std::fs::read(&metadata).unwrap();
    let unknown = vec![Change::new("nonsense", "n", "note", "x")];
    budget.db.apply(unknown, with(&gone)).unwrap_err();
    assert_eq!(std::fs::read(&metadata).unwrap(), before);
    budget.db.apply(note("second"), with(&gone)).unwrap();
    assert_eq!(budget.db.metadata().map().get("hideClosed"), None);
}

/// The columns of the vectors that the calls of a batch update write.
fn column(field: &str, value: &Json) -> Option<(&'static str, Value)> {
    let text = || Value::from(value.as_str());
    Some(match field {
        "notes" => ("notes", text()),
        "amount" => ("amount", value.as_i64().into()),
        "account" => ("acct", text()),
        "date" => {
            let digits = value.as_str().unwrap().replace('-', "");
            ("date", digits.parse::<i64>().unwrap().into())
        }
        "category" => ("category", text()),
        _ => return None,
    })
}

/// The changes of a plain batch update, `None` if it does more than write its own fields.
fn plain_changes(arguments: &Json) -> Option<Vec<Change>> {
    let mut changes = Vec::new();
    for (kind, rows) in arguments.as_object()? {
        for row in rows.as_array()? {
            let id = row["id"].as_str()?;
            if kind == "deleted" {
                changes.push(Change::new("transactions", id, "tombstone", 1));
            }
            for (field, value) in row.as_object()?.iter().filter(|(field, _)| *field != "id") {
                let (column, value) = column(field, value)?;
                changes.push(Change::new("transactions", id, column, value));
            }
        }
    }
    Some(changes)
}

fn check_state(name: &str, budget: &TestBudget, state: &Json) {
    let stored = rows(&budget.read(), "transactions");
    for expected in state["transactions"].as_array().unwrap() {
        let row = stored.iter().find(|row| row["id"] == expected["id"]).unwrap();
        assert_eq!(row["notes"], expected["notes"], "{name}");
        assert_eq!(row["amount"], expected["amount"], "{name}");
        assert_eq!(row["tombstone"] == 1, expected["deleted"] == true, "{name}");
    }
}

#[test]
fn plain_calls_of_the_vectors_undo_and_redo_as_they_say() {
    let vectors = fixture("ledger/undo.json");
    let mut traced = 0;
    for case in vectors["cases"].as_array().unwrap() {
        let name = case["id"].as_str().unwrap();
        let mut budget = TestBudget::create();
        let first = [
            ("acct", "acc-a".into()),
            ("date", 20_240_610.into()),
            ("amount", (-1000).into()),
            ("notes", "one".into()),
        ];
        budget.db.apply(Change::row("transactions", "t1", first), Origin::Unrecorded).unwrap();
        for step in case["trace"].as_array().unwrap() {
            let call = &step["call"];
            let undone = match call[0].as_str().unwrap() {
                "undo" => budget.db.step(Direction::Undo).unwrap(),
                "redo" => budget.db.step(Direction::Redo).unwrap(),
                "transactions-batch-update" => {
                    let Some(changes) = plain_changes(&call[1]) else { break };
                    budget.step(changes);
                    None
                }
                _ => break,
            };
            let event = step.get("undo_event").filter(|event| !event.is_null());
            assert_eq!(undone.is_some(), event.is_some(), "{name}");
            if let (Some(undone), Some(event)) = (undone, event) {
                assert_eq!(serde_json::json!(undone.step.tables), event["tables"], "{name}");
            }
            check_state(name, &budget, &step["state"]);
            traced += 1;
        }
    }
    assert!(traced > 20, "only {traced} steps of the vectors are plain");
}
