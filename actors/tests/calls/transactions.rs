//! Calls about transactions beyond the vectors, and invalid input.

use std::collections::BTreeSet;

use serde_json::{Value as Json, json};
use sobre_actors::environment::Environment;
use sobre_actors::limits;
use sobre_engine::crdt::Change;

use crate::harness::Harness;
use crate::ledger::{check_ledger, usual};

const UPDATE: &str = "transactions-batch-update";

fn added(id: &str, account: &str, amount: i64) -> Json {
    json!({ "id": id, "account": account, "date": "2024-06-10", "amount": amount })
}

/// A transfer of 5.00 from Checking to Savings; returns the id of its other side.
fn transfer(harness: &Harness, id: &str, to: &str) -> String {
    let mut row = added(id, "A", -500);
    row["payee"] = json!(format!("tp-{to}"));
    harness.batch(json!({ "added": [row] }));
    harness.partner(id)["id"].as_str().unwrap().to_owned()
}

/// A split of -10.00 into food and a transfer to Savings; returns the other side's id.
fn split_with_transfer(harness: &Harness) -> String {
    let mut parent = added("p", "A", -1000);
    parent["is_parent"] = json!(true);
    let child = |id: &str, amount: i64| {
        let mut child = added(id, "A", amount);
        child["is_child"] = json!(true);
        child["parent_id"] = json!("p");
        child
    };
    let (mut food, mut moved) = (child("c1", -600), child("c2", -400));
    food["category"] = json!("food");
    moved["payee"] = json!("tp-B");
    harness.batch(json!({ "added": [parent, food, moved] }));
    harness.partner("c2")["id"].as_str().unwrap().to_owned()
}

#[test]
fn who_listens_may_do_without_the_rows_in_the_answer() {
    let harness = usual();
    let row = added("t1", "A", -5);
    let quiet = json!({ "added": [row.clone()], "answerRows": false });
    assert_eq!(harness.batch(quiet)["added"], json!([]));
    let answer = harness.batch(json!({ "deleted": [{ "id": "t1" }], "answerRows": false }));
    assert_eq!(answer["deleted"], json!([]));
    let spoken = harness.batch(json!({ "added": [added("t2", "A", -5)] }));
    assert_eq!(spoken["added"][0]["id"], "t2");
}

#[test]
fn a_wrong_row_refuses_the_whole_batch() {
    let harness = usual();
    harness.batch(json!({ "added": [added("t1", "A", -5)] }));
    let refused = |row: Json, code: &str, words: &str| {
        let batch = json!({ "added": [added("good", "A", 1), row] });
        let error = harness.refused(UPDATE, batch, code);
        assert_eq!(error["message"], words);
    };
    let with = |field: &str, value: Json| {
        let mut row = added("t2", "A", 1);
        row[field] = value;
        row
    };
    let invalid = "invalid-transaction";
    refused(with("amount", json!("5")), invalid, "Can't convert to integer: 5");
    refused(with("amount", json!({})), invalid, "Can't convert to integer: {}");
    refused(with("amount", json!(1_i64 << 51)), "amount-too-large", "The amount is too large");
    refused(with("amount", json!(-1e300)), "amount-too-large", "The amount is too large");
    refused(with("date", json!("2024-02-30")), invalid, "Invalid date: 2024-02-30");
    refused(with("date", json!(20_240_610)), invalid, "Invalid date: 20240610");
    refused(with("notes", json!(["x"])), invalid, "Can't convert to string: [\"x\"]");
    refused(with("payee", json!(7)), invalid, "Can't convert to id: 7");
    refused(with("sort_order", json!("top")), invalid, "Can't convert to float: top");
    refused(with("id", json!(7)), invalid, "Can't convert to id: 7");
    let long = "x".repeat(1000);
    let short = format!("Field \"{}\" does not exist on table transactions", "x".repeat(60));
    refused(with(&long, json!(1)), invalid, &short);
    let gone = "There is no account with the id nowhere.";
    refused(with("account", json!("nowhere")), "account-not-found", gone);
    let far = format!("There is no account with the id {}.", "y".repeat(60));
    refused(with("account", json!("y".repeat(1000))), "account-not-found", &far);
    let taken = "A transaction with the id t1 exists.";
    refused(added("t1", "A", 1), "transaction-exists", taken);
    let twice = "A transaction with the id good exists.";
    refused(added("good", "A", 1), "transaction-exists", twice);
}

