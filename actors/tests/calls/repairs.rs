//! Repairing inconsistent splits and transfers of other programs.

use serde_json::{Value as Json, json};

use crate::ledger::{check_ledger, usual};

const REPAIR: &str = "tools/fix-split-transactions";
const CHECK: &str = "tools/check-split-transactions";

#[test]
fn splits_are_repaired_once_and_mismatches_reported() {
    let harness = usual();
    let day = |row: Json| {
        let mut row = row;
        row["date"] = json!("2024-06-10");
        row["account"] = row.get("account").cloned().unwrap_or_else(|| json!("A"));
        row
    };
    let child = |id: &str, parent: &str, amount: i64, payee: Json| json!({ "id": id, "is_child": true, "parent_id": parent, "amount": amount, "payee": payee });
    let rows = [
        json!({ "id": "p", "is_parent": true, "amount": -10, "payee": "pk", "cleared": true, "category": "food" }),
        child("c1", "p", -4, Json::Null),
        child("c2", "p", -5, json!("pa")),
        json!({ "id": "q", "is_parent": true, "amount": -3, "payee": "tp-B" }),
        child("c3", "q", -3, Json::Null),
        json!({ "id": "gone", "is_parent": true, "amount": 1, "tombstone": true }),
        child("c4", "gone", 1, json!("pk")),
        child("c5", "nowhere", 1, json!("pk")),
        json!({ "id": "t1", "amount": 1, "error": { "type": "SplitTransactionError" } }),
        json!({ "id": "t2", "amount": 1, "payee": "tp-B", "transfer_id": "t3", "category": "food" }),
        json!({ "id": "t3", "account": "B", "amount": -1, "payee": "tp-A", "transfer_id": "t2" }),
        json!({ "id": "t4", "amount": 1, "payee": "tp-O", "transfer_id": "t5", "category": "food" }),
        json!({ "id": "t5", "account": "O", "amount": -1, "payee": "tp-A", "transfer_id": "t4" }),
    ];
    harness.give(&rows.into_iter().map(day).collect());
    let checked = harness.ok(CHECK, json!({}));
    assert_eq!(harness.ok(CHECK, json!({})), checked, "a check changes nothing");
    let fixed = harness.ok(REPAIR, json!({}));
    let counts = |fixed: &Json| {
        [
            "numBlankPayees",
            "numCleared",
            "numDeleted",
            "numTransfersFixed",
            "numNonParentErrorsFixed",
            "numParentTransactionsWithCategoryFixed",
        ]
        .map(|name| fixed[name].as_u64().unwrap())
    };
    assert_eq!(counts(&fixed), [1, 2, 2, 1, 1, 1], "{fixed}");
    assert_eq!(counts(&checked), counts(&fixed), "{checked}");
    let odd = fixed["mismatchedSplits"].as_array().unwrap();
    assert_eq!(odd.len(), 1);
    assert_eq!(
        (&odd[0]["id"], odd[0]["subtransactions"].as_array().unwrap().len()),
        (&json!("p"), 2)
    );
    let payees = ["c1", "c2", "c3"].map(|id| harness.row(id)["payee"].clone());
    assert_eq!(payees, [json!("pk"), json!("pa"), Json::Null]);
    assert_eq!(
        (&harness.row("t2")["category"], &harness.row("t4")["category"]),
        (&Json::Null, &json!("food"))
    );
    assert_eq!(harness.row("t1").get("error"), None);
    assert_eq!(harness.ok("undo", json!({})), Json::Null);
    assert_eq!(counts(&harness.ok(CHECK, json!({}))), [0; 6]);
    let again = harness.ok(REPAIR, json!({}));
    assert_eq!(counts(&again), [0; 6]);
}

#[test]
fn a_transfer_with_the_error_of_a_split_gets_the_other_side_it_lacks() {
    let harness = usual();
    let row = |id: &str, amount: i64, payee: &str| {
        json!({
            "id": id, "account": "A", "date": "2024-06-10", "amount": amount, "payee": payee,
            "cleared": true, "error": { "type": "SplitTransactionError" },
        })
    };
    let linked = |mut row: Json, to: &str| {
        row["transfer_id"] = json!(to);
        row
    };
    let mut child = row("child", -4, "tp-C");
    child["is_child"] = json!(true);
    child["parent_id"] = json!("split");
    let mut lost = row("lost", -3, "tp-B");
    lost["is_child"] = json!(true);
    lost["parent_id"] = json!("nowhere");
    let mut noted = row("alone", -500, "tp-B");
    noted["notes"] = json!("rent");
    noted["category"] = json!("food");
    harness.give(&json!([
        noted,
        row("outside", -600, "tp-O"),
        linked(row("dangling", -700, "tp-B"), "nothing"),
        linked(row("whole", -800, "tp-B"), "other"),
        { "id": "other", "account": "B", "date": "2024-06-09", "amount": 800, "payee": "tp-A",
          "transfer_id": "whole", "notes": "its own" },
        row("plain", -9, "pk"),
        { "id": "split", "account": "A", "date": "2024-06-10", "amount": -4, "is_parent": true,
          "cleared": true },
        child,
        lost,
    ]));
    let before = harness.tables()["transactions"].len();
    assert_eq!(harness.ok(REPAIR, json!({}))["numNonParentErrorsFixed"], 7);
    let tables = harness.tables();
    check_ledger(&tables);
    assert_eq!(tables["transactions"].len(), before + 4);
    assert!(tables["transactions"].values().all(|row| row["error"] == Json::Null));
    let made = harness.partner("alone");
    assert_eq!(
        (&made["account"], &made["amount"], &made["notes"], &made["date"]),
        (&json!("B"), &json!(500), &json!("rent"), &json!("2024-06-10"))
    );
    assert_eq!(harness.row("alone")["category"], Json::Null);
    assert_eq!(harness.row("other")["notes"], "its own", "a whole transfer stays as it is");
    assert_eq!(harness.ok(REPAIR, json!({}))["numNonParentErrorsFixed"], 0);
    assert_eq!(harness.tables()["transactions"].len(), before + 4);
}
