//! Categories and groups.

use rusqlite::Connection;
use serde_json::{Value as Json, json};
use sobre_actors::limits;
use sobre_engine::crdt::{Change, Value};

use crate::harness::{BUDGET, FOOD, GENERAL, Harness, INCOME_GROUP, SAVINGS_GROUP, USUAL};

fn names(harness: &Harness, group: &str) -> Vec<String> {
    let categories = harness.ok("get-categories", json!({}));
    let groups = categories["grouped"].as_array().unwrap();
    let group = groups.iter().find(|it| it["id"] == group).expect("the group");
    let of = |it: &Json| it["name"].as_str().unwrap().to_owned();
    group["categories"].as_array().unwrap().iter().map(of).collect()
}

fn group_names(harness: &Harness) -> Vec<String> {
    let categories = harness.ok("get-categories", json!({}));
    let groups = categories["grouped"].as_array().unwrap();
    groups.iter().map(|it| it["name"].as_str().unwrap().to_owned()).collect()
}

fn orders(harness: &Harness, ids: &[&str]) -> Vec<f64> {
    let tables = harness.tables();
    ids.iter().map(|id| tables["categories"][*id]["sort_order"].as_f64().unwrap()).collect()
}

pub(crate) fn create(harness: &Harness, name: &str, group: &str) -> String {
    let id = harness.ok("category-create", json!({ "name": name, "groupId": group }));
    id.as_str().unwrap().to_owned()
}

pub(crate) fn budget(harness: &Harness, month: &str, category: &str, amount: i64) {
    let args = json!({ "month": month, "category": category, "amount": amount });
    harness.ok("budget/budget-amount", args);
}

fn spend(harness: &Harness, id: &str, category: &str, amount: i64) {
    let account = [("name", Value::from("Bank")), ("offbudget", 0.into()), ("closed", 0.into())];
    let row = [
        ("acct", Value::from("acc")),
        ("category", category.into()),
        ("date", 20_261_105.into()),
        ("amount", amount.into()),
        ("isParent", 0.into()),
        ("isChild", 0.into()),
    ];
    let mut changes = Change::row("accounts", "acc", account);
    changes.extend(Change::row("transactions", id, row));
    harness.write(changes);
}

#[test]
fn a_new_category_is_trimmed_and_becomes_the_first_of_its_group() {
    let harness = Harness::new();
    let id = create(&harness, "  Pets ", USUAL);
    assert_eq!(names(&harness, USUAL)[..2], ["Pets", "Food"]);
    assert_eq!(orders(&harness, &[&id]), [8192.0]);
    assert_eq!(harness.tables()["category_mapping"][&id]["transferId"], id);
    assert_eq!(harness.cell(&format!("budget202611!leftover-{id}")), 0);
    let other = create(&harness, "pets", SAVINGS_GROUP);
    assert_eq!(names(&harness, SAVINGS_GROUP)[0], "pets", "the same name in another group");
    assert_ne!(id, other);
}

#[test]
fn a_category_that_cannot_be_made_changes_nothing() {
    let harness = Harness::new();
    let refused = |args: Json, code| harness.refused("category-create", args, code);
    refused(json!({ "name": "food", "groupId": USUAL }), "category-exists");
    refused(json!({ "name": " ", "groupId": USUAL }), "name-required");
    refused(json!({ "name": "Pets", "groupId": "nowhere" }), "group-not-found");
    refused(json!({ "name": "Pets" }), "bad-arguments");
    refused(json!({ "name": 1, "groupId": USUAL }), "bad-arguments");
    refused(json!({ "name": "Pets", "groupId": USUAL, "extra": 1 }), "bad-arguments");
}

