//! Calls as scripts for other programs of this file format send them.

use serde_json::{Value as Json, json};

use crate::harness::Harness;
use crate::ledger::usual;

#[test]
fn months_and_cells_are_read_by_their_other_names() {
    let harness = usual();
    let month = json!({ "month": "2024-06" });
    for (ours, theirs) in [
        ("rollover-budget-month", "envelope-budget-month"),
        ("report-budget-month", "tracking-budget-month"),
    ] {
        assert_eq!(harness.ok(theirs, month.clone()), harness.ok(ours, month.clone()));
    }
    let cell = json!({ "sheetName": "budget202406", "name": "to-budget" });
    assert_eq!(harness.ok("get-cell", cell), json!({ "name": "to-budget", "value": 0 }));
}

fn filters(harness: &Harness) -> Json {
    let query = json!({ "table": "transaction_filters", "selectExpressions": ["name"] });
    let rows = harness.ok("query", query)["data"].clone();
    rows.as_array().unwrap().iter().map(|row| row["name"].clone()).collect()
}

#[test]
fn a_filter_comes_beside_the_ones_there_are_and_goes_by_its_id_alone() {
    let harness = usual();
    let conditions = json!([{ "field": "amount", "op": "gt", "value": 5, "type": "number" }]);
    let state = json!({
        "id": null, "name": "Big", "conditions": conditions, "conditionsOp": "or",
        "status": "new",
    });
    let id = harness.ok("filter-create", json!({ "state": state, "filters": [] }));
    assert_eq!(
        harness.tables()["transaction_filters"][id.as_str().unwrap()]["conditions_op"],
        "or"
    );
    let renamed = json!({ "id": id, "name": "Large", "conditions": conditions });
    harness.ok("filter-update", json!({ "state": renamed, "filters": [{ "id": id }] }));
    assert_eq!(filters(&harness), json!(["Large"]));
    harness.ok("filter-delete", id);
    assert_eq!(filters(&harness), json!([]));
    let other = json!({ "name": "N", "conditions": conditions, "status": "new" });
    harness.refused("filter-create", other, "bad-arguments");
    harness.refused("filter-create", json!({ "state": "Big" }), "bad-arguments");
    harness.refused("filter-delete", json!(["none"]), "bad-arguments");
}

#[test]
fn two_rows_are_merged_as_a_list_of_rows() {
    let harness = usual();
    harness.give(&json!([
        { "id": "t1", "account": "A", "date": "2024-06-03", "amount": 5 },
        { "id": "t2", "account": "A", "date": "2024-06-02", "amount": 5 },
    ]));
    for wrong in [json!([{ "id": "t1" }]), json!(["t1", 2]), json!("t1"), json!([[], []])] {
        harness.refused("transactions-merge", wrong, "bad-arguments");
    }
    let rows = json!([{ "id": "t1", "amount": 5 }, { "id": "t2" }]);
    assert_eq!(harness.ok("transactions-merge", rows), "t2");
}

#[test]
fn other_calls_take_no_bare_list_or_text() {
    let harness = usual();
    for name in ["getCell", "account-create", "filter-create", "load-prefs", "save-prefs"] {
        harness.refused(name, json!(["budget202406", "to-budget"]), "bad-arguments");
        harness.refused(name, json!("budget202406"), "bad-arguments");
    }
}

#[test]
fn a_preference_is_saved_by_its_id() {
    let harness = usual();
    let save = |id: &str, value: Json| json!({ "id": id, "value": value });
    harness.ok("preferences/save", save("dateFormat", json!("yyyy-MM-dd")));
    harness.ok("preferences/save", save("hideFraction", json!("true")));
    let prefs = harness.ok("load-prefs", json!({}));
    assert_eq!(
        (&prefs["dateFormat"], &prefs["hideFraction"]),
        (&json!("yyyy-MM-dd"), &json!("true"))
    );
    harness.ok("preferences/save", save("hideFraction", Json::Null));
    assert_eq!(harness.ok("load-prefs", json!({}))["hideFraction"], Json::Null);
    harness.refused("preferences/save", save("dateFormat", json!("never")), "invalid-prefs");
    harness.refused("preferences/save", save("groupId", json!("x")), "invalid-prefs");
    harness.refused("preferences/save", json!({ "dateFormat": "x" }), "bad-arguments");
}

#[test]
fn added_rows_name_their_payees_and_new_ones_are_made_once() {
    let harness = usual();
    let row = |id: &str, name: Json| json!({ "id": id, "account": "A", "date": "2024-06-10", "amount": -5, "payee_name": name });
    let mut with_both = row("t5", json!("Nobody"));
    with_both["payee"] = json!("pa");
    let added = json!([
        row("t1", json!(" KROGER ")),
        row("t2", json!("Zoo")),
        row("t3", json!("zoo")),
        row("t4", json!("  ")),
        with_both,
        row("t6", json!("Savings")),
        row("t7", json!("Baker")),
    ]);
    let made = json!([{ "id": "pz", "name": "Baker" }]);
    let told = harness.batch(json!({ "added": added, "newPayees": made }))["added"].clone();
    let payee = |at: usize| told[at]["payee"].clone();
    assert_eq!((payee(0), payee(3)), (json!("pk"), Json::Null));
    assert_eq!((payee(4), payee(6)), (json!("pa"), json!("pz")), "{told}");
    assert_eq!(payee(1), payee(2));
    let payees = harness.tables()["payees"].clone();
    let name = |id: &Json| payees[id.as_str().unwrap()]["name"].clone();
    assert_eq!((name(&payee(1)), name(&payee(5))), (json!("Zoo"), json!("Savings")));
    assert_eq!(told[5]["transfer_id"], Json::Null, "a name makes no transfer");
    assert!(payees.values().all(|payee| payee["name"] != "Nobody"));
    let update = "transactions-batch-update";
    harness.refused(update, json!({ "added": [row("t8", json!(5))] }), "invalid-transaction");
    let changed = json!({ "updated": [{ "id": "t1", "payee_name": "Zoo" }] });
    harness.refused(update, changed, "invalid-transaction");
    harness.ok("undo", json!({}));
    assert_eq!(harness.tables()["payees"][payee(1).as_str().unwrap()]["tombstone"], 1);
}
