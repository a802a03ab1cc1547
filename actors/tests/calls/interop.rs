//! Files exported by other programs of this file format: every reported value must equal ours,
//! after the import and again after an export and its import.

use std::collections::BTreeMap;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value as Json, json};

use crate::harness::{Harness, Tables, fixture};

pub(crate) fn import(harness: &Harness, zip: &[u8]) {
    let contents = STANDARD.encode(zip);
    let upload =
        harness.ok("upload-file-web", json!({ "filename": "a.zip", "contents": contents }));
    let args = json!({ "filepath": upload["filepath"], "type": "actual" });
    let imported = harness.ok("import-budget", args);
    harness.ok("load-budget", json!({ "id": imported["id"] }));
    harness.ok("get-budget-bounds", json!({}));
}

/// Runs `check` on the imported file and on an import of its export.
fn twice(name: &str, check: impl Fn(&Harness, &Json)) {
    let text = std::fs::read_to_string(fixture(&format!("interop/{name}.expected.json"))).unwrap();
    let expected: Json = serde_json::from_str(&text).unwrap();
    let first = Harness::empty();
    import(&first, &std::fs::read(fixture(&format!("interop/{name}.zip"))).unwrap());
    check(&first, &expected);
    let exported = first.ok("export-budget", json!({}));
    let again = Harness::empty();
    import(&again, &STANDARD.decode(exported["data"].as_str().unwrap()).unwrap());
    check(&again, &expected);
    assert_eq!(again.tables(), first.tables(), "{name}");
    assert_eq!(again.cells(), first.cells(), "{name}");
}

fn truth(value: &Json) -> Json {
    json!(value == &json!(1))
}

/// Compares a stored row with a reported one: flags are numbers in the tables.
fn check_row(stored: &serde_json::Map<String, Json>, reported: &Json, keys: &[(&str, &str)]) {
    for (column, key) in keys {
        let ours = if reported[*key].is_boolean() {
            truth(&stored[*column])
        } else {
            stored[*column].clone()
        };
        let same = ours == reported[*key]
            || (ours.is_number() && ours.as_f64() == reported[*key].as_f64());
        assert!(same, "{column} of {reported}: {ours}");
    }
}

fn check_accounts(harness: &Harness, accounts: &Json) {
    let accounts = accounts.as_array().unwrap();
    let tables = harness.tables();
    for account in accounts {
        let id = account["id"].as_str().unwrap();
        let keys = [("name", "name"), ("offbudget", "offbudget"), ("closed", "closed")];
        check_row(&tables["accounts"][id], account, &keys);
        // Their balance excludes future rows and counts splits by their children.
        let rows = tables["transactions"].values();
        let rows = rows.filter(|row| row["acct"] == id && row["tombstone"] == 0);
        let sum = |kept: &dyn Fn(&Map<String, Json>) -> bool| -> i64 {
            rows.clone().filter(|row| kept(row)).map(|row| row["amount"].as_i64().unwrap()).sum()
        };
        let today = |row: &Map<String, Json>| {
            row["isParent"] == 0 && row["date"].as_i64().unwrap() <= 20_261_120
        };
        assert_eq!(account["balance"], sum(&today), "{id}");
        let all = sum(&|row| row["isChild"] == 0);
        assert_eq!(harness.cell(&format!("__global!balance-{id}")), all, "{id}");
        for row in account["transactions"].as_array().into_iter().flatten() {
            check_transaction(&tables, row);
        }
    }
    let living = harness.ok("accounts-get", json!({}));
    let ids = |list: &[Json]| {
        let mut ids: Vec<_> = list.iter().map(|it| it["id"].to_string()).collect();
        ids.sort();
        ids
    };
    assert_eq!(ids(living.as_array().unwrap()), ids(accounts));
}

fn check_transaction(tables: &Tables, row: &Json) {
    let stored = &tables["transactions"][row["id"].as_str().unwrap()];
    let keys = [
        ("isParent", "is_parent"),
        ("isChild", "is_child"),
        ("acct", "account"),
        ("amount", "amount"),
        ("notes", "notes"),
        ("cleared", "cleared"),
        ("tombstone", "tombstone"),
        ("transferred_id", "transfer_id"),
        ("sort_order", "sort_order"),
    ];
    check_row(stored, row, &keys);
    let date = stored["date"].to_string();
    let date = format!("{}-{}-{}", &date[..4], &date[4..6], &date[6..]);
    assert_eq!(row["date"], date);
    for child in row["subtransactions"].as_array().into_iter().flatten() {
        check_transaction(tables, child);
    }
}