#[test]
fn renaming_and_hiding_a_category_change_only_the_given_fields() {
    let harness = Harness::new();
    let changed = harness.changes("category-update", json!({ "id": FOOD, "name": " Meals " }));
    assert_eq!(changed, [format!("categories {FOOD} name: \"Meals\"")]);
    let changed = harness.changes("category-update", json!({ "id": FOOD, "hidden": true }));
    assert_eq!(changed, [format!("categories {FOOD} hidden: 1")]);
    assert!(harness.changes("category-update", json!({ "id": FOOD })).is_empty());
    let both = json!({ "id": FOOD, "name": "General", "hidden": false });
    assert_eq!(harness.changes("category-update", both).len(), 2, "duplicates are not checked");
    harness.refused("category-update", json!({ "id": "no", "name": "x" }), "no-categories");
    harness.refused("category-update", json!({ "id": FOOD, "name": "" }), "name-required");
}

#[test]
fn a_category_moves_before_another_or_to_the_end() {
    let harness = Harness::new();
    harness.ok("category-move", json!({ "id": FOOD, "groupId": USUAL, "targetId": null }));
    assert_eq!(names(&harness, USUAL).last().unwrap(), "Food");
    assert_eq!(orders(&harness, &[FOOD]), [81920.0]);
    harness.ok("category-move", json!({ "id": FOOD, "groupId": USUAL, "targetId": GENERAL }));
    assert_eq!(names(&harness, USUAL)[0], "Food");
    assert_eq!(orders(&harness, &[FOOD]), [16384.0]);
    harness.ok("category-move", json!({ "id": FOOD, "groupId": SAVINGS_GROUP }));
    assert_eq!(names(&harness, SAVINGS_GROUP), ["Savings", "Food"]);
    let unknown = json!({ "id": FOOD, "groupId": USUAL, "targetId": "not-there" });
    harness.ok("category-move", unknown);
    assert_eq!(names(&harness, USUAL).last().unwrap(), "Food", "an unknown target is the end");
}

#[test]
fn a_move_without_room_shifts_later_items() {
    let harness = Harness::new();
    harness.write(vec![
        Change::new("categories", FOOD, "sort_order", 1),
        Change::new("categories", GENERAL, "sort_order", 2),
    ]);
    let id = create(&harness, "Pets", USUAL);
    assert_eq!(orders(&harness, &[&id, FOOD, GENERAL]), [0.5, 16385.0, 32769.0]);
    assert_eq!(names(&harness, USUAL)[..3], ["Pets", "Food", "General"]);
    harness.ok("category-move", json!({ "id": GENERAL, "groupId": USUAL, "targetId": id }));
    assert_eq!(names(&harness, USUAL)[..3], ["General", "Pets", "Food"]);
    assert_eq!(orders(&harness, &[GENERAL]), [0.25]);
}

#[test]
fn moves_of_missing_items_are_refused() {
    let harness = Harness::new();
    let refused = |args: Json, code| harness.refused("category-move", args, code);
    refused(json!({ "id": "no", "groupId": USUAL }), "no-categories");
    refused(json!({ "id": FOOD, "groupId": "no" }), "group-not-found");
    refused(json!({ "id": FOOD }), "bad-arguments");
    harness.refused("category-group-move", json!({ "id": "no" }), "group-not-found");
}

#[test]
fn deleting_with_a_transfer_moves_budgets_and_transactions() {
    let harness = Harness::new();
    budget(&harness, "2026-10", FOOD, 500);
    budget(&harness, "2026-11", FOOD, 700);
    budget(&harness, "2026-11", GENERAL, 11);
    spend(&harness, "t1", FOOD, -300);
    assert_eq!(harness.ok("must-category-transfer", json!({ "id": FOOD })), true);
    harness.ok("category-delete", json!({ "id": FOOD, "transferId": GENERAL }));
    assert_eq!(harness.cell(&format!("budget202610!budget-{GENERAL}")), 500);
    assert_eq!(harness.cell(&format!("budget202611!budget-{GENERAL}")), 711);
    assert_eq!(harness.cell(&format!("budget202611!sum-amount-{GENERAL}")), -300);
    assert_eq!(harness.cell(&format!("budget202611!leftover-{FOOD}")), Json::Null);
    let tables = harness.tables();
    assert_eq!(tables["category_mapping"][FOOD]["transferId"], GENERAL);
    assert_eq!(tables["categories"][FOOD]["tombstone"], 1);
    let rows = tables["zero_budgets"].values();
    let rows = rows.filter(|row| row["category"] == GENERAL).count();
    assert_eq!(rows, 16, "a row in every month that has a sheet");
    harness.refused("category-delete", json!({ "id": FOOD }), "no-categories");
}

