//! Calls about single cells.

use serde_json::{Value, json};

use crate::categories::budget;
use crate::harness::{FOOD, Harness};

#[test]
fn a_cell_that_does_not_exist_is_null_and_cannot_be_explained() {
    let harness = Harness::new();
    for name in ["budget202611!nothing", "budget1999!to-budget", "!", "__global!x"] {
        assert_eq!(harness.cell(name), Value::Null);
    }
    let unknown = json!({ "sheetName": "budget202611", "name": "nothing" });
    harness.refused("explain-cell", unknown.clone(), "unknown-cell");
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
    let told = harness.events();
    assert!(!told.iter().any(|(event, _)| event == "cells-changed"), "{told:?}");
}
