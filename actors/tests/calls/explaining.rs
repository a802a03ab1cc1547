//! Why a transaction has its category, rules that contradict each other, and payees that are merged
//! with a rule for their names.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use serde_json::{Value as Json, json};

use crate::harness::{FOOD, Harness};
use crate::ledger::usual;

const DAY_MS: i64 = 86_400_000;

/// A budget with an account and a payee, on a clock that the test sets.
struct Ledger {
    harness: Harness,
    clock: Arc<AtomicI64>,
    account: Json,
    kiosk: Json,
    rent: Json,
}

impl Ledger {
    fn new() -> Self {
        let (harness, clock) = Harness::with_hand_clock();
        let account = harness.ok("account-create", json!({ "name": "Checking" }));
        let kiosk = harness.ok("payee-create", json!({ "name": "Kiosk" }));
        let categories = harness.ok("get-categories", json!({}));
        let list = categories["list"].as_array().unwrap();
        let rent = list.iter().map(|it| &it["id"]).find(|id| **id != FOOD).unwrap().clone();
        let ledger = Self { harness, clock, account, kiosk, rent };
        ledger.pass_a_day();
        ledger
    }

    fn pass_a_day(&self) -> i64 {
        self.clock.fetch_add(DAY_MS, Ordering::Relaxed) + DAY_MS
    }

    fn rule(&self, category: &Json) -> Json {
        let rule = json!({
            "stage": null,
            "conditions": [{ "field": "payee", "op": "is", "value": self.kiosk }],
            "actions": [{ "op": "set", "field": "category", "value": category }],
        });
        self.harness.ok("rule-add", rule)["id"].clone()
    }

    fn import(&self, fields: Json) -> Json {
        let mut row = json!({ "date": "2026-11-03", "amount": -320, "payee_name": "Kiosk",
                              "imported_payee": "KIOSK 12" });
        row.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        let import = json!({ "accountId": self.account, "transactions": [row] });
        self.harness.ok("transactions-import", import)["added"][0].clone()
    }

    fn add(&self, fields: Json) -> Json {
        let mut row = json!({ "account": self.account, "date": "2026-11-03", "amount": -320,
                              "payee": self.kiosk });
        row.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        self.harness.batch(json!({ "added": [row] }))["added"][0]["id"].clone()
    }

    fn edit(&self, id: &Json, category: &Json, learns: bool) {
        let updated = [json!({ "id": id, "category": category })];
        self.harness.batch(json!({ "updated": updated, "learnCategories": learns }));
    }

    /// The occasion; whether a rule sets what the transaction has, is learned, and is older.
    fn why(&self, id: &Json) -> (Json, Option<(bool, bool, bool)>) {
        let reason = self.harness.ok("explain-category", json!({ "id": id }));
        let category = &reason["category"];
        let flags = |rule: &Json| {
            let flag = |name: &str| rule[name].as_bool().unwrap();
            (rule["category"] == *category, flag("isLearned"), flag("isOlder"))
        };
        let rule = Some(&reason["rule"]).filter(|rule| !rule.is_null()).map(flags);
        (reason["written"]["occasion"].clone(), rule)
    }
}

#[test]
fn an_imported_category_names_the_rule_that_was_there_before() {
    let ledger = Ledger::new();
    ledger.rule(&json!(FOOD));
    let at = ledger.pass_a_day();
    let id = ledger.import(json!({}));
    assert_eq!(ledger.why(&id), (json!("imported"), Some((true, false, true))));
    let reason = ledger.harness.ok("explain-category", json!(id));
    assert_eq!((&reason["written"]["at"], &reason["isMoved"]), (&json!(at), &json!(false)));
    assert_eq!(reason["category"], FOOD);
    ledger.pass_a_day();
    ledger.edit(&id, &ledger.rent, false);
    assert_eq!(ledger.why(&id), (json!("edited"), Some((false, false, true))));
    ledger.harness.refused("explain-category", json!({ "id": "none" }), "transaction-not-found");
}

#[test]
fn a_rule_that_came_later_is_not_said_to_be_older() {
    let ledger = Ledger::new();
    let id = ledger.import(json!({ "category": FOOD }));
    assert_eq!(ledger.why(&id), (json!("imported"), None));
    ledger.pass_a_day();
    let rule = ledger.rule(&json!(FOOD));
    assert_eq!(ledger.why(&id), (json!("imported"), Some((true, false, false))));
    ledger.pass_a_day();
    let second = ledger.import(json!({ "date": "2026-11-09" }));
    assert_eq!(ledger.why(&second), (json!("imported"), Some((true, false, true))));
    ledger.pass_a_day();
    ledger.harness.ok("rule-update", json!({ "id": rule, "stage": "post" }));
    assert_eq!(ledger.why(&second).1, Some((true, false, false)), "it has changed since");
}

#[test]
fn typed_transactions_and_edits_are_told_apart() {
    let ledger = Ledger::new();
    let typed = ledger.add(json!({ "category": FOOD }));
    let blank = ledger.add(json!({}));
    assert_eq!(ledger.why(&typed), (json!("added"), None));
    assert_eq!(ledger.why(&blank), (json!("added"), None));
    ledger.pass_a_day();
    ledger.edit(&blank, &json!(FOOD), false);
    assert_eq!(ledger.why(&blank), (json!("edited"), None));
    ledger.pass_a_day();
    let updated = [json!({ "id": typed, "imported_id": "x1", "imported_payee": "KIOSK" })];
    ledger.harness.batch(json!({ "updated": updated }));
    assert_eq!(ledger.why(&typed).0, json!("added"), "the bank sent it later");
}

