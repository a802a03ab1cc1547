//! The events of a commit.

use std::sync::Arc;

use serde_json::{Value as Json, json};
use sobre_actors::environment::Environment;
use sobre_actors::limits;
use sobre_engine::crdt::Change;
use sobre_engine::dates::Day;

use crate::harness::{HandCalendar, Harness, Tab};

fn notes(count: usize) -> Vec<Change> {
    let note = |at| Change::new("notes", format!("note-{at:03}"), "note", "x");
    (0..count).map(note).collect()
}

fn written(harness: &Harness) -> Json {
    let mut events = harness.events().into_iter().filter(|(name, _)| name == "sync-event");
    events.next_back().unwrap().1
}

#[test]
fn a_connection_receives_a_new_day_once() {
    let day = |text: &str| text.parse::<Day>().unwrap();
    let mut environment = Environment::fixed(day("2026-11-30"));
    let calendar = HandCalendar::at("2026-11-30");
    environment.calendar = Arc::new(calendar.clone());
    let harness = Harness::with(environment);
    let tab = Tab::of(&harness.app);
    let mut told = harness.app.greet(&tab.session);
    assert_eq!(tab.events()[0].1["today"], "2026-11-30");
    let bounds = || harness.ok("get-budget-bounds", json!({}))["end"].clone();
    assert_eq!(bounds(), "2027-11");

    calendar.turn("2026-12-01");
    for _ in 0..3 {
        told = harness.app.publish_day(&tab.session, told);
        harness.run(harness.app.follow_calendar());
    }
    let expected = [("today-changed".to_owned(), json!({ "today": "2026-12-01" }))];
    assert_eq!(tab.events(), expected);
    assert_eq!(bounds(), "2027-12");
    let told = harness.events();
    let [(name, cells)] = &told[..] else { panic!("{told:?}") };
    assert_eq!(name, "cells-changed");
    assert_eq!(cells["bounds"], json!({ "start": "2026-08", "end": "2027-12" }));
}

#[test]
fn the_written_rows_are_named_while_they_are_few() {
    let harness = Harness::new();
    harness.write(notes(limits::ROWS_PER_EVENT));
    let rows = written(&harness)["rows"]["notes"].as_array().unwrap().clone();
    assert_eq!((rows.len(), &rows[7]), (limits::ROWS_PER_EVENT, &json!("note-007")));
    harness.write(notes(limits::ROWS_PER_EVENT + 1));
    let many = written(&harness);
    assert_eq!((&many["tables"], &many["rows"]), (&json!(["notes"]), &Json::Null));
}

#[test]
fn undo_names_the_rows_it_takes_back() {
    let harness = Harness::new();
    let id = harness.ok("category-group-create", json!({ "name": "Travel" }));
    assert_eq!(written(&harness)["rows"], json!({ "category_groups": [id] }));
    harness.ok("undo", json!({}));
    assert_eq!(written(&harness)["rows"], json!({ "category_groups": [id] }));
}

#[test]
fn few_written_transactions_are_sent_as_a_query_returns_them() {
    let harness = Harness::new();
    let account = harness.ok("account-create", json!({ "name": "Bank" }));
    let row = |id: &str, amount| {
        json!({ "id": id, "account": account, "amount": amount,
        "date": "2026-11-20" })
    };
    let child = |id: &str, amount| {
        json!({ "id": id, "account": account, "amount": amount,
        "date": "2026-11-20", "is_child": true, "parent_id": "split" })
    };
    let mut split = row("split", -300);
    split["is_parent"] = true.into();
    let added = json!([row("bread", -450), split, child("child-1", -100), child("child-2", -200)]);
    harness.ok("transactions-batch-update", json!({ "added": added }));
    harness.events();

    let updated = json!([{ "id": "child-2", "notes": "cake" }, { "id": "bread", "amount": -500 }]);
    harness.ok("transactions-batch-update", json!({ "updated": updated }));
    let told = written(&harness)["transactions"].clone();
    let query = json!({ "table": "transactions", "tableOptions": { "splits": "grouped" },
        "filterExpressions": [{ "id": { "$oneof": ["bread", "child-2"] } }],
        "selectExpressions": ["*"] });
    assert_eq!(told, harness.ok("query", query)["data"]);
    let children = |entry: &Json| entry["subtransactions"].as_array().unwrap().len();
    let mut lengths: Vec<_> = told.as_array().unwrap().iter().map(children).collect();
    lengths.sort_unstable();
    assert_eq!(lengths, [0, 2]);

    harness.ok("transactions-batch-update", json!({ "deleted": [{ "id": "bread" }] }));
    assert_eq!(written(&harness)["transactions"], json!([]));
    harness.ok("undo", json!({}));
    assert_eq!(written(&harness)["transactions"][0]["amount"], -500);
}

#[test]
fn many_written_transactions_and_other_rows_are_only_named() {
    let harness = Harness::new();
    let account = harness.ok("account-create", json!({ "name": "Bank" }));
    let rows = |count| {
        let row = |_| json!({ "account": account, "amount": -1, "date": "2026-11-20" });
        json!({ "added": (0..count).map(row).collect::<Vec<_>>() })
    };
    harness.ok("transactions-batch-update", rows(limits::TRANSACTIONS_SENT));
    let few = written(&harness)["transactions"].as_array().unwrap().len();
    assert_eq!(few, limits::TRANSACTIONS_SENT);
    harness.ok("transactions-batch-update", rows(limits::TRANSACTIONS_SENT + 1));
    let many = written(&harness);
    assert_eq!((many.get("transactions"), many["rows"].is_object()), (None, true));
    harness.write(notes(1));
    assert_eq!(written(&harness).get("transactions"), None);
}
