//! Rules: adding, changing and deleting them, running them, and learning them from edits.

use serde_json::{Value as Json, json};
use sobre_engine::crdt::{Change, Value};

use crate::harness::Harness;
use crate::ledger::usual;

fn payee_is(payee: &str) -> Json {
    json!([{ "op": "is", "field": "payee", "value": payee, "type": "id" }])
}

fn categorize(category: &str) -> Json {
    json!([{ "op": "set", "field": "category", "value": category, "type": "id" }])
}

fn add(harness: &Harness, conditions: Json, actions: Json) -> Json {
    let rule = json!({ "stage": null, "conditions": conditions, "actions": actions });
    harness.ok("rule-add", rule)["id"].clone()
}

fn rules(harness: &Harness) -> Json {
    harness.ok("rules-get", json!({}))
}

/// A transaction after the rules ran on it.
fn ran(harness: &Harness, transaction: Json) -> Json {
    harness.ok("rules-run", json!({ "transaction": transaction }))
}

#[test]
fn each_change_of_a_rule_is_a_step_with_a_name() {
    let harness = usual();
    let id = add(&harness, payee_is("pk"), categorize("food"));
    let rule = |stage: Json, category: &str| {
        json!({ "id": id, "stage": stage, "conditionsOp": "and", "conditions": payee_is("pk"),
                "actions": categorize(category) })
    };
    assert_eq!(rules(&harness), json!([rule(Json::Null, "food")]));
    let changed = json!({ "id": id, "stage": "pre", "actions": categorize("rent") });
    assert_eq!(harness.ok("rule-update", changed), rule(json!("pre"), "rent"));
    assert_eq!(harness.ok("rule-get", json!({ "id": id })), rule(json!("pre"), "rent"));
    let deleted = harness.ok("rule-delete-all", json!([id, "none"]));
    assert_eq!(deleted, json!({ "someDeletionsFailed": false }));
    assert_eq!(rules(&harness), json!([]));
    let mut names = Vec::new();
    for expected in [json!([rule(json!("pre"), "rent")]), json!([rule(Json::Null, "food")])] {
        names.push(harness.ok("undo", json!({}))["name"]["key"].clone());
        assert_eq!(rules(&harness), expected);
    }
    names.push(harness.ok("undo", json!({}))["name"]["key"].clone());
    assert_eq!(json!(names), json!(["deletedRules", "changedRule", "addedRule"]));
    assert_eq!(rules(&harness), json!([]));
    harness.ok("redo", json!({}));
    assert_eq!(rules(&harness), json!([rule(Json::Null, "food")]));
}

#[test]
fn an_invalid_rule_is_answered_with_its_errors_and_not_stored() {
    let harness = usual();
    let id = add(&harness, payee_is("pk"), categorize("food"));
    let before = harness.tables();
    let bad = json!([{ "op": "is", "field": "amount", "value": null },
                     { "op": "is", "field": "amount", "value": 5 }]);
    let formula = json!([{ "op": "set", "field": "notes", "value": "",
                           "options": { "formula": "=SHOUT(notes)" } }]);
    let errors = json!({ "conditionErrors": ["no-null", null],
                         "actionErrors": ["unknown-function"] });
    let args = json!({ "conditions": bad, "actions": formula });
    assert_eq!(harness.ok("rule-validate", args), json!({ "error": errors }));
    let args = json!({ "stage": "post", "conditions": bad, "actions": formula });
    assert_eq!(harness.ok("rule-add", args), json!({ "error": errors }));
    let args = json!({ "id": id, "conditions": bad, "actions": formula });
    assert_eq!(harness.ok("rule-update", args), json!({ "error": errors }));
    assert!(harness.tables() == before);
    let rule = |stage: Json| json!({ "stage": stage, "conditions": [], "actions": [] });
    let error = harness.refused("rule-add", rule(json!("soon")), "invalid-rule");
    assert_eq!(error["message"], "Invalid rule stage: \"soon\"");
    harness.refused("rule-update", json!({ "id": "none" }), "rule-not-found");
    let mut twice = rule(Json::Null);
    twice["id"] = id;
    harness.refused("rule-add", twice, "rule-exists");
    let many = json!({ "conditions": vec![payee_is("pk")[0].clone(); 501], "actions": [] });
    harness.refused("rule-validate", many, "invalid-rule");
}