#[test]
fn a_batch_must_be_made_of_lists_of_rows() {
    let harness = usual();
    for batch in [
        json!({ "added": {} }),
        json!({ "added": ["t1"] }),
        json!({ "updated": [7] }),
        json!({ "deleted": ["t1"] }),
        json!({ "deleted": [{}] }),
        json!({ "delted": [] }),
        json!([]),
    ] {
        harness.refused(UPDATE, batch, "bad-arguments");
    }
    let nothing = json!({ "added": [], "updated": [], "deleted": [], "errors": [] });
    assert_eq!(harness.batch(json!({})), nothing);
    assert_eq!(harness.batch(json!({ "added": null, "deleted": [] })), nothing);
    let many = vec![json!({ "id": "x" }); limits::ROWS_PER_CALL + 1];
    let refused = harness.call(UPDATE, json!({ "deleted": many })).unwrap_err();
    assert_eq!(refused["code"], "too-many-rows");
}

#[test]
fn rows_that_are_not_there_cannot_change_and_need_not_go() {
    let harness = usual();
    let error =
        harness.refused(UPDATE, json!({ "updated": [{ "id": "t9" }] }), "transaction-not-found");
    assert_eq!(error["message"], "There is no transaction with the id t9.");
    let error =
        harness.refused(UPDATE, json!({ "updated": [{ "notes": "x" }] }), "invalid-transaction");
    assert_eq!(error["message"], "\"id\" is required for table \"transactions\"");
    let before = harness.tables();
    let answer = harness.batch(json!({ "deleted": [{ "id": "t9" }, { "id": "t9" }] }));
    assert_eq!(answer["deleted"], json!([]));
    assert!(harness.tables() == before);
}

#[test]
fn a_deleted_row_can_be_changed_without_coming_back() {
    let harness = usual();
    let other = transfer(&harness, "t1", "B");
    harness.batch(json!({ "deleted": [{ "id": "t1" }, { "id": "t1" }] }));
    let answer =
        harness.batch(json!({ "updated": [{ "id": "t1", "amount": -9, "notes": "late" }] }));
    assert_eq!(answer["updated"], json!([]));
    assert_eq!(harness.row("t1")["deleted"], true);
    assert_eq!(harness.row(&other)["amount"], 500);
    check_ledger(&harness.tables());
    // Restored as a transfer, it gets a new other side.
    harness.batch(json!({ "updated": [{ "id": "t1", "tombstone": false }] }));
    assert_eq!(harness.partner("t1")["amount"], 9);
    check_ledger(&harness.tables());
}

#[test]
fn a_change_that_marks_a_row_as_deleted_deletes_it() {
    let harness = usual();
    let other = split_with_transfer(&harness);
    let answer = harness.batch(json!({ "updated": [{ "id": "p", "tombstone": true }] }));
    assert_eq!(answer["deleted"].as_array().unwrap().len(), 3);
    for id in ["p", "c1", "c2", &other] {
        assert_eq!(harness.row(id)["deleted"], true, "{id}");
    }
}

#[test]
fn both_sides_changed_at_once_stay_mirrored_and_the_first_change_wins() {
    let harness = usual();
    let other = transfer(&harness, "t1", "B");
    let both = |field: &str, one: Json, two: Json| {
        harness
            .batch(json!({ "updated": [{ "id": "t1", field: one }, { "id": other, field: two }] }));
        check_ledger(&harness.tables());
    };
    both("amount", json!(-700), json!(900));
    assert_eq!(harness.row(&other)["amount"], 700);
    both("payee", json!("tp-C"), json!("tp-C"));
    assert_eq!(harness.row("t1")["payee"], "tp-C");
    assert_eq!(
        (&harness.row(&other)["account"], &harness.row(&other)["payee"]),
        (&json!("C"), &json!("tp-A"))
    );
}