#[test]
fn deleting_in_turn_leads_all_old_transactions_to_the_last_target() {
    let harness = Harness::new();
    let pets = create(&harness, "Pets", USUAL);
    spend(&harness, "t1", &pets, -300);
    harness.ok("category-delete", json!({ "id": pets, "transferId": FOOD }));
    harness.ok("category-delete", json!({ "id": FOOD, "transferId": GENERAL }));
    let mapping = &harness.tables()["category_mapping"];
    assert_eq!(mapping[&pets]["transferId"], GENERAL);
    assert_eq!(mapping[FOOD]["transferId"], GENERAL);
    assert_eq!(harness.cell(&format!("budget202611!sum-amount-{GENERAL}")), -300);
}

#[test]
fn a_category_without_anything_needs_no_transfer() {
    let harness = Harness::new();
    let needed = |id: &str| harness.ok("must-category-transfer", json!({ "id": id }));
    assert_eq!(needed(FOOD), false);
    assert_eq!(needed("unknown"), false);
    budget(&harness, "2026-11", FOOD, 1);
    assert_eq!(needed(FOOD), true);
    budget(&harness, "2026-11", FOOD, 0);
    assert_eq!(needed(FOOD), false);
    budget(&harness, "2036-11", FOOD, 1);
    assert_eq!(needed(FOOD), false, "a month without a sheet does not count");
    let changed = harness.changes("category-delete", json!({ "id": FOOD }));
    assert_eq!(changed, [format!("categories {FOOD} tombstone: 1")]);
}

#[test]
fn a_category_goes_only_to_another_living_one_of_its_kind() {
    let harness = Harness::new();
    let income = harness.tables()["categories"]
        .iter()
        .find(|(_, row)| row["is_income"] == 1)
        .map(|(id, _)| id.clone())
        .unwrap();
    let refused = |transfer: &str, code| {
        harness.refused("category-delete", json!({ "id": FOOD, "transferId": transfer }), code)
    };
    refused(&income, "category-type");
    refused(FOOD, "no-categories");
    refused("unknown", "no-categories");
    harness.refused("category-delete", json!({ "id": "unknown" }), "no-categories");
}

#[test]
fn rows_of_odd_files_without_flags_and_with_fractions_are_understood() {
    let harness = Harness::new();
    harness.ok("close-budget", json!({}));
    let file = Connection::open(harness.data_dir().join(BUDGET).join("db.sqlite")).unwrap();
    file.execute_batch(&format!(
        "UPDATE categories SET tombstone = NULL WHERE id = '{FOOD}'; \
         INSERT INTO zero_budgets (id, month, category, amount) \
         VALUES ('odd', 202611, '{FOOD}', 10.6), ('none', NULL, '{FOOD}', NULL)"
    ))
    .unwrap();
    drop(file);
    harness.ok("load-budget", json!({ "id": BUDGET }));
    assert!(names(&harness, USUAL).contains(&"Food".to_owned()));
    harness.ok("category-delete", json!({ "id": FOOD, "transferId": GENERAL }));
    assert_eq!(harness.cell(&format!("budget202611!budget-{GENERAL}")), 11);
}