/// The amounts of a month by cell names.
fn check_months(harness: &Harness, months: &Json) {
    for (month, reported) in months.as_object().unwrap() {
        let sheet = format!("budget{}", month.replace('-', ""));
        let cell = |name: &str| harness.cell(&format!("{sheet}!{name}"));
        let same = |name: &str, key: &str, holder: &Json| {
            if !holder[key].is_null() {
                assert_eq!(cell(name), holder[key], "{sheet}!{name}");
            }
        };
        let to_same = [
            ("available-funds", "incomeAvailable"),
            ("last-month-overspent", "lastMonthOverspent"),
            ("buffered", "forNextMonth"),
            ("to-budget", "toBudget"),
            ("from-last-month", "fromLastMonth"),
            ("total-income", "totalIncome"),
            ("total-spent", "totalSpent"),
            ("total-leftover", "totalBalance"),
            ("total-budgeted", "totalBudgeted"),
        ];
        to_same.iter().for_each(|(name, key)| same(name, key, reported));
        for group in reported["categoryGroups"].as_array().unwrap() {
            let id = group["id"].as_str().unwrap();
            for (name, key) in [
                ("group-budget", "budgeted"),
                ("group-sum-amount", "spent"),
                ("group-leftover", "balance"),
            ] {
                same(&format!("{name}-{id}"), key, group);
            }
            for category in group["categories"].as_array().unwrap() {
                let id = category["id"].as_str().unwrap();
                for (name, key) in [
                    ("budget", "budgeted"),
                    ("sum-amount", "spent"),
                    ("sum-amount", "received"),
                    ("leftover", "balance"),
                    ("carryover", "carryover"),
                ] {
                    let rollover_income = category["is_income"] == true && key == "balance";
                    if !rollover_income {
                        same(&format!("{name}-{id}"), key, category);
                    }
                }
            }
        }
    }
}

fn check_groups(harness: &Harness, groups: &Json) {
    let shown = harness.ok("get-categories", json!({}));
    let shown = shown["grouped"].as_array().unwrap();
    assert_eq!(shown.len(), groups.as_array().unwrap().len());
    for (ours, theirs) in shown.iter().zip(groups.as_array().unwrap()) {
        for key in ["id", "name", "is_income", "hidden"] {
            assert_eq!(ours[key], theirs[key]);
        }
        let (ours, theirs) = (ours["categories"].as_array(), theirs["categories"].as_array());
        assert_eq!(ours.unwrap().len(), theirs.unwrap().len());
        for (ours, theirs) in ours.unwrap().iter().zip(theirs.unwrap()) {
            for key in ["id", "name", "is_income", "hidden"] {
                assert_eq!(ours[key], theirs[key]);
            }
            assert_eq!(ours["cat_group"], theirs["group_id"]);
        }
    }
}

fn check_rows(harness: &Harness, expected: &Json) {
    let tables = harness.tables();
    for (table, count) in expected["table_counts"].as_object().unwrap() {
        if let Some(rows) = tables.get(table) {
            assert_eq!(&json!(rows.len()), count, "{table}");
        }
    }
    let notes: BTreeMap<_, _> = expected["notes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|note| (note["id"].as_str().unwrap(), note["note"].clone()))
        .collect();
    assert_eq!(harness.ok("notes-get", json!({})), json!(notes));
    let prefs = harness.ok("load-prefs", json!({}));
    for pref in expected["preferences"].as_array().unwrap() {
        let shown = &prefs[pref["id"].as_str().unwrap()];
        let same = shown == &pref["value"] || (pref["value"] == "tracking" && shown == "report");
        assert!(same, "{pref}: {shown}");
    }
    for (table, column) in [("category_mapping", "transferId"), ("payee_mapping", "targetId")] {
        for mapping in expected[table].as_array().unwrap() {
            let id = mapping["id"].as_str().unwrap();
            assert_eq!(tables[table][id][column], mapping[column], "{table}");
        }
        let moved = tables[table].iter().filter(|(id, row)| row[column] != **id).count();
        assert_eq!(moved, expected[table].as_array().unwrap().len(), "{table}");
    }
    for payee in expected["payees"].as_array().unwrap() {
        let keys = [("name", "name"), ("transfer_acct", "transfer_acct")];
        let stored = &tables["payees"][payee["id"].as_str().unwrap()];
        if payee["transfer_acct"].is_null() {
            check_row(stored, payee, &keys);
        } else {
            check_row(stored, payee, &keys[1..]);
        }
    }
    for row in expected["reflect_budgets"].as_array().into_iter().flatten() {
        let keys = ["month", "category", "amount", "carryover", "goal", "long_goal"];
        let stored = &tables["reflect_budgets"][row["id"].as_str().unwrap()];
        check_row(stored, row, &keys.map(|key| (key, key)));
    }
    assert_eq!(prefs["budgetName"], expected["budget"]["budgetName"]);
}

fn check_recent(harness: &Harness, expected: &Json) {
    check_accounts(harness, &expected["accounts"]);
    check_groups(harness, &expected["category_groups"]);
    check_months(harness, &expected["months"]);
    check_rows(harness, expected);
}

#[test]
fn a_synced_budget_shows_the_same_as_its_program() {
    twice("plain_26_9", check_recent);
}

#[test]
fn a_tracking_budget_shows_the_same_as_its_program() {
    twice("tracking_local_26_9", check_recent);
}

#[test]
fn an_early_file_shows_the_same_as_early_and_late_programs() {
    twice("early_15_migrations", |harness, expected| {
        check_accounts(harness, &expected["by_26_9"]["accounts"]);
        check_months(harness, &expected["by_26_9"]["months"]);
        check_months(harness, &expected["by_early_client"]["budget_months"]);
        let prefs = harness.ok("load-prefs", json!({}));
        assert_eq!(prefs["budgetName"], expected["metadata"]["budgetName"]);
        assert!(Path::new(&harness.folder()).is_dir());
    });
}
