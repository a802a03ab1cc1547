//! Schedules that rules link to, their names, and restarting them.

use serde_json::{Value as Json, json};
use sobre_engine::crdt::Change;

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
    let apply = json!({ "transactionIds": ["t1"], "actions": &link });
    harness.ok("rule-apply-actions", apply);
    assert_eq!(harness.shown("rent")["status"], "paid");

    let all = json!([{ "field": "account", "op": "is", "value": "acc-a" }]);
    let rule = json!({ "stage": "post", "conditions": &all, "actions": &link });
    harness.ok("rule-add", rule);
    harness.run_schedules();
    assert_eq!(harness.posted("boat"), [(20_260_620, -5_000)], "a payment keeps its schedule");
    let tried = harness.ok("rule-dry-run", json!({ "conditions": all, "actions": link }));
    assert_eq!(tried["changed"], json!([]), "so nothing would change");
    let row = json!({ "date": "2026-07-20", "amount": -1_000, "payee_name": "Flat" });
    let import = json!({ "accountId": "acc-a", "transactions": [row] });
    harness.ok("transactions-import", import);
    assert_eq!(harness.posted("rent").len(), 2);
}

#[test]
fn names_that_differ_by_case_or_spaces_are_the_same() {
    let (harness, _) = on("2026-06-15");
    let create = |id: &str, name: &str| {
        let schedule = json!({ "id": id, "name": name });
        let conditions = conditions("pl", -90_000, monthly("2026-06-20"));
        json!({ "schedule": schedule, "conditions": conditions })
    };
    harness.ok("schedule/create", create("rent", "Rent"));
    harness.ok("schedule/create", create("boat", "Boat"));
    for name in ["rent", " RENT ", "Rent"] {
        harness.refused("schedule/create", create("other", name), "schedule-exists");
        let change = json!({ "schedule": { "id": "boat", "name": name } });
        harness.refused("schedule/update", change, "schedule-exists");
    }
    let own = json!({ "schedule": { "id": "rent", "name": "RENT" } });
    harness.ok("schedule/update", own);
    assert_eq!(harness.shown("rent")["name"], "RENT");
    harness.write(vec![Change::new("schedules", "boat", "name", "Rent")]);
    let kept = json!({ "schedule": { "id": "boat", "name": "Rent", "posts_transaction": true } });
    harness.ok("schedule/update", kept);
    assert_eq!(harness.shown("boat")["posts_transaction"], true);
}

#[test]
fn a_paid_single_date_that_is_restarted_on_a_new_one_stays_open() {
    let (harness, calendar) = on("2026-06-15");
    harness.schedule("rent", false, conditions("pl", -90_000, json!("2026-06-15")));
    harness.ok("schedule/post-transaction", json!({ "id": "rent" }));
    calendar.turn("2026-06-16");
    harness.run_schedules();
    assert_eq!(harness.shown("rent")["status"], "completed");
    let date = json!([{ "field": "date", "op": "isapprox", "value": "2026-07-15" }]);
    let restart = json!({ "schedule": { "id": "rent", "completed": false },
        "conditions": date, "resetNextDate": true });
    harness.ok("schedule/update", restart);
    harness.run_schedules();
    let shown = harness.shown("rent");
    assert_eq!(
        (&shown["status"], &shown["next_date"]),
        (&json!("scheduled"), &json!("2026-07-15"))
    );
    assert_eq!((&shown["amount"], &shown["payee"]), (&json!(-90_000), &json!("pl")));
}