fn stored(id: &str, conditions: &str, actions: &str) -> Vec<Change> {
    let row = [("conditions", Value::from(conditions)), ("actions", Value::from(actions))];
    Change::row("rules", id, row).into_iter().collect()
}

#[test]
fn a_rule_that_cannot_be_read_is_shown_never_applies_and_stays_in_the_file() {
    let harness = usual();
    let actions = r#"[{"op":"set","field":"mood","value":"good"}]"#;
    harness.write(stored("broken", "{", actions));
    harness.write(stored("strange", "[]", actions));
    add(&harness, payee_is("pk"), categorize("food"));
    let rules = rules(&harness);
    let ids: Vec<_> = rules.as_array().unwrap().iter().map(|rule| rule["id"].clone()).collect();
    assert_eq!(json!(ids[1..]), json!(["broken", "strange"]), "after those that run");
    assert_eq!(rules[0].get("error"), None);
    assert_eq!(rules[1]["error"]["conditionErrors"], json!(["internal"]));
    assert_eq!(rules[2]["error"], json!({ "conditionErrors": null, "actionErrors": ["internal"] }));
    assert_eq!(rules[2]["actions"][0]["field"], "mood");
    assert_eq!(ran(&harness, json!({ "payee": "pk" }))["category"], "food");
    let kept = &harness.tables()["rules"];
    assert_eq!(
        (&kept["broken"]["conditions"], &kept["strange"]["actions"]),
        (&json!("{"), &json!(actions))
    );
    let mended = json!({ "id": "broken", "conditions": payee_is("pa"), "actions": [] });
    assert_eq!(harness.ok("rule-update", mended)["id"], "broken");
    assert_eq!(harness.ok("rule-get", json!("broken")).get("error"), None);
}

#[test]
fn rules_of_schedules_are_not_deleted() {
    let harness = usual();
    let own = add(&harness, payee_is("pk"), categorize("food"));
    let other = add(&harness, payee_is("pa"), categorize("food"));
    let rule = Value::from(own.as_str().unwrap());
    let row = [("rule", rule), ("completed", 1.into()), ("tombstone", 1.into())];
    harness.write(Change::row("schedules", "s1", row).into_iter().collect());
    let counts = || harness.ok("payees-get-rule-counts", json!({}));
    assert_eq!(counts(), json!({ "pa": 1 }), "the schedule is completed");
    let deleted = harness.ok("rule-delete-all", json!({ "ids": [own, other] }));
    assert_eq!(deleted, json!({ "someDeletionsFailed": true }));
    assert_eq!(rules(&harness)[0]["id"], own);
    harness.write(vec![Change::new("schedules", "s1", "completed", 0)]);
    assert_eq!(counts(), json!({ "pk": 1 }));
}

#[test]
fn merged_payees_and_categories_are_replaced_in_rules_until_it_is_undone() {
    let harness = usual();
    let either = json!([{ "op": "oneOf", "field": "payee", "value": ["pk", "pa", "pb"] }]);
    let id = add(&harness, either, categorize("food"));
    let of_rule = || {
        let rule = harness.ok("rule-get", json!({ "id": id }));
        json!([rule["conditions"][0]["value"], rule["actions"][0]["value"]])
    };
    harness.ok("payees-merge", json!({ "targetId": "pa", "mergeIds": ["pk"] }));
    assert_eq!(of_rule(), json!([["pa", "pb"], "food"]));
    assert_eq!(ran(&harness, json!({ "payee": "pa" }))["category"], "food");
    harness.ok("category-delete", json!({ "id": "food", "transferId": "rent" }));
    assert_eq!(of_rule(), json!([["pa", "pb"], "rent"]));
    let of_payee = harness.ok("payees-get-rules", json!({ "id": "pa" }));
    assert_eq!((&of_payee[0]["id"], of_payee.as_array().unwrap().len()), (&id, 1));
    assert_eq!(harness.ok("payees-get-rules", json!("pk")), json!([]));
    harness.ok("undo", json!({}));
    harness.ok("undo", json!({}));
    assert_eq!(of_rule(), json!([["pk", "pa", "pb"], "food"]));
}