#[test]
fn a_group_is_made_at_the_end_renamed_hidden_and_moved() {
    let harness = Harness::new();
    let id = harness.ok("category-group-create", json!({ "name": " Fun " }));
    let id = id.as_str().unwrap();
    assert_eq!(group_names(&harness)[2], "Fun");
    assert_eq!(harness.cell(&format!("budget202611!group-leftover-{id}")), 0);
    harness.ok("category-group-move", json!({ "id": id, "targetId": USUAL }));
    assert_eq!(group_names(&harness)[0], "Fun");
    harness.ok("category-group-move", json!({ "id": id, "targetId": null }));
    assert_eq!(group_names(&harness)[2], "Fun");
    let changed = harness.changes("category-group-update", json!({ "id": id, "name": "FUN" }));
    assert_eq!(changed, [format!("category_groups {id} name: \"FUN\"")]);
    let changed = harness.changes("category-group-update", json!({ "id": id, "hidden": true }));
    assert_eq!(changed, [format!("category_groups {id} hidden: 1")]);
    let error = harness.refused("category-group-create", json!({ "name": "fun" }), "group-exists");
    assert_eq!(error["meta"], json!({ "name": "fun" }));
    harness.refused("category-group-create", json!({ "name": "" }), "name-required");
    let taken = json!({ "id": id, "name": "usual expenses" });
    harness.refused("category-group-update", taken, "group-exists");
    harness.refused("category-group-update", json!({ "id": "no" }), "group-not-found");
    harness.refused("category-group-update", json!({ "id": id, "name": " " }), "name-required");
}

#[test]
fn deleting_a_group_sums_its_budgets_into_the_target() {
    let harness = Harness::new();
    let savings = create(&harness, "More", SAVINGS_GROUP);
    budget(&harness, "2026-11", FOOD, 100);
    budget(&harness, "2026-11", GENERAL, 20);
    budget(&harness, "2026-11", &savings, 3);
    let inside = json!({ "id": USUAL, "transferId": FOOD });
    harness.refused("category-group-delete", inside, "no-categories");
    harness.ok("category-group-delete", json!({ "id": USUAL, "transferId": savings }));
    assert_eq!(harness.cell(&format!("budget202611!budget-{savings}")), 123);
    assert!(!group_names(&harness).contains(&"Usual Expenses".to_owned()));
    let tables = harness.tables();
    assert_eq!(tables["categories"][FOOD]["tombstone"], 1);
    assert_eq!(tables["category_mapping"][GENERAL]["transferId"], savings);
    harness.refused("category-group-delete", json!({ "id": USUAL }), "group-not-found");
}

#[test]
fn the_last_income_group_stays() {
    let harness = Harness::new();
    let last = json!({ "id": INCOME_GROUP });
    harness.refused("category-group-delete", last.clone(), "last-income-group");
    harness.ok("category-group-create", json!({ "name": "Other income", "isIncome": true }));
    harness.ok("category-group-delete", last);
    assert_eq!(group_names(&harness).last().unwrap(), "Other income");
}

#[test]
fn a_name_has_a_generous_limit() {
    let harness = Harness::new();
    let longest = "ž".repeat(limits::NAME_CHARS);
    let id = create(&harness, &format!("  {longest} "), USUAL);
    let too_long = format!("{longest}x");
    let refused = |name: &str, mut args: Json| {
        args["name"] = json!(too_long);
        let error = harness.refused(name, args, "name-too-long");
        assert_eq!(error["meta"], json!({ "most": 250 }));
    };
    refused("category-create", json!({ "groupId": USUAL }));
    refused("category-update", json!({ "id": id }));
    refused("category-group-create", json!({}));
    refused("category-group-update", json!({ "id": USUAL }));
    refused("account-create", json!({}));
    assert_eq!(names(&harness, USUAL)[0], longest);
}

#[test]
fn no_more_categories_are_made_than_a_budget_can_be_opened_with() {
    let harness = Harness::new();
    let mut changes = Vec::new();
    for at in 0..limits::CATEGORIES {
        let id = format!("made-{at}");
        changes.extend(Change::row("category_groups", &id, [("name", Value::from("x"))]));
        let columns = [("name", Value::from("x")), ("cat_group", USUAL.into())];
        changes.extend(Change::row("categories", &id, columns));
    }
    harness.write(changes);
    let category = json!({ "name": "One more", "groupId": USUAL });
    harness.refused("category-create", category, "too-many-categories");
    harness.refused("category-group-create", json!({ "name": "One more" }), "too-many-categories");
    harness.ok("category-delete", json!({ "id": "made-0" }));
}