#[test]
fn making_both_sides_ordinary_loses_neither() {
    let harness = usual();
    let other = transfer(&harness, "t1", "B");
    harness.batch(
        json!({ "updated": [{ "id": "t1", "payee": "pk" }, { "id": other, "payee": "pk" }] }),
    );
    for (id, account, amount) in [("t1", "A", -500), (other.as_str(), "B", 500)] {
        let row = harness.row(id);
        assert_eq!((&row["account"], &row["amount"]), (&json!(account), &json!(amount)));
        assert_eq!(
            (&row["payee"], row.get("transfer_id"), row.get("deleted")),
            (&json!("pk"), None, None)
        );
    }
}

#[test]
fn deleting_both_sides_is_deleting_one() {
    let harness = usual();
    let other = transfer(&harness, "t1", "B");
    let before = harness.tables();
    let answer = harness.batch(json!({ "deleted": [{ "id": "t1" }, { "id": other }] }));
    assert_eq!(answer["deleted"].as_array().unwrap().len(), 2);
    harness.ok("undo", json!({}));
    assert!(harness.tables()["transactions"] == before["transactions"]);
}

#[test]
fn a_link_to_another_transfers_side_is_not_followed() {
    let harness = usual();
    let other = transfer(&harness, "t1", "B");
    harness.batch(json!({ "added": [added("t2", "C", -7)] }));
    // Taking over another transfer's link creates a separate other side.
    harness.batch(json!({ "updated": [{ "id": "t2", "payee": "tp-B", "transfer_id": other }] }));
    assert_eq!(harness.row(&other)["amount"], 500);
    assert_ne!(harness.row("t2")["transfer_id"], json!(other));
    // Pointing away from its other side deletes that and creates a new one.
    for link in [json!("t1"), json!("t2"), json!("nowhere"), Json::Null] {
        harness.batch(json!({ "updated": [{ "id": "t1", "transfer_id": link }] }));
        check_ledger(&harness.tables());
    }
    let sides = harness.tables()["transactions"].clone();
    let alive = sides.values().filter(|row| row["acct"] == "B" && row["tombstone"] == 0);
    assert_eq!(alive.count(), 2);
}

#[test]
fn rows_that_come_with_their_links_are_kept_as_a_pair() {
    let harness = usual();
    let (mut one, mut two) = (added("t1", "A", -500), added("t2", "B", 500));
    one["payee"] = json!("tp-B");
    one["transfer_id"] = json!("t2");
    two["payee"] = json!("tp-A");
    two["transfer_id"] = json!("t1");
    harness.batch(json!({ "added": [one, two] }));
    let alive = harness.tables()["transactions"].len();
    assert_eq!(alive, 2);
    check_ledger(&harness.tables());
}

#[test]
fn changing_the_other_side_of_a_part_keeps_the_split_true() {
    let harness = usual();
    let other = split_with_transfer(&harness);
    harness.batch(json!({ "updated": [{ "id": other, "amount": 300 }] }));
    assert_eq!(harness.row("c2")["amount"], -300);
    let error: Json = serde_json::from_str(harness.row("p")["error"].as_str().unwrap()).unwrap();
    assert_eq!(error, json!({ "type": "SplitTransactionError", "version": 1, "difference": -100 }));
    harness.batch(json!({ "updated": [{ "id": other, "amount": 400 }] }));
    assert_eq!(harness.row("p").get("error"), None);
    // A child cannot leave its parent's account: it leaves the transfer instead.
    harness.batch(json!({ "updated": [{ "id": other, "payee": "tp-C" }] }));
    let child = harness.row("c2");
    assert_eq!(
        (&child["account"], &child["payee"], child.get("transfer_id")),
        (&json!("A"), &Json::Null, None)
    );
    assert_eq!(harness.partner(&other)["account"], "C");
    check_ledger(&harness.tables());
}

#[test]
fn deleting_the_other_side_of_a_part_leaves_the_part() {
    let harness = usual();
    let other = split_with_transfer(&harness);
    harness.batch(json!({ "deleted": [{ "id": other }] }));
    let child = harness.row("c2");
    assert_eq!((&child["amount"], &child["payee"]), (&json!(-400), &Json::Null));
    assert_eq!((child.get("transfer_id"), child.get("deleted")), (None, None));
}

