//! Calls about single cells.

use serde_json::{Value, json};
use sobre_engine::sync::wire;

use crate::categories::budget;
use crate::harness::{FOOD, GENERAL, Harness};
use crate::sync::{on_server, received};

#[test]
fn a_cell_that_does_not_exist_is_null_and_cannot_be_explained() {
    let harness = Harness::new();
    for name in ["budget202611!nothing", "budget1999!to-budget", "!", "__global!x"] {
        assert_eq!(harness.cell(name), Value::Null);
    }
    let unknown = json!({ "sheetName": "budget202611", "name": "nothing" });
    harness.refused("explain-cell", unknown.clone(), "unknown-cell");
    harness.refused("explain-changes", unknown.clone(), "unknown-cell");
    harness.refused("create-query", unknown, "unknown-cell");
    harness.refused("getCell", json!({ "name": "to-budget" }), "bad-arguments");
    let names = harness.ok("getCellNamesInSheet", json!({ "sheetName": "budget1900" }));
    assert_eq!(names, json!([]));
}

#[test]
fn a_cell_is_explained_by_the_cells_it_reads_and_those_that_read_it() {
    let harness = Harness::new();
    budget(&harness, "2026-11", FOOD, 250);
    let leftover = format!("leftover-{FOOD}");
    let args = json!({ "sheetName": "budget202611", "name": leftover });
    let explained = harness.ok("explain-cell", args);
    assert_eq!(explained["value"], 250);
    assert!(!explained["formula"].as_str().unwrap().is_empty());
    let cells = ["inputs", "dependents"].map(|list| explained[list].as_array().unwrap());
    for cell in cells.into_iter().flatten() {
        assert_eq!(harness.cell(cell["name"].as_str().unwrap()), cell["value"]);
    }
    let carried = json!({ "name": format!("budget202612!leftover-{FOOD}"), "value": 250 });
    assert!(cells[1].contains(&carried), "{}", explained["dependents"]);
    let names = harness.ok("getCellNamesInSheet", json!({ "sheetName": "budget202611" }));
    assert!(names.as_array().unwrap().contains(&json!(leftover)));
}

fn changes(harness: &Harness, name: &str) -> Value {
    let args = json!({ "sheetName": "budget202611", "name": name });
    harness.ok("explain-changes", args)
}

/// Kind, key of the step, former and new value of each change of a cell.
fn changes_of(harness: &Harness, name: &str) -> Vec<Value> {
    let changes = changes(harness, name)["changes"].take();
    let of = |it: &Value| json!([it["kind"], it["name"]["key"], it["before"], it["after"]]);
    changes.as_array().unwrap().iter().map(of).collect()
}

#[test]
fn the_last_changes_of_a_cell_say_when_they_happened_and_what_was_done() {
    let harness = Harness::new();
    let leftover = format!("leftover-{FOOD}");
    let opened = changes(&harness, &leftover);
    assert_eq!(opened["changes"], json!([]));
    budget(&harness, "2026-11", FOOD, 250);
    budget(&harness, "2026-11", FOOD, 250);
    budget(&harness, "2026-11", GENERAL, 30);
    harness.ok("undo", json!({}));
    let move_all = json!({ "month": "2026-11", "from": FOOD, "to": "to-budget", "amount": 50 });
    harness.ok("budget/transfer-category", move_all);
    harness.ok("undo", json!({}));
    harness.ok("redo", json!({}));
    let food = [
        json!(["redo", "returnedMoney", 250, 200]),
        json!(["undo", "returnedMoney", 200, 250]),
        json!(["call", "returnedMoney", 250, 200]),
        json!(["call", "budgeted", 0, 250]),
    ];
    assert_eq!(changes_of(&harness, &leftover), food);
    let general =
        [json!(["undo", "budgeted", -280, -250]), json!(["call", "budgeted", -250, -280])];
    assert_eq!(changes_of(&harness, "to-budget")[3..5], general);
    let changes = changes(&harness, &leftover);
    assert_eq!(changes["since"], opened["since"]);
    let at = |at: usize| changes["changes"][at]["at"].as_i64().unwrap();
    assert!(changes["since"].as_i64().unwrap() < at(3) && at(3) < at(2) && at(1) < at(0));
    let named = json!({ "amount": 250, "category": "Food", "month": "2026-11" });
    assert_eq!(changes["changes"][3]["name"]["params"], named);
    harness.ok("close-budget", json!({}));
    harness.ok("load-budget", json!({ "id": crate::harness::BUDGET }));
    assert_eq!(changes_of(&harness, &leftover), [Value::Null; 0], "nothing of an earlier opening");
}

