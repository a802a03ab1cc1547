//! Calls about payees beyond the vectors.

use serde_json::{Value as Json, json};
use sobre_engine::crdt::Change;

use crate::ledger::usual;

#[test]
fn a_payee_needs_a_name_and_an_id_of_its_own() {
    let harness = usual();
    harness.refused("payee-create", json!({ "name": " " }), "name-required");
    harness.refused("payee-create", json!({}), "bad-arguments");
    let change = |args: Json, code: &str| harness.refused("payees-batch-change", args, code);
    change(json!({ "added": [{ "id": "pk", "name": "K" }] }), "payee-exists");
    let twice = json!({ "id": "pn", "name": "N" });
    change(json!({ "added": [twice.clone(), twice] }), "payee-exists");
    change(json!({ "updated": [{ "id": "pk", "name": "" }] }), "name-required");
    change(json!({ "updated": [{ "id": "zz", "name": "Z" }] }), "payee-not-found");
    change(json!({ "updated": [{ "id": "pk", "transfer_acct": "A" }] }), "bad-arguments");
    change(json!({ "added": [{ "name": "N", "transfer_acct": "A" }] }), "bad-arguments");
}

#[test]
fn a_payee_made_with_a_transaction_is_one_step_with_it() {
    let harness = usual();
    let before = harness.tables();
    let batch = |name: &str, id: &str| {
        json!({
            "added": [{ "account": "A", "date": "2024-06-10", "amount": -5, "payee": id }],
            "newPayees": [{ "id": id, "name": name }],
        })
    };
    let update = "transactions-batch-update";
    harness.refused(update, batch(" ", "pn"), "name-required");
    harness.refused(update, batch("another name", "pk"), "payee-exists");
    assert!(harness.tables() == before);
    harness.ok(update, batch("Bakery", "pn"));
    let payees = harness.ok("payees-get", json!({}));
    assert!(payees.as_array().unwrap().iter().any(|payee| payee["name"] == "Bakery"));
    harness.ok("undo", json!({}));
    assert_eq!(harness.ok("undo", json!({})), json!(null));
    let payees = harness.ok("payees-get", json!({}));
    assert!(payees.as_array().unwrap().iter().all(|payee| payee["name"] != "Bakery"));
}

#[test]
fn a_payee_that_was_made_just_so_may_be_named_as_new_again() {
    let harness = usual();
    let batch = json!({
        "added": [{ "account": "A", "date": "2024-06-10", "amount": -5, "payee": "pn" }],
        "newPayees": [{ "id": "pn", "name": "Bakery" }],
    });
    for _ in 0..2 {
        harness.ok("transactions-batch-update", batch.clone());
    }
    let payees = harness.ok("payees-get", json!({}));
    let bakeries = payees.as_array().unwrap().iter().filter(|it| it["name"] == "Bakery");
    assert_eq!(bakeries.count(), 1);
}

#[test]
fn a_payee_of_transfers_keeps_its_name_but_can_be_a_favorite() {
    let harness = usual();
    let update = json!({ "updated": [{ "id": "tp-B", "name": "Mine", "favorite": true }] });
    harness.ok("payees-batch-change", update);
    let payees = harness.ok("payees-get", json!({}));
    let payee = payees.as_array().unwrap().iter().find(|payee| payee["id"] == "tp-B").unwrap();
    assert_eq!((&payee["name"], &payee["favorite"]), (&json!("Savings"), &json!(true)));
}

#[test]
fn merging_a_payee_into_itself_or_into_nothing_changes_nothing() {
    let harness = usual();
    let before = harness.tables();
    harness.ok("payees-merge", json!({ "targetId": "pk", "mergeIds": ["pk", "zz"] }));
    assert!(harness.tables() == before);
    let gone = json!({ "targetId": "zz", "mergeIds": ["pk"] });
    harness.refused("payees-merge", gone, "payee-not-found");
    harness.write(vec![Change::new("payees", "pa", "tombstone", 1)]);
    let deleted = json!({ "targetId": "pa", "mergeIds": ["pk"] });
    harness.refused("payees-merge", deleted, "payee-not-found");
}