#[test]
fn splitting_a_transfer_takes_its_other_side_away() {
    let harness = usual();
    let other = transfer(&harness, "t1", "B");
    let answer =
        harness.batch(json!({ "updated": [{ "id": "t1", "is_parent": true, "payee": null }] }));
    assert_eq!(answer["updated"], json!([{ "id": "t1", "transfer_id": null }]));
    assert_eq!(harness.row(&other)["deleted"], true);
}

#[test]
fn no_part_is_left_without_its_split() {
    let harness = usual();
    split_with_transfer(&harness);
    harness.batch(json!({ "added": [added("t1", "A", 1)] }));
    let child = |parent: Json| {
        let mut child = added("c9", "A", 0);
        child["is_child"] = json!(true);
        child["parent_id"] = parent;
        json!({ "added": [child] })
    };
    let refused = |batch: Json| harness.refused(UPDATE, batch, "invalid-transaction");
    for parent in [json!("nowhere"), json!("t1"), json!("c1"), json!("c9"), Json::Null] {
        refused(child(parent));
    }
    refused(json!({ "updated": [{ "id": "p", "is_parent": false }] }));
    refused(json!({ "updated": [{ "id": "c1", "parent_id": "t1" }] }));
    refused(json!({ "updated": [{ "id": "c1", "is_parent": true }] }));
    harness.batch(json!({ "deleted": [{ "id": "p" }] }));
    let error = refused(child(json!("p")));
    assert_eq!(error["message"], "The parent of the split line c9 does not exist.");
    refused(json!({ "updated": [{ "id": "c1", "tombstone": false }] }));
    check_ledger(&harness.tables());
}

#[test]
fn a_split_with_its_last_parts_deleted_is_ordinary_again() {
    let harness = usual();
    let other = split_with_transfer(&harness);
    harness.batch(json!({
        "updated": [{ "id": "p", "is_parent": false, "error": null }],
        "deleted": [{ "id": "c1" }, { "id": "c2" }],
    }));
    assert_eq!(harness.row("p").get("is_parent"), None);
    assert_eq!(harness.row(&other)["deleted"], true);
}

#[test]
fn nothing_goes_to_an_account_that_is_gone() {
    let harness = usual();
    harness.write(vec![Change::new("accounts", "B", "tombstone", 1)]);
    harness.refused(UPDATE, json!({ "added": [added("t1", "B", 5)] }), "account-not-found");
    let mut row = added("t1", "A", 5);
    row["payee"] = json!("tp-B");
    harness.batch(json!({ "added": [row] }));
    assert_eq!(harness.tables()["transactions"].len(), 1);
}

#[test]
fn the_oldest_and_the_latest_row_leave_out_parts_and_deleted_ones() {
    let harness = usual();
    assert_eq!(harness.ok("get-earliest-transaction", json!({})), Json::Null);
    harness.give(&json!([
        { "id": "t1", "account": "A", "date": "2024-01-05", "amount": 1, "tombstone": true },
        { "id": "t2", "account": "A", "date": "2024-02-05", "amount": 1, "is_parent": true },
        { "id": "t3", "account": "A", "date": "2024-03-05", "amount": 1, "payee": "pk" },
        { "id": "c", "account": "A", "date": "2024-04-05", "amount": 1, "is_child": true, "parent_id": "t2" },
    ]));
    assert_eq!(harness.ok("get-earliest-transaction", json!({}))["id"], "t2");
    let latest = harness.ok("get-latest-transaction", json!({}));
    assert_eq!((&latest["id"], &latest["payee"]), (&json!("t3"), &json!("pk")));
}

fn merged(harness: &Harness, one: &str, other: &str) -> Json {
    let kept = harness.ok("transactions-merge", json!({ "ids": [one, other] }));
    check_ledger(&harness.tables());
    kept
}