#[test]
fn a_learned_rule_is_known_as_one_until_somebody_edits_it() {
    let ledger = Ledger::new();
    let rows: Vec<Json> = (0..3).map(|_| ledger.add(json!({}))).collect();
    for row in &rows {
        ledger.pass_a_day();
        ledger.edit(row, &json!(FOOD), true);
    }
    assert_eq!(ledger.why(&rows[0]), (json!("edited"), Some((true, true, false))));
    ledger.pass_a_day();
    let next = ledger.import(json!({ "date": "2026-11-12" }));
    assert_eq!(ledger.why(&next), (json!("imported"), Some((true, true, true))));
    ledger.pass_a_day();
    let rule = ledger.harness.ok("explain-category", json!(next))["rule"]["rule"].clone();
    let actions = json!([{ "op": "set", "field": "category", "value": ledger.rent }]);
    ledger.harness.ok("rule-update", json!({ "id": rule["id"], "actions": actions }));
    assert_eq!(ledger.why(&next), (json!("imported"), Some((false, false, false))));
}

#[test]
fn a_merged_category_is_told_and_splits_and_transfers_have_no_rule() {
    let ledger = Ledger::new();
    let other = ledger.harness.ok("account-create", json!({ "name": "Savings" }));
    ledger.rule(&json!(FOOD));
    let id = ledger.add(json!({ "category": ledger.rent }));
    ledger.pass_a_day();
    let delete = json!({ "id": ledger.rent, "transferId": FOOD });
    ledger.harness.ok("category-delete", delete);
    let reason = ledger.harness.ok("explain-category", json!({ "id": id }));
    assert_eq!(reason["isMoved"], true);
    let payees = ledger.harness.ok("payees-get", json!({}));
    let mut payees = payees.as_array().unwrap().iter();
    let to = payees.find(|payee| payee["transfer_acct"] == other).unwrap();
    let transfer = ledger.add(json!({ "payee": to["id"], "imported_payee": "Kiosk" }));
    assert_eq!(ledger.why(&transfer).1, None);
    let split = ledger.add(json!({ "is_parent": true }));
    let line = ledger.add(json!({ "is_child": true, "parent_id": split, "category": FOOD }));
    assert_eq!(ledger.why(&split).1, None);
    assert_eq!(ledger.why(&line), (json!("added"), None));
}

#[test]
fn conflicts_follow_merges_of_payees() {
    let harness = usual();
    let rule = |payee: &str, category: &str| {
        let rule = json!({
            "stage": null,
            "conditions": [{ "field": "payee", "op": "is", "value": payee }],
            "actions": [{ "op": "set", "field": "category", "value": category }],
        });
        harness.ok("rule-add", rule)["id"].clone()
    };
    let (first, second) = (rule("pk", "food"), rule("pa", "rent"));
    let conflicts = || harness.ok("rules-find-conflicts", json!({}));
    assert_eq!(conflicts(), json!([]));
    harness.ok("payees-merge", json!({ "targetId": "pk", "mergeIds": ["pa"] }));
    let order = harness.ok("rules-get", json!({}));
    let expected = json!([{
        "earlier": order[0]["id"], "later": order[1]["id"], "field": "category",
    }]);
    assert_eq!(conflicts(), expected);
    assert!([&first, &second].contains(&&order[0]["id"]));
    harness.ok("undo", json!({}));
    assert_eq!(conflicts(), json!([]));
}

#[test]
fn merged_payees_are_renamed_by_a_rule_of_the_same_step() {
    let harness = usual();
    let before = harness.tables();
    let merge = json!({ "targetId": "pk", "mergeIds": ["pa", "pb", "pa"], "rename": true });
    harness.ok("payees-merge", merge);
    let rules = harness.ok("rules-get", json!({}));
    assert_eq!(
        (&rules[0]["stage"], &rules[0]["conditions"][0]["value"], &rules[0]["actions"][0]["value"]),
        (&json!("pre"), &json!(["Amazon", "Landlord"]), &json!("pk"))
    );
    let run = json!({ "transaction": { "imported_payee": "AMAZON", "payee": null } });
    assert_eq!(harness.ok("rules-run", run)["payee"], "pk");
    let other = harness.ok("payee-create", json!({ "name": "Amzn" }));
    harness.ok("payees-merge", json!({ "targetId": "pk", "mergeIds": [other], "rename": true }));
    let rules = harness.ok("rules-get", json!({}));
    assert_eq!(rules.as_array().unwrap().len(), 1, "the names join the rule");
    assert_eq!(rules[0]["conditions"][0]["value"], json!(["Amazon", "Landlord", "Amzn"]));
    for _ in 0..3 {
        harness.ok("undo", json!({}));
    }
    assert_eq!(harness.ok("rules-get", json!({})), json!([]));
    let names = |tables: &crate::harness::Tables| {
        let live = tables["payees"].values().filter(|row| row["tombstone"] == 0);
        live.map(|row| row["name"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(names(&harness.tables()), names(&before));
}
