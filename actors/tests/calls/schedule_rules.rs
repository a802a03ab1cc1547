//! Schedules that rules link to.

use serde_json::{Value as Json, json};

use crate::schedules::{conditions, monthly, on};

#[test]
fn a_rule_links_to_a_schedule_without_belonging_to_it() {
    let (harness, _) = on("2026-06-20");
    harness.schedule("rent", false, conditions("pl", -90_000, monthly("2026-06-20")));
    let link = json!([{ "op": "link-schedule", "value": "rent" }]);
    let like = json!([{ "field": "notes", "op": "contains", "value": "flat" }]);
    let rule = json!({ "id": "mine", "stage": null, "conditions": like, "actions": link });
    assert_eq!(harness.ok("rule-add", rule).get("schedule"), None);
    let own = harness.shown("rent")["rule"].clone();
    assert_eq!(harness.ok("rule-get", json!({ "id": own }))["schedule"], "rent");
    let as_received = harness.ok("rule-get", json!({ "id": own }));
    assert_eq!(harness.ok("rule-update", as_received.clone()), as_received);

    assert_eq!(harness.shown("rent")["status"], "due");
    let row = json!({ "id": "t1", "account": "acc-a", "date": "2026-06-20", "amount": -70_000,
        "payee": "pk", "notes": "the flat" });
    let typed = json!({ "added": [row], "fillByRules": true });
    harness.ok("transactions-batch-update", typed);
    assert_eq!(harness.posted("rent"), [(20_260_620, -70_000)]);
    assert_eq!(harness.shown("rent")["status"], "paid");

    let deleted = |ids: Json| harness.ok("rule-delete-all", json!({ "ids": ids }));
    assert_eq!(deleted(json!([own])), json!({ "someDeletionsFailed": true }));
    harness.ok("schedule/delete", json!({ "id": "rent" }));
    let row = json!({ "id": "t2", "account": "acc-a", "date": "2026-06-21", "amount": -1_000,
        "notes": "flat" });
    harness.ok("transactions-batch-update", json!({ "added": [row], "fillByRules": true }));
    assert_eq!(harness.posted("rent").len(), 2, "both keep it, and it reads null");
    assert_eq!(deleted(json!(["mine"])), json!({ "someDeletionsFailed": false }));
}

#[test]
fn actions_and_imports_link_to_a_schedule_and_pay_it() {
    let (harness, _) = on("2026-06-20");
    harness.schedule("rent", false, conditions("pl", -90_000, monthly("2026-06-20")));
    harness.schedule("boat", true, conditions("pa", -5_000, monthly("2026-06-20")));
    harness.give(&json!([
        { "id": "t1", "account": "acc-a", "date": "2026-06-19", "amount": -100_000 },
    ]));
    let link = json!([{ "op": "link-schedule", "value": "rent" }]);
    let apply = json!({ "transactionIds": ["t1"], "actions": link });
    harness.ok("rule-apply-actions", apply);
    assert_eq!(harness.shown("rent")["status"], "paid");

    let all = json!([{ "field": "account", "op": "is", "value": "acc-a" }]);
    let rule = json!({ "stage": "post", "conditions": all, "actions": link });
    harness.ok("rule-add", rule);
    harness.run_schedules();
    assert_eq!(harness.posted("boat"), [(20_260_620, -5_000)], "a payment keeps its schedule");
    let row = json!({ "date": "2026-07-20", "amount": -1_000, "payee_name": "Flat" });
    let import = json!({ "accountId": "acc-a", "transactions": [row] });
    harness.ok("transactions-import", import);
    assert_eq!(harness.posted("rent").len(), 2);
}
