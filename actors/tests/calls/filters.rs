//! Saved filters.

use serde_json::{Value as Json, json};

use crate::ledger::usual;

fn big() -> Json {
    json!([{ "field": "amount", "op": "gt", "value": 10_000, "type": "number" }])
}

fn listed(harness: &crate::harness::Harness) -> Json {
    let query = json!({ "table": "transaction_filters", "selectExpressions": ["*"] });
    harness.ok("query", query)["data"].clone()
}

#[test]
fn a_filter_is_kept_changed_and_deleted_and_each_is_a_step() {
    let harness = usual();
    let id = harness.ok("filter-create", json!({ "name": " Big ", "conditions": big() }));
    let row = |name: &str, op: &str| {
        json!([{ "id": id, "name": name, "conditions": big(), "conditions_op": op,
                 "tombstone": false }])
    };
    assert_eq!(listed(&harness), row("Big", "and"));
    harness.ok("filter-update", json!({ "id": id, "name": "Large", "conditionsOp": "or" }));
    assert_eq!(listed(&harness), row("Large", "or"));
    harness.ok("filter-delete", json!({ "id": id }));
    assert_eq!(listed(&harness), json!([]));
    harness.ok("undo", json!({}));
    assert_eq!(listed(&harness), row("Large", "or"));
    harness.ok("undo", json!({}));
    assert_eq!(listed(&harness), row("Big", "and"));
    harness.ok("undo", json!({}));
    assert_eq!(listed(&harness), json!([]));
}

#[test]
fn a_filter_needs_a_name_of_its_own_and_conditions_that_can_be_read() {
    let harness = usual();
    let id = harness.ok("filter-create", json!({ "name": "Big", "conditions": big() }));
    let other = harness.ok("filter-create", json!({ "name": "Other", "conditions": big() }));
    let before = harness.tables();
    let create = |args: Json, code: &str| harness.refused("filter-create", args, code);
    create(json!({ "name": "", "conditions": big() }), "name-required");
    create(json!({ "name": "bIG", "conditions": big() }), "filter-exists");
    create(json!({ "name": "N", "conditions": [] }), "invalid-condition");
    create(json!({ "name": "N", "conditions": [{ "field": "acct" }] }), "invalid-condition");
    create(json!({ "name": "N", "conditions": vec![big()[0].clone(); 501] }), "invalid-condition");
    create(json!({ "name": "N", "conditions": big(), "conditionsOp": "not" }), "bad-arguments");
    let update = |args: Json, code: &str| harness.refused("filter-update", args, code);
    update(json!({ "id": "none", "name": "N" }), "filter-not-found");
    update(json!({ "id": other, "name": "BIG" }), "filter-exists");
    harness.refused("filter-delete", json!({ "id": "none" }), "filter-not-found");
    assert!(harness.tables() == before);
    harness.ok("filter-update", json!({ "id": id, "name": "BIG" }));
}