#[test]
fn merging_takes_two_rows_of_one_account_and_amount() {
    let harness = usual();
    split_with_transfer(&harness);
    transfer(&harness, "t5", "B");
    harness.give(&json!([
        { "id": "t1", "account": "A", "date": "2024-06-01", "amount": 5, "reconciled": false },
        { "id": "t2", "account": "B", "date": "2024-06-01", "amount": 5 },
        { "id": "t3", "account": "A", "date": "2024-06-01", "amount": 6 },
        { "id": "t4", "account": "A", "date": "2024-06-01", "amount": 5, "tombstone": true },
        { "id": "t6", "account": "A", "date": "2024-06-01", "amount": -1000, "payee": "tp-B", "transfer_id": "x" },
    ]));
    let refused = |ids: Json, code: &str| {
        harness.refused("transactions-merge", json!({ "ids": ids }), code);
    };
    for ids in [["t1", "t2"], ["t1", "t3"], ["t1", "t1"], ["c1", "c1"], ["c1", "p"], ["p", "t6"]] {
        refused(json!(ids), "invalid-transaction");
    }
    refused(json!(["t1", "t4"]), "transaction-not-found");
    refused(json!(["t1", "t9"]), "transaction-not-found");
    refused(json!(["t1"]), "bad-arguments");
    refused(json!(["t1", "t2", "t3"]), "bad-arguments");
}

#[test]
fn the_earlier_row_stays_unless_the_bank_knows_the_other() {
    let harness = usual();
    harness.give(&json!([
        { "id": "t1", "account": "A", "date": "2024-06-03", "amount": 5, "payee": "pk" },
        { "id": "t2", "account": "A", "date": "2024-06-02", "amount": 5, "category": "food" },
        { "id": "t3", "account": "A", "date": "2024-06-09", "amount": 5, "imported_payee": "KROGER" },
    ]));
    assert_eq!(merged(&harness, "t1", "t2"), "t2");
    assert_eq!(merged(&harness, "t2", "t3"), "t3");
    let kept = harness.row("t3");
    assert_eq!((&kept["payee"], &kept["category"]), (&json!("pk"), &json!("food")));
    assert_eq!(kept["date"], "2024-06-09");
}

#[test]
fn merging_half_of_a_transfer_into_another_row_keeps_the_transfer() {
    let harness = usual();
    let other = transfer(&harness, "t1", "B");
    let bank = json!([{
        "id": "t2", "account": "A", "date": "2024-06-11", "amount": -500, "payee": "pk",
        "category": "food", "imported_id": "x",
    }]);
    harness.give(&bank);
    assert_eq!(merged(&harness, "t1", "t2"), "t2");
    let (kept, other) = (harness.row("t2"), harness.row(&other));
    assert_eq!((&kept["payee"], &kept["category"]), (&json!("tp-B"), &Json::Null));
    assert_eq!((&other["transfer_id"], other.get("deleted")), (&json!("t2"), None));
}

#[test]
fn merging_takes_over_the_parts_of_a_split() {
    let harness = usual();
    let other = split_with_transfer(&harness);
    harness.give(&json!([{
        "id": "t2", "account": "A", "date": "2024-06-11", "amount": -1000, "category": "rent",
        "imported_id": "x",
    }]));
    let before = harness.tables();
    assert_eq!(merged(&harness, "p", "t2"), "t2");
    let (kept, child) = (harness.row("t2"), harness.row("c1"));
    assert_eq!((&kept["is_parent"], &kept["category"]), (&json!(true), &Json::Null));
    assert_eq!((&child["parent_id"], &child["date"]), (&json!("t2"), &json!("2024-06-11")));
    assert_eq!(harness.row(&other).get("deleted"), None);
    assert_eq!(harness.row("p")["deleted"], true);
    harness.ok("undo", json!({}));
    assert!(harness.tables()["transactions"] == before["transactions"]);
}

#[test]
fn new_ids_are_different_and_follow_all_earlier_ones() {
    let mut environment = Environment::system(Some("2024-06-10".parse().unwrap()));
    environment.home = None;
    let harness = Harness::with(environment);
    let account = harness.ok("account-create", json!({ "name": "Bank" }));
    let row = json!({ "account": account, "date": "2024-06-10", "amount": -1 });
    let ids = || {
        let reply = harness.ok(UPDATE, json!({ "added": vec![row.clone(); 50] }));
        let id = |row: &Json| row["id"].as_str().unwrap().to_owned();
        reply["added"].as_array().unwrap().iter().map(id).collect::<BTreeSet<_>>()
    };
    let (first, second) = (ids(), ids());
    assert_eq!((first.len(), second.len()), (50, 50));
    assert!(first.last() < second.first(), "rows of a step are neighbours in indexes of ids");
    assert!(first.iter().all(|id| id.len() == 36 && &id[14..15] == "7"));
}