#[test]
fn undoing_a_merge_sends_its_payees() {
    let harness = usual();
    let merge = json!({ "targetId": "pa", "mergeIds": ["pk", "pb"] });
    harness.ok("payees-merge", merge.clone());
    harness.events();
    for step in ["undo", "redo"] {
        harness.ok(step, json!({}));
        let events = harness.events();
        let told = &events.iter().find(|(name, _)| name == "undo-event").unwrap().1;
        assert_eq!((&told["meta"], &told["kind"]), (&merge, &json!(step)));
    }
}

#[test]
fn a_payee_that_only_a_deleted_row_uses_is_an_orphan() {
    let harness = usual();
    harness.give(&json!([
        { "id": "t1", "account": "A", "date": "2024-06-10", "amount": 1, "payee": "pk", "tombstone": true },
        { "id": "t2", "account": "A", "date": "2024-06-10", "amount": 1, "is_parent": true, "tombstone": true },
        { "id": "c", "account": "A", "date": "2024-06-10", "amount": 1, "is_child": true, "parent_id": "t2", "payee": "pa" },
        { "id": "t3", "account": "A", "date": "2024-06-10", "amount": 1, "payee": "pb" },
    ]));
    let ids = json!({ "ids": ["pb", "pa", "pk"] });
    assert_eq!(harness.ok("payees-check-orphaned", ids.clone()), json!(["pa", "pk"]));
    harness.ok("payees-merge", json!({ "targetId": "pk", "mergeIds": ["pb"] }));
    assert_eq!(harness.ok("payees-check-orphaned", ids), json!(["pa"]));
}

#[test]
fn tabs_are_notified_of_orphaned_payees() {
    let harness = usual();
    harness.give(&json!([
        { "id": "t1", "account": "A", "date": "2024-06-10", "amount": 1, "payee": "pk" },
        { "id": "t2", "account": "A", "date": "2024-06-10", "amount": 1, "payee": "pk" },
        { "id": "t3", "account": "A", "date": "2024-06-10", "amount": 1, "payee": "pb" },
    ]));
    let told = |updated: Json| {
        harness.events();
        harness.batch(json!({ "updated": updated }));
        let mut events = harness.events().into_iter();
        let orphaned = events.find(|(name, _)| name == "orphaned-payees");
        orphaned.map(|(_, mut data)| {
            assert!(data["origin"].is_string());
            data.as_object_mut().unwrap().remove("origin");
            data
        })
    };
    assert_eq!(told(json!([{ "id": "t1", "payee": "pa" }])), None);
    assert_eq!(told(json!([{ "id": "t3", "payee": null }])), None);
    let both = json!([{ "id": "t1", "payee": "pb" }, { "id": "t2", "payee": "pb" }]);
    let expected = json!({ "orphanedIds": ["pa", "pk"], "updatedPayeeIds": ["pb", "pb"] });
    assert_eq!(told(both), Some(expected));
}

#[test]
fn names_are_sorted_without_regard_to_case_and_accents() {
    let harness = usual();
    let sorted = ["arm", "Arzt", "\u{c4}rzte", "eck", "\u{c9}cole", "Zoo"];
    for name in ["Zoo", "\u{c4}rzte", "arm", "Arzt", "\u{c9}cole", "eck"] {
        harness.ok("payee-create", json!({ "name": name }));
    }
    let state = json!({ "table": "payees", "selectExpressions": ["name"] });
    let by_query = harness.ok("query", state)["data"].clone();
    for payees in [harness.ok("payees-get", json!({})), by_query] {
        let names = payees.as_array().unwrap().iter().filter_map(|payee| payee["name"].as_str());
        let names: Vec<_> = names.filter(|name| sorted.contains(name)).collect();
        assert_eq!(names, sorted);
    }
}
