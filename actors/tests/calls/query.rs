//! Queries through the call.

use serde_json::{Value as Json, json};
use sobre_engine::crdt::{Change, Value};

use crate::harness::{FOOD, Harness};

#[test]
fn a_query_answers_rows_and_the_tables_they_came_from() {
    let harness = Harness::new();
    let query = json!({
        "table": "categories", "filterExpressions": [{ "id": FOOD }],
        "selectExpressions": ["id", "name"], "groupExpressions": [], "orderExpressions": [],
        "calculation": false, "rawMode": false, "withDead": false, "validateRefs": true,
        "limit": null, "offset": null, "tableOptions": {},
    });
    let answer = harness.ok("query", query.clone());
    assert_eq!(answer["data"], json!([{ "id": FOOD, "name": "Food" }]));
    assert!(answer["dependencies"].as_array().unwrap().contains(&json!("categories")));
    harness.ok("category-update", json!({ "id": FOOD, "name": "Meals" }));
    assert_eq!(harness.ok("query", query)["data"][0]["name"], "Meals", "it sees every commit");
}

#[test]
fn a_query_that_makes_no_sense_is_refused_in_words() {
    let harness = Harness::new();
    for bad in [
        json!({ "table": "no_such_table" }),
        json!({ "table": "categories", "selectExpressions": ["no_such_field"] }),
        json!({ "table": "categories; DROP TABLE notes" }),
        json!(5),
        json!({}),
    ] {
        harness.refused("query", bad, "invalid-query");
    }
}

#[test]
fn filters_are_made_and_errors_named() {
    let harness = Harness::new();
    let args = json!({
        "conditions": [
            { "field": "amount", "op": "is", "value": "x" },
            { "field": "payee", "op": "is", "value": "pk" },
        ],
        "conditionsOp": "or",
    });
    let made = harness.ok("make-filters-from-conditions", args);
    assert_eq!(
        made,
        json!({ "filters": [{ "payee": { "$eq": "pk" } }], "errors": ["not-number"] })
    );
    let many = vec![json!({ "field": "notes", "op": "is", "value": "" }); 501];
    let many = json!({ "conditions": many });
    harness.refused("make-filters-from-conditions", many, "bad-arguments");
}

#[test]
fn as_many_alternatives_as_conditions_are_taken_are_answered() {
    let harness = Harness::new();
    let account = harness.ok("account-create", json!({ "name": "Bank" }));
    let row = |amount| json!({ "account": account, "amount": amount, "date": "2026-11-20" });
    let added = json!({ "added": [row(7), row(900), row(-7)] });
    harness.ok("transactions-batch-update", added);
    let alternatives: Vec<_> = (0..250)
        .flat_map(|at| [json!({ "amount": at }), json!({ "payee": format!("p{at}") })])
        .collect();
    let query = json!({
        "table": "transactions", "filterExpressions": [{ "$or": alternatives }],
        "selectExpressions": ["amount"], "limit": 150,
    });
    let found = harness.ok("query", query)["data"].clone();
    assert_eq!((found.as_array().unwrap().len(), &found[0]["amount"]), (1, &json!(7)));
}

/// Writes the rows for which the export vectors were recorded.
fn write_ledger(harness: &Harness, context: &Json) {
    let text = |value: &Json| value.as_str().map_or(Value::Null, Value::from);
    let mut rows = Vec::new();
    for (id, name) in context["accounts"].as_object().unwrap() {
        rows.extend(Change::row("accounts", id, [("name", text(name)), ("offbudget", 0.into())]));
    }
    for (id, names) in context["categories"].as_object().unwrap() {
        let group = format!("group-{}", names[0].as_str().unwrap());
        rows.extend(Change::row("category_groups", &group, [("name", text(&names[0]))]));
        let cells = [("name", text(&names[1])), ("cat_group", Value::from(group.as_str()))];
        rows.extend(Change::row("categories", id, cells));
        rows.extend(Change::row(
            "category_mapping",
            id,
            [("transferId", Value::from(id.as_str()))],
        ));
    }
    for (id, name) in context["payees"].as_object().unwrap() {
        let transfer = id.strip_prefix("tp-").map(|account| format!("acc-{account}"));
        let transfer = transfer.map_or(Value::Null, |account| Value::from(account.as_str()));
        rows.extend(Change::row("payees", id, [("name", text(name)), ("transfer_acct", transfer)]));
        rows.extend(Change::row("payee_mapping", id, [("targetId", Value::from(id.as_str()))]));
    }
    for given in context["transactions"].as_array().unwrap() {
        let flag = |key: &str| Value::from(i64::from(given[key].as_bool().unwrap_or(false)));
        let day: i64 = given["date"].as_str().unwrap().replace('-', "").parse().unwrap();
        let cells = [
            ("acct", text(&given["account"])),
            ("date", day.into()),
            ("amount", given["amount"].as_i64().unwrap().into()),
            ("description", text(&given["payee"])),
            ("category", text(&given["category"])),
            ("notes", text(&given["notes"])),
            ("isParent", flag("is_parent")),
            ("isChild", flag("is_child")),
            ("parent_id", text(&given["parent_id"])),
            ("sort_order", given["sort_order"].as_i64().unwrap_or(0).into()),
            ("cleared", flag("cleared")),
            ("reconciled", flag("reconciled")),
        ];
        rows.extend(Change::row("transactions", given["id"].as_str().unwrap(), cells));
    }
    harness.write(rows);
}

#[test]
fn recorded_exports_are_met() {
    let harness = Harness::new();
    let suite: Json =
        serde_json::from_str(include_str!("../fixtures/ledger/export-csv.json")).unwrap();
    write_ledger(&harness, &suite["context"]);
    for case in suite["cases"].as_array().unwrap() {
        let text = harness.ok("transactions-export-query", json!({ "query": case["query"] }));
        assert_eq!(text, case["csv"], "{}", case["id"]);
    }
    let nothing =
        json!({ "query": { "table": "transactions", "filterExpressions": [{ "id": "-" }] } });
    assert_eq!(harness.ok("transactions-export-query", nothing), "");
    let query = json!({ "query": { "table": "accounts" } });
    harness.refused("transactions-export-query", query, "invalid-query");
    harness.refused("transactions-export-query", json!({ "query": 5 }), "invalid-query");
}

#[test]
fn a_pattern_that_searches_too_long_is_refused_in_words() {
    let harness = Harness::new();
    let account = harness.ok("account-create", json!({ "name": "Bank" }));
    // Each of these texts needs all the steps that one text may take.
    let count = sobre_actors::limits::BACKTRACKS / 20_000 + 1;
    let row = |number| {
        let id = format!("t{number}");
        json!({ "id": id, "account": account, "date": "2026-11-20", "notes": "a".repeat(30) })
    };
    let added: Vec<_> = (0..count).map(row).collect();
    harness.ok("transactions-batch-update", json!({ "added": added }));
    let search = |pattern: &str| {
        json!({
            "table": "transactions", "filterExpressions": [{ "notes": { "$regexp": pattern } }],
            "selectExpressions": ["id"],
        })
    };
    let error = harness.call("query", search(r"(a*)*\1b")).unwrap_err();
    assert_eq!(error["code"], "query-too-large", "{error}");
    // A slow machine meets the limit of time before that of steps.
    assert!(error["message"].as_str().unwrap().contains("takes too long"), "{error}");
    let found = harness.ok("query", search(r"(?<!#)a$"));
    assert_eq!(found["data"].as_array().unwrap().len(), count);
}
