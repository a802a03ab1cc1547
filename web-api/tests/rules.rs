//! Rules over the wire: the same calls by socket and by HTTP, and what a second tab receives.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed step fails the test")]

mod common;

use common::Program;
use serde_json::{Value, json};

fn rule(payee: &Value, category: &Value) -> Value {
    json!({
        "stage": null,
        "conditions": [{ "field": "payee", "op": "is", "value": payee }],
        "actions": [{ "field": "category", "op": "set", "value": category }],
    })
}

#[test]
fn a_rule_of_one_tab_runs_in_another_and_over_http() {
    let program = Program::start();
    let budget = program.create_budget();
    let (mut one, mut other) = (program.tab_on(&budget), program.tab_on(&budget));
    let payee = one.call("payee-create", json!({ "name": "Grocer" })).unwrap();
    let categories = one.call("get-categories", json!({})).unwrap();
    let category = categories["list"][0]["id"].clone();
    let added = one.call("rule-add", rule(&payee, &category)).unwrap();
    assert_eq!(added["conditionsOp"], "and");
    let mut told = other.event("sync-event");
    while told["rows"]["rules"].is_null() {
        told = other.event("sync-event");
    }
    assert_eq!(told["rows"]["rules"], json!([added["id"]]));
    let transaction = json!({ "transaction": { "payee": payee, "category": null } });
    let ran = other.call("rules-run", transaction.clone()).unwrap();
    assert_eq!(ran["category"], category);
    let over_http = |name: &str, args: Value| program.http(Some(&budget), name, args).unwrap();
    assert_eq!(over_http("rules-run", transaction), ran);
    assert_eq!(over_http("rules-get", json!({})), other.call("rules-get", json!({})).unwrap());
    let counts = json!({ payee.as_str().unwrap(): 1 });
    assert_eq!(over_http("payees-get-rule-counts", json!({})), counts);
    let deleted = over_http("rule-delete-all", json!([added["id"]]));
    assert_eq!(deleted, json!({ "someDeletionsFailed": false }));
    assert_eq!(one.call("rules-get", json!({})).unwrap(), json!([]));
    assert_eq!(one.call("rule-get", json!(added["id"])).unwrap(), Value::Null);
}

#[test]
fn a_refused_rule_is_explained() {
    let program = Program::start();
    let budget = program.create_budget();
    let mut tab = program.tab_on(&budget);
    let error = tab.call("rule-add", json!({ "conditions": [], "actions": [] })).unwrap_err();
    assert_eq!(
        (&error["code"], &error["message"]),
        (&json!("invalid-rule"), &json!("Invalid rule stage: undefined"))
    );
    let action = json!({ "op": "set", "field": "account", "value": null });
    let bad = json!({ "conditions": [], "actions": [action] });
    let answer = tab.call("rule-validate", bad).unwrap();
    assert_eq!(answer["error"], json!({ "conditionErrors": null, "actionErrors": ["no-null"] }));
}

#[test]
fn a_category_is_explained_and_conflicts_are_found_by_both_ways() {
    let program = Program::start();
    let budget = program.create_budget();
    let (mut one, mut other) = (program.tab_on(&budget), program.tab_on(&budget));
    let account = one.call("account-create", json!({ "name": "Checking" })).unwrap();
    let payee = one.call("payee-create", json!({ "name": "Grocer" })).unwrap();
    let categories = one.call("get-categories", json!({})).unwrap();
    let [first, second] = [0, 1].map(|at| categories["list"][at]["id"].clone());
    let earlier = one.call("rule-add", rule(&payee, &first)).unwrap();
    assert_eq!(other.call("rules-find-conflicts", json!({})).unwrap(), json!([]));
    let row = json!({ "date": "2026-11-03", "amount": -320, "payee": payee,
                      "imported_payee": "GROCER 12" });
    let import = json!({ "accountId": account, "transactions": [row] });
    let imported = one.call("transactions-import", import).unwrap();
    let id = json!({ "id": imported["added"][0] });
    let reason = other.call("explain-category", id.clone()).unwrap();
    assert_eq!(
        (&reason["category"], &reason["written"]["occasion"], &reason["rule"]["rule"]["id"]),
        (&first, &json!("imported"), &earlier["id"])
    );
    let over_http = |name: &str, args: Value| program.http(Some(&budget), name, args).unwrap();
    assert_eq!(over_http("explain-category", id), reason);
    let later = one.call("rule-add", rule(&payee, &second)).unwrap();
    let conflicts = other.call("rules-find-conflicts", json!({})).unwrap();
    let mut pair = [&conflicts[0]["earlier"], &conflicts[0]["later"]].map(Value::to_string);
    let mut expected = [&earlier["id"], &later["id"]].map(Value::to_string);
    pair.sort_unstable();
    expected.sort_unstable();
    assert_eq!((pair, &conflicts[0]["field"]), (expected, &json!("category")));
    assert_eq!(over_http("rules-find-conflicts", json!({})), conflicts);
    let gone = other.call("explain-category", json!({ "id": "none" })).unwrap_err();
    assert_eq!(gone["code"], "transaction-not-found");
}