#[test]
fn a_payee_set_by_name_is_found_or_named_for_the_one_who_adds_the_transaction() {
    let harness = usual();
    let name = |name: &str| json!([{ "op": "set", "field": "payee_name", "value": name }]);
    let like = |part: &str| json!([{ "op": "contains", "field": "imported_payee", "value": part }]);
    add(&harness, like("amzn"), name("AMAZON"));
    add(&harness, like("bakery"), name("Corner Bakery"));
    let known = ran(&harness, json!({ "imported_payee": "AMZN Mktp", "payee": null }));
    assert_eq!(known, json!({ "imported_payee": "AMZN Mktp", "payee": "pa" }));
    let new = ran(&harness, json!({ "imported_payee": "BAKERY 5", "payee": null }));
    assert_eq!(new["payee_name"], "Corner Bakery");
    assert_eq!(new["payee"], Json::Null);
}

fn given(harness: &Harness, count: u32) {
    let rows = (1..=count).map(|number| {
        json!({ "id": format!("t{number}"), "account": "A", "date": format!("2024-06-{number:02}"),
                "amount": -1000, "payee": "pk", "notes": "old" })
    });
    harness.give(&rows.collect());
}

#[test]
fn actions_are_carried_out_on_stored_transactions_in_one_step() {
    let harness = usual();
    given(&harness, 3);
    let before = harness.tables();
    let actions = json!([
        { "op": "set", "field": "category", "value": "rent" },
        { "op": "prepend-notes", "value": "very " },
        { "op": "set", "field": "payee_name", "value": "Corner Bakery" },
    ]);
    let args = json!({ "transactionIds": ["t1", "t2", "none"], "actions": actions });
    assert_eq!(harness.ok("rule-apply-actions", args)["errors"], json!([]));
    let row = harness.row("t1");
    assert_eq!((&row["category"], &row["notes"]), (&json!("rent"), &json!("very old")));
    assert_eq!(row["payee"], harness.row("t2")["payee"], "one new payee");
    assert_eq!(harness.row("t3")["notes"], "old");
    let undone = harness.ok("undo", json!({}));
    assert_eq!(undone["name"], json!({ "key": "appliedActions", "params": { "count": 2 } }));
    let transactions = |tables: crate::harness::Tables| tables["transactions"].clone();
    assert_eq!(transactions(harness.tables()), transactions(before));
    let bad = json!([{ "op": "set", "field": "nope", "value": "x" }]);
    let args = json!({ "transactionIds": ["t1"], "actions": bad });
    assert_eq!(harness.ok("rule-apply-actions", args), Json::Null);
}