#[test]
fn a_goal_that_was_cleared_keeps_its_changes() {
    let harness = Harness::new();
    let goal = |cents: Value| {
        let row = format!("202611-{FOOD}");
        let value = cents.as_i64().map_or(sobre_engine::crdt::Value::Null, Into::into);
        harness.write(vec![sobre_engine::crdt::Change::new("zero_budgets", row, "goal", value)]);
    };
    budget(&harness, "2026-11", FOOD, 250);
    goal(json!(900));
    goal(Value::Null);
    let expected = [json!(["call", null, 900, null]), json!(["call", null, null, 900])];
    assert_eq!(changes_of(&harness, &format!("goal-{FOOD}")), expected);
}

#[test]
fn a_received_change_of_a_cell_is_named_as_such() {
    let (harness, script) = on_server();
    budget(&harness, "2026-11", FOOD, 250);
    harness.ok("sync", json!({}));
    let stamp = "2026-11-20T12:00:30.000Z-0000-aaaaaaaaaaaaaaaa";
    let message = wire::Message {
        dataset: "zero_budgets".to_owned(),
        row: format!("202611-{FOOD}"),
        column: "amount".to_owned(),
        value: "N:900".to_owned(),
    };
    script.tree.lock().insert(&stamp.parse().unwrap());
    script.known.lock().insert(stamp.to_owned());
    let merkle = script.tree.lock().to_json();
    let messages = received(stamp, message).messages;
    script.syncs.lock().push_back(Ok(wire::SyncResponse { messages, merkle }));
    harness.ok("sync", json!({}));
    let food = [json!(["sync", null, 250, 900]), json!(["call", "budgeted", 0, 250])];
    assert_eq!(changes_of(&harness, &format!("budget-{FOOD}")), food);
}

#[test]
fn account_cells_are_there_without_being_asked_for() {
    let harness = Harness::new();
    let args = json!({ "sheetName": "__global", "name": "accounts-balance", "query": {} });
    assert_eq!(harness.ok("create-query", args), json!({ "name": "accounts-balance", "value": 0 }));
    assert_eq!(harness.ok("accounts-get", json!({})), json!([]));
}

#[test]
fn a_name_without_a_cell_returns_its_querys_result() {
    let harness = crate::ledger::usual();
    let row = |id: &str, amount: i64| json!({ "id": id, "account": "A", "date": "2024-06-10", "amount": amount });
    harness.batch(json!({ "added": [row("t1", -500), row("t2", -250), row("t3", 1)] }));
    let name = "selected-balance-t1-t2";
    let query = |select: Value| {
        json!({ "sheetName": "__global", "name": name, "query": {
            "table": "transactions", "tableOptions": { "splits": "all" },
            "filterExpressions": [{ "id": { "$oneof": ["t1", "t2"] } }],
            "selectExpressions": [select], "calculation": true,
        } })
    };
    let sum = query(json!({ "result": { "$sum": "$amount" } }));
    let answer = json!({ "name": name, "value": -750 });
    assert_eq!(harness.ok("create-query", sum), answer);
    harness.refused("create-query", query(json!({ "result": "$date" })), "invalid-query");
}

#[test]
fn recalculating_everything_changes_no_cell() {
    let harness = Harness::new();
    budget(&harness, "2026-11", FOOD, 250);
    let before = harness.cells();
    harness.events();
    harness.ok("reset-budget-cache", json!({}));
    assert_eq!(harness.cells(), before);
    let events = harness.events();
    assert!(!events.iter().any(|(event, _)| event == "cells-changed"), "{events:?}");
}