#[test]
fn actions_split_and_delete_stored_transactions() {
    let harness = usual();
    given(&harness, 2);
    let line = |index: u32, method: &str, value: Json| {
        let options = json!({ "splitIndex": index, "method": method });
        json!({ "op": "set-split-amount", "value": value, "options": options })
    };
    let food = json!({ "op": "set", "field": "category", "value": "food",
                       "options": { "splitIndex": 1 } });
    let actions =
        json!([food, line(1, "fixed-percent", json!(33)), line(2, "remainder", Json::Null)]);
    // Enough others between the first and the second mention that they are read apart.
    let mut ids: Vec<_> = (0..2_500).map(|number| format!("none {number}")).collect();
    ids.push("t1".to_owned());
    let args =
        json!({ "transactions": [{ "id": "t1" }], "transactionIds": ids, "actions": actions });
    harness.ok("rule-apply-actions", args);
    let split = harness.row("t1");
    assert_eq!((&split["is_parent"], split.get("error")), (&json!(true), None), "{split}");
    let query = json!({
        "table": "transactions", "tableOptions": { "splits": "all" },
        "filterExpressions": [{ "parent_id": "t1" }],
        "selectExpressions": ["amount", "category", "payee", "date"],
        "orderExpressions": [{ "sort_order": "desc" }],
    });
    let lines = harness.ok("query", query.clone())["data"].clone();
    let expected = |amount: i64, category: Json| json!({ "amount": amount, "category": category, "payee": "pk", "date": "2024-06-01" });
    let fields = |line: &Json| {
        json!({ "amount": line["amount"], "category": line["category"], "payee": line["payee"],
                "date": line["date"] })
    };
    let lines: Vec<_> = lines.as_array().unwrap().iter().map(fields).collect();
    assert_eq!(lines, [expected(-330, json!("food")), expected(-670, Json::Null)]);
    let delete = json!([{ "op": "delete-transaction", "value": "" }]);
    let both = json!({ "transactionIds": ["t1", "t2"], "actions": delete });
    assert_eq!(harness.ok("rule-apply-actions", both)["deleted"].as_array().unwrap().len(), 4);
    assert_eq!(harness.ok("query", query)["data"], json!([]));
}

fn learn(harness: &Harness, id: &str, category: &str) {
    let updated = json!([{ "id": id, "category": category }]);
    harness.batch(json!({ "updated": updated, "learnCategories": true }));
}

#[test]
fn a_category_given_three_times_becomes_a_rule_in_the_same_step() {
    let harness = usual();
    given(&harness, 3);
    learn(&harness, "t1", "food");
    learn(&harness, "t2", "food");
    assert_eq!(rules(&harness), json!([]), "twice is too few, and the newest has none");
    learn(&harness, "t3", "food");
    assert_eq!(rules(&harness)[0]["conditions"], payee_is("pk"));
    assert_eq!(ran(&harness, json!({ "payee": "pk", "category": null }))["category"], "food");
    harness.ok("undo", json!({}));
    assert_eq!(rules(&harness), json!([]));
    harness.ok("redo", json!({}));
    let id = rules(&harness)[0]["id"].clone();
    let rows: Vec<_> = (1..=3)
        .map(|number| {
            json!({ "id": format!("t{number}"),
                                                    "category": "rent" })
        })
        .collect();
    harness.batch(json!({ "updated": rows, "learnCategories": true }));
    assert_eq!(rules(&harness)[0]["id"], id);
    assert_eq!(rules(&harness)[0]["actions"], categorize("rent"), "the rule follows");
    assert_eq!(rules(&harness).as_array().unwrap().len(), 1);
}

#[test]
fn nothing_is_learned_where_it_is_switched_off() {
    let harness = usual();
    given(&harness, 4);
    let teach = || (1..=4).for_each(|number| learn(&harness, &format!("t{number}"), "food"));
    let rows = json!([{ "id": "t4", "category": "food" }]);
    let payee = |learns: bool| {
        let updated = json!([{ "id": "pk", "learn_categories": learns }]);
        harness.ok("payees-batch-change", json!({ "updated": updated }));
    };
    let preference = |value: &str| {
        harness.ok("preferences/save", json!({ "id": "learn-categories", "value": value }));
    };
    payee(false);
    teach();
    payee(true);
    preference("false");
    teach();
    preference("true");
    harness.batch(json!({ "updated": rows }));
    assert_eq!(rules(&harness), json!([]), "the call did not ask for it");
    teach();
    assert_eq!(rules(&harness).as_array().unwrap().len(), 1);
}

#[test]
fn rules_fill_in_what_a_person_left_empty_and_learn_nothing_from_it() {
    let harness = usual();
    add(&harness, payee_is("pk"), categorize("food"));
    add(&harness, payee_is("pk"), json!([{ "op": "set", "field": "amount", "value": 5 }]));
    let note = json!([{ "op": "set", "field": "notes", "value": "by rule" }]);
    add(&harness, payee_is("pk"), note);
    let rules = harness.ok("rules-get", json!({}));
    let row = |id: &str, more: Json| {
        let mut row = json!({ "id": id, "account": "A", "date": "2024-06-10", "amount": -1000,
                              "payee": "pk" });
        row.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        row
    };
    let added = json!([
        row("t1", json!({ "category": null, "notes": "" })),
        row("t2", json!({ "category": "fun", "notes": "mine" })),
        row("t3", json!({ "is_parent": true })),
        row("t4", json!({ "is_child": true, "parent_id": "t3", "category": null })),
    ]);
    let batch = json!({ "added": added, "fillByRules": true, "learnCategories": true });
    harness.batch(batch);
    let shown = |id: &str| {
        let row = harness.row(id);
        (row["category"].clone(), row["notes"].clone(), row["amount"].clone())
    };
    assert_eq!(shown("t1"), (json!("food"), json!("by rule"), json!(-1000)));
    assert_eq!(shown("t2"), (json!("fun"), json!("mine"), json!(-1000)));
    assert_eq!(shown("t3").0, Json::Null);
    assert_eq!(shown("t4").0, Json::Null, "lines are as they were typed");
    assert_eq!(
        harness.ok("rules-get", json!({})).as_array().unwrap().len(),
        rules.as_array().unwrap().len()
    );
}

#[test]
fn a_category_that_rules_gave_while_a_transaction_was_typed_is_not_learned() {
    let harness = usual();
    let condition = json!([{ "op": "contains", "field": "notes", "value": "bread" }]);
    add(&harness, condition, categorize("food"));
    let count = || harness.ok("rules-get", json!({})).as_array().unwrap().len();
    let before = count();
    let enter = |ids: [&str; 4], notes: &str| {
        let row = |id| {
            json!({ "id": id, "account": "A", "date": "2024-06-10", "amount": -1000,
                    "payee": "pk", "category": "food", "notes": notes })
        };
        let added = ids.map(row);
        harness.batch(json!({ "added": added, "fillByRules": true, "learnCategories": true }));
    };
    enter(["t1", "t2", "t3", "t4"], "bread");
    assert_eq!(count(), before);
    enter(["t5", "t6", "t7", "t8"], "by hand");
    assert_eq!(count(), before + 1);
}

#[test]
fn rules_run_on_new_transactions_where_the_call_asks_for_it() {
    let harness = usual();
    let like = |part: &str| json!([{ "op": "contains", "field": "imported_payee", "value": part }]);
    add(&harness, like("kroger"), json!([{ "op": "set", "field": "payee", "value": "pk" }]));
    add(&harness, payee_is("pk"), categorize("food"));
    add(&harness, like("void"), json!([{ "op": "delete-transaction", "value": "" }]));
    let line = json!({ "op": "set-split-amount", "value": null,
                       "options": { "splitIndex": 1, "method": "remainder" } });
    add(&harness, like("split"), json!([line]));
    let row = |id: &str, imported: &str| {
        json!({ "id": id, "account": "A", "date": "2024-06-10", "amount": -1000,
                "payee_name": imported, "imported_payee": imported })
    };
    let added = json!([
        row("t1", "KROGER 1"),
        row("t2", "VOID"),
        row("t3", "SPLIT"),
        row("t4", "KROGER 2")
    ]);
    let added = harness.batch(json!({ "added": added, "runRules": true }));
    assert_eq!(added["added"].as_array().unwrap().len(), 4, "one less, and a line");
    let stored = harness.row("t1");
    assert_eq!((&stored["payee"], &stored["category"]), (&json!("pk"), &json!("food")));
    assert_eq!(harness.row("t3")["is_parent"], true);
    let names = |harness: &Harness| -> Vec<Json> {
        harness.tables()["payees"].values().map(|row| row["name"].clone()).collect()
    };
    assert!(names(&harness).contains(&json!("SPLIT")));
    assert!(!names(&harness).contains(&json!("KROGER 1")), "nobody needs this payee");
    let plain = json!([row("t5", "KROGER 1")]);
    harness.batch(json!({ "added": plain }));
    assert_eq!(harness.row("t5")["category"], Json::Null);
}

#[test]
fn a_dry_run_tells_what_a_rule_would_have_done_and_does_nothing() {
    let harness = usual();
    given(&harness, 3);
    let before = harness.tables();
    let tried = |conditions: Json, actions: Json| {
        harness.ok("rule-dry-run", json!({ "conditions": conditions, "actions": actions }))
    };
    let all = json!([{ "field": "amount", "op": "lt", "value": 100_000_000 }]);
    let told = tried(all.clone(), json!([{ "op": "append-notes", "value": "!" }]));
    let count = told["tried"].as_u64().unwrap();
    assert!(count >= 3, "{told}");
    assert_eq!(told["matched"], json!(count));
    assert_eq!(told["changed"].as_array().map(Vec::len), usize::try_from(count).ok());
    assert!(told["rows"][0]["changes"]["notes"].as_str().unwrap().ends_with('!'));
    let notes = harness.row("t1")["notes"].clone();
    let same = json!([{ "op": "set", "field": "notes", "value": notes }]);
    let only = json!([{ "field": "notes", "op": "is", "value": notes }]);
    let told = tried(only, same);
    assert_eq!(told["changed"], json!([]), "it matches, and all is as it says");
    assert!(told["matched"].as_u64().unwrap() > 0);
    let split = json!([
        { "op": "set-split-amount", "value": 40, "options": { "splitIndex": 1, "method": "fixed-percent" } },
    ]);
    let told = tried(all.clone(), split);
    assert_eq!(told["rows"][0]["changes"]["is_parent"], true);
    let deleted = tried(all, json!([{ "op": "delete-transaction", "value": "" }]));
    assert_eq!(deleted["rows"][0]["changes"]["tombstone"], 1);
    let wrong = tried(json!([{ "field": "nope", "op": "is", "value": 1 }]), json!([]));
    assert_eq!((&wrong["tried"], wrong["error"].is_object()), (&json!(0), true));
    assert_eq!(harness.tables(), before);
}

#[test]
fn a_dry_run_leaves_out_what_the_ledger_would_not_write() {
    let harness = usual();
    harness.give(&json!([
        { "id": "whole", "account": "A", "date": "2026-11-02", "amount": -500, "notes": "dry" },
        {
            "id": "split", "account": "A", "date": "2026-11-02", "amount": -500, "notes": "dry",
            "is_parent": true,
        },
        {
            "id": "line", "account": "A", "date": "2026-11-02", "amount": -500, "is_child": true,
            "parent_id": "split",
        },
    ]));
    let transfer = json!({
        "id": "moved", "account": "A", "date": "2026-11-02", "amount": -500, "notes": "dry",
        "payee": "tp-B",
    });
    harness.batch(json!({ "added": [transfer], "runTransfers": true }));
    let rule = json!({
        "conditions": [{ "field": "notes", "op": "is", "value": "dry" }],
        "actions": [{ "op": "set", "field": "category", "value": "food" }],
    });
    let told = harness.ok("rule-dry-run", rule);
    assert_eq!((&told["matched"], &told["changed"]), (&json!(4), &json!(["whole"])));
}

/// Account, date and whether it is cleared, of a split and its lines.
fn places(harness: &Harness, split: &str) -> Vec<Json> {
    let tables = harness.tables();
    let rows = tables["transactions"].values();
    let of_split = rows.filter(|row| row["id"] == split || row["parent_id"] == split);
    of_split.map(|row| json!([row["acct"], row["date"], row["cleared"]])).collect()
}

fn remainder() -> Json {
    let options = json!({ "splitIndex": 1, "method": "remainder" });
    json!({ "op": "set-split-amount", "value": null, "options": options })
}

fn moves() -> Json {
    let set = |field: &str, value: Json| json!({ "op": "set", "field": field, "value": value });
    json!([
        set("account", json!("B")),
        set("date", json!("2024-05-01")),
        set("cleared", json!(false)),
    ])
}

#[test]
fn lines_follow_a_split_that_rules_or_actions_move() {
    let harness = usual();
    let row = |id: &str, notes: &str| {
        json!({ "id": id, "account": "A", "date": "2024-06-10", "amount": -5_000,
                "cleared": true, "notes": notes })
    };
    let given_split = |id: &str, notes: &str| {
        let (mut split, mut line) = (row(id, notes), row(&format!("{id}-line"), "line"));
        split["is_parent"] = json!(true);
        (line["is_child"], line["parent_id"]) = (json!(true), json!(id));
        [split, line]
    };
    let noted = |notes: &str| json!([{ "op": "is", "field": "notes", "value": notes }]);
    add(&harness, noted("split"), json!([remainder()]));
    harness.ok(
        "rule-add",
        json!({ "stage": "post", "conditions": noted("split"), "actions": moves() }),
    );
    harness.ok(
        "rule-add",
        json!({ "stage": "post", "conditions": noted("given"), "actions": moves() }),
    );
    let [split, line] = given_split("t2", "given");
    harness.batch(json!({ "added": [row("t1", "split"), line, split], "runRules": true }));
    let [split, line] = given_split("t3", "plain");
    harness.batch(json!({ "added": [split, line] }));
    let apply = |id: &str| {
        let args = json!({ "transactionIds": [id], "actions": moves() });
        harness.ok("rule-apply-actions", args);
    };
    apply("t3-line");
    assert_eq!(places(&harness, "t3"), vec![json!(["A", 20_240_610, 1]); 2], "a line alone stays");
    apply("t3");
    for id in ["t1", "t2", "t3"] {
        assert_eq!(places(&harness, id), vec![json!(["B", 20_240_501, 0]); 2], "{id}");
    }
    let properties =
        |id: &str| harness.ok("account-properties", json!({ "id": id }))["balance"].clone();
    assert_eq!((properties("A"), properties("B")), (json!(0), json!(-15_000)));
    crate::ledger::check_ledger(&harness.tables());
}

#[test]
fn a_payee_that_a_rule_names_is_that_of_the_lines() {
    let harness = usual();
    let name = json!({ "op": "set", "field": "payee_name", "value": "Named" });
    let like = json!([{ "op": "contains", "field": "imported_payee", "value": "bank" }]);
    add(&harness, like, json!([name, remainder()]));
    let row = json!({ "id": "t1", "account": "A", "date": "2024-06-10", "amount": -1000,
                      "payee_name": "BANK", "imported_payee": "BANK" });
    let told = ran(&harness, row.clone());
    let line = &told["subtransactions"][0];
    assert_eq!((&line["payee_name"], &line["payee"]), (&json!("Named"), &Json::Null));
    harness.batch(json!({ "added": [row], "runRules": true }));
    let tables = harness.tables();
    let line = tables["transactions"].values().find(|row| row["parent_id"] == "t1").unwrap();
    let payee = tables["payees"][line["description"].as_str().unwrap()]["name"].clone();
    assert_eq!(payee, "Named");
}

#[test]
fn a_template_reads_the_balance_before_the_day() {
    let harness = usual();
    let row = |id: &str, day: &str, amount: i64| {
        let fields = json!({ "id": id, "account": "A", "date": day, "amount": amount });
        fields.as_object().cloned().unwrap()
    };
    let mut split = row("s", "2024-06-01", -300);
    split.insert("is_parent".to_owned(), json!(true));
    let mut line = row("l", "2024-06-01", -300);
    line.insert("is_child".to_owned(), json!(true));
    line.insert("parent_id".to_owned(), json!("s"));
    let rows = [row("old", "2023-01-31", 5_000), row("day", "2024-06-10", 7), split, line];
    harness.batch(json!({ "added": rows }));
    let told = json!([{ "op": "set", "field": "notes", "value": "",
                        "options": { "template": "{{balance}}" } }]);
    add(&harness, json!([{ "op": "is", "field": "amount", "value": 1 }]), told);
    let noted = |day: &str| ran(&harness, json!(row("new", day, 1)))["notes"].clone();
    assert_eq!((noted("2024-06-10"), noted("2024-06-11")), (json!("4700"), json!("4707")));
}
