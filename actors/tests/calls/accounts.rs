//! Accounts.

use serde_json::{Value as Json, json};
use sobre_engine::crdt::{Change, Value};

use crate::harness::{FOOD, Harness};

pub(crate) fn create(harness: &Harness, args: Json) -> String {
    harness.ok("account-create", args).as_str().unwrap().to_owned()
}

/// Names of the accounts in order.
fn names(harness: &Harness) -> Vec<String> {
    let accounts = harness.ok("accounts-get", json!({}));
    let names = accounts.as_array().unwrap().iter();
    names.map(|account| account["name"].as_str().unwrap().to_owned()).collect()
}

fn named<'a>(
    rows: impl Iterator<Item = (&'a String, &'a serde_json::Map<String, Json>)>,
    name: &str,
) -> String {
    rows.filter(|(_, row)| row["name"] == name).map(|(id, _)| id.clone()).next().unwrap()
}

#[test]
fn an_account_comes_with_its_transfer_payee_and_starting_balance() {
    let harness = Harness::new();
    let args = json!({ "name": " Bank ", "type": "checking", "balance": 12.5 });
    let id = create(&harness, args);
    let tables = harness.tables();
    let account = &tables["accounts"][&id];
    assert_eq!(account["name"], "Bank");
    assert_eq!(account["type"], "checking");
    assert_eq!((&account["offbudget"], &account["closed"]), (&json!(0), &json!(0)));
    assert_eq!(account["sort_order"], 16384.0);
    let payees = &tables["payees"];
    let transfer = payees.iter().find(|(_, row)| row["transfer_acct"] == id.as_str()).unwrap();
    assert_eq!(transfer.1["name"], "");
    assert_eq!(tables["payee_mapping"][transfer.0]["targetId"], transfer.0.as_str());
    let starting = named(payees.iter(), "Starting Balance");
    let income = named(tables["categories"].iter(), "Starting Balances");
    let rows: Vec<_> = tables["transactions"].values().collect();
    assert_eq!(rows.len(), 1);
    let expected = json!({
        "acct": id, "amount": 1250, "description": starting, "category": income,
        "date": 20_261_120, "cleared": 1, "starting_balance_flag": 1, "tombstone": 0,
    });
    for (column, value) in expected.as_object().unwrap() {
        assert_eq!(&rows[0][column], value, "{column}");
    }
    assert_eq!(harness.cell(&format!("__global!balance-{id}")), 1250);
    assert_eq!(harness.cell("budget202611!to-budget"), 1250);
    create(&harness, json!({ "name": "Shares", "balance": -0.01, "offBudget": true }));
    let tables = harness.tables();
    let named = tables["payees"].values().filter(|row| row["name"] == "Starting Balance");
    assert_eq!(named.count(), 1);
    let outside = tables["transactions"].values().find(|row| row["amount"] == -1).unwrap();
    assert_eq!(outside["category"], Json::Null);
}

#[test]
fn an_account_without_a_balance_has_no_transaction() {
    let harness = Harness::new();
    create(&harness, json!({ "name": "A" }));
    create(&harness, json!({ "name": "B", "balance": 0, "type": null }));
    create(&harness, json!({ "name": "C", "balance": null, "closed": true }));
    let tables = harness.tables();
    assert!(tables["transactions"].is_empty());
    assert!(tables["accounts"].values().all(|row| row["type"] == Json::Null));
    let accounts = harness.ok("accounts-get", json!({}));
    assert_eq!(accounts[2]["closed"], true);
}

#[test]
fn making_an_account_is_one_step() {
    let harness = Harness::new();
    let id = create(&harness, json!({ "name": "Bank", "balance": 5 }));
    harness.ok("undo", json!({}));
    assert_eq!(names(&harness), Vec::<String>::new());
    assert_eq!(harness.cell("__global!accounts-balance"), 0);
    harness.ok("redo", json!({}));
    assert_eq!(harness.cell(&format!("__global!balance-{id}")), 500);
}

#[test]
fn a_wrong_account_is_refused() {
    let harness = Harness::new();
    for name in ["", " \t "] {
        harness.refused("account-create", json!({ "name": name }), "name-required");
    }
    for args in [
        json!({}),
        json!({ "name": null }),
        json!({ "name": "A", "type": "piggy" }),
        json!({ "name": "A", "balance": "12" }),
        json!({ "name": "A", "balance": 1e15 }),
        json!({ "name": "A", "offBudget": 1 }),
        json!({ "name": "A", "more": 1 }),
    ] {
        harness.refused("account-create", args, "bad-arguments");
    }
    harness.refused("account-update", json!({ "id": "no", "name": "A" }), "account-not-found");
    harness.refused("account-properties", json!({ "id": "no" }), "account-not-found");
    harness.refused("account-reopen", json!({ "id": "no" }), "account-not-found");
    harness.refused("account-move", json!({ "id": "no" }), "account-not-found");
    let id = create(&harness, json!({ "name": "A" }));
    harness.refused("account-update", json!({ "id": id, "name": "  " }), "name-required");
    harness.refused("account-update", json!({ "id": id }), "bad-arguments");
}

#[test]
fn a_budget_holds_only_so_many_accounts() {
    let harness = Harness::new();
    let many = (0..2_000).flat_map(|number| {
        let columns = [("name", Value::from("A")), ("offbudget", 0.into()), ("closed", 0.into())];
        Change::row("accounts", format!("a{number}"), columns)
    });
    harness.write(many.collect());
    harness.refused("account-create", json!({ "name": "One more" }), "too-many-accounts");
}

#[test]
fn an_account_is_renamed() {
    let harness = Harness::new();
    let id = create(&harness, json!({ "name": "A" }));
    assert_eq!(harness.ok("account-update", json!({ "id": id, "name": " 日本 " })), json!({}));
    assert_eq!(names(&harness), ["日本"]);
}

#[test]
fn accounts_move_within_their_side_of_the_budget_and_closed_ones_among_themselves() {
    let harness = Harness::new();
    let make = |name: &str, off: bool, closed: bool| {
        create(&harness, json!({ "name": name, "offBudget": off, "closed": closed }))
    };
    let ids: Vec<_> = ["A", "B", "C"].iter().map(|name| make(name, false, false)).collect();
    let closed = [make("X", false, true), make("Y", true, true)];
    let outside = make("O", true, false);
    let orders = || {
        let of = |id: &String| harness.tables()["accounts"][id]["sort_order"].as_f64().unwrap();
        ids.iter().map(of).collect::<Vec<_>>()
    };
    assert_eq!(orders(), [16384.0, 32768.0, 49152.0]);
    let moves = |id: &str, target: Json| {
        harness.ok("account-move", json!({ "id": id, "targetId": target }));
    };
    // The closed account is in the same list.
    moves(&ids[0], Json::Null);
    assert_eq!(orders()[0], 5.0 * 16384.0);
    moves(&ids[2], json!(ids[1]));
    assert_eq!(orders()[2], 16384.0);
    // An account of another list is not a valid target.
    moves(&ids[2], json!(outside));
    assert_eq!(orders()[2], 6.0 * 16384.0);
    moves(&closed[1], json!(closed[0]));
    let tables = harness.tables();
    let order = |id: &String| tables["accounts"][id]["sort_order"].as_f64().unwrap();
    assert!(order(&closed[1]) < order(&closed[0]));
    harness.ok("undo", json!({}));
    assert_eq!(harness.tables()["accounts"][&closed[1]]["sort_order"], 16384.0);
}

#[test]
fn a_move_between_close_neighbours_makes_room() {
    let harness = Harness::new();
    let ids: Vec<_> = ["A", "B", "C"].map(|name| create(&harness, json!({ "name": name }))).into();
    let place = |id: &str, order: f64| Change::new("accounts", id, "sort_order", order);
    harness.write(vec![place(&ids[0], 100.0), place(&ids[1], 101.0), place(&ids[2], 30_000.0)]);
    harness.ok("account-move", json!({ "id": ids[2], "targetId": ids[1] }));
    let orders = ids.iter().map(|id| harness.tables()["accounts"][id]["sort_order"].clone());
    assert_eq!(orders.collect::<Vec<_>>(), [100.0, 16485.0, 100.5]);
    assert_eq!(names(&harness), ["A", "C", "B"]);
}

#[test]
fn what_is_in_an_account_counts_splits_and_their_parts() {
    let harness = Harness::new();
    let id = create(&harness, json!({ "name": "A", "balance": 100 }));
    create(&harness, json!({ "name": "B", "balance": 7 }));
    let row = |id: &str, account: &str, amount: i64, more: &[(&'static str, Value)]| {
        let columns = [
            ("acct", Value::from(account)),
            ("date", 20_261_105.into()),
            ("amount", amount.into()),
        ];
        Change::row("transactions", id, columns.into_iter().chain(more.iter().cloned()))
    };
    let child = [("isChild", Value::from(1)), ("parent_id", "p".into())];
    harness.write(
        [
            row("p", &id, -1000, &[("isParent", 1.into())]),
            row("p1", &id, -600, &child),
            row("p2", &id, -400, &child),
            row("gone", &id, 5, &[("tombstone", 1.into())]),
        ]
        .concat(),
    );
    let figures = || harness.ok("account-properties", json!({ "id": id }));
    assert_eq!(figures(), json!({ "balance": 9000, "numTransactions": 4 }));
    // Children of deleted parents count.
    harness.write(vec![Change::new("transactions", "p", "tombstone", 1)]);
    assert_eq!(figures(), json!({ "balance": 9000, "numTransactions": 3 }));
}

#[test]
fn every_list_has_a_balance_by_cleared_rows() {
    let harness = Harness::new();
    let id = create(&harness, json!({ "name": "A", "balance": 1 }));
    create(&harness, json!({ "name": "B", "balance": 20, "offBudget": true }));
    create(&harness, json!({ "name": "C", "balance": 300, "closed": true }));
    let row = [
        ("acct", Value::from(id.as_str())),
        ("date", 20_261_105.into()),
        ("amount", 4000.into()),
        ("cleared", 0.into()),
    ];
    harness.write(Change::row("transactions", "t", row));
    for (list, all, cleared) in [
        (id.as_str(), 4100, 100),
        ("all", 36_100, 32_100),
        ("budgeted", 4100, 100),
        ("offbudget", 2000, 2000),
        ("uncategorized", 4000, 0),
    ] {
        let cell = |end: &str| {
            let name = format!("balance-query-{list}{end}");
            let args = json!({ "sheetName": "__global", "name": name, "query": {} });
            harness.ok("create-query", args)["value"].clone()
        };
        assert_eq!((cell(""), cell("-cleared")), (json!(all), json!(cleared)), "{list}");
        assert_eq!(cell("-uncleared"), all - cleared, "{list}");
    }
    harness.write(vec![Change::new("transactions", "t", "cleared", 1)]);
    assert_eq!(harness.cell("__global!balance-query-uncategorized-cleared"), 4000);
    assert_eq!(harness.cell("__global!balance-query-all-uncleared"), 0);
}

fn close(harness: &Harness, args: Json) {
    assert_eq!(harness.ok("account-close", args), Json::Null);
}

#[test]
fn an_account_without_transactions_is_deleted_when_it_is_closed() {
    let harness = Harness::new();
    let id = create(&harness, json!({ "name": "A" }));
    let changed = harness.changes("account-close", json!({ "id": id, "forced": true }));
    assert_eq!(changed, [format!("accounts {id} tombstone: 1")]);
    assert_eq!(names(&harness), Vec::<String>::new());
    harness.ok("undo", json!({}));
    assert_eq!(names(&harness), ["A"]);
    // A deleted or closed account stays as it is.
    close(&harness, json!({ "id": id }));
    assert!(harness.changes("account-close", json!({ "id": id })).is_empty());
    assert!(harness.changes("account-close", json!({ "id": "unknown" })).is_empty());
}

#[test]
fn what_is_left_in_a_closed_account_goes_to_another_open_one() {
    let harness = Harness::new();
    let bank = create(&harness, json!({ "name": "Bank", "balance": 100 }));
    let cash = create(&harness, json!({ "name": "Cash" }));
    let old = create(&harness, json!({ "name": "Old", "closed": true }));
    let refused = |target: &str, code| {
        let args = json!({ "id": bank, "transferAccountId": target });
        harness.refused("account-close", args, code)
    };
    harness.refused("account-close", json!({ "id": bank }), "transfer-required");
    refused(&bank, "transfer-to-itself");
    refused(&old, "account-closed");
    refused("unknown", "account-not-found");
    let args = json!({ "id": bank, "transferAccountId": cash, "categoryId": "unknown" });
    harness.refused("account-close", args, "no-categories");
    harness.refused("account-close", json!({ "id": bank, "forced": 1 }), "bad-arguments");
    let before = harness.cells();
    close(&harness, json!({ "id": bank, "transferAccountId": cash }));
    assert_eq!(harness.cell(&format!("__global!balance-{cash}")), 10_000);
    assert_eq!(harness.cell(&format!("__global!balance-{bank}")), 0);
    assert_eq!(harness.cell("__global!closed-accounts-balance"), 0);
    assert_eq!(harness.cell("budget202611!to-budget"), 10_000);
    harness.ok("account-reopen", json!({ "id": bank }));
    assert_eq!(harness.cell(&format!("__global!balance-{bank}")), 0);
    harness.ok("undo", json!({}));
    harness.ok("undo", json!({}));
    assert_eq!(harness.cells(), before);
}

#[test]
fn money_that_leaves_the_budget_with_an_account_counts_for_a_category() {
    let harness = Harness::new();
    let bank = create(&harness, json!({ "name": "Bank", "balance": 100 }));
    let house = create(&harness, json!({ "name": "House", "balance": 7, "offBudget": true }));
    let way = json!({ "id": bank, "transferAccountId": house, "categoryId": FOOD });
    close(&harness, way);
    assert_eq!(harness.cell(&format!("budget202611!sum-amount-{FOOD}")), -10_000);
    assert_eq!(harness.cell("__global!uncategorized-amount"), 0);
    assert_eq!(harness.cell("__global!offbudget-accounts-balance"), 10_700);
}

#[test]
fn a_forced_close_takes_all_transactions_and_leaves_the_other_sides() {
    let harness = Harness::new();
    let bank = create(&harness, json!({ "name": "Bank", "balance": 100 }));
    let cash = create(&harness, json!({ "name": "Cash" }));
    let tables = harness.tables();
    let is_bank = |row: &&serde_json::Map<String, Json>| row["transfer_acct"] == bank.as_str();
    let payee = tables["payees"].values().find(is_bank).unwrap()["id"].clone();
    let added = json!([{ "account": cash, "date": "2026-11-05", "amount": -500, "payee": payee }]);
    harness.ok("transactions-batch-update", json!({ "added": added }));
    assert_eq!(harness.cell(&format!("__global!balance-{bank}")), 10_500);
    let before = (harness.tables(), harness.cells());
    close(&harness, json!({ "id": bank, "forced": true }));
    let after = harness.tables();
    let living = after["transactions"].values().filter(|row| row["tombstone"] == 0);
    let living: Vec<_> = living.collect();
    assert_eq!(living.len(), 1);
    assert_eq!(
        (&living[0]["description"], &living[0]["transferred_id"]),
        (&Json::Null, &Json::Null)
    );
    assert_eq!(after["payees"][payee.as_str().unwrap()]["tombstone"], 1);
    assert_eq!(harness.cell("__global!accounts-balance"), -500);
    harness.ok("undo", json!({}));
    assert!(before == (harness.tables(), harness.cells()));
}

#[test]
fn balances_that_add_up_to_more_than_an_amount_are_taken() {
    let harness = Harness::new();
    let most = (1_i64 << 51) - 1;
    create(&harness, json!({ "name": "Treasure", "balance": 22_517_998_136_852.47 }));
    create(&harness, json!({ "name": "Purse", "balance": 0.01 }));
    let total = || harness.cell("__global!accounts-balance");
    assert_eq!(total(), json!(most + 1));
    harness.ok("close-budget", json!({}));
    harness.ok("load-budget", json!({ "id": crate::harness::BUDGET }));
    assert_eq!(total(), json!(most + 1));
    create(&harness, json!({ "name": "Debt", "balance": -0.01 }));
    assert_eq!(total(), json!(most));
}

/// Links the account to a bank.
fn link(harness: &Harness, id: &str) {
    harness.write(Change::row("banks", "bank", [("name", Value::from("First Bank"))]));
    let columns = [
        ("bank", Value::from("bank")),
        ("account_id", Value::from("their-7")),
        ("balance_current", 1250.into()),
    ];
    harness.write(Change::row("accounts", id, columns));
}

fn bank_of(harness: &Harness, id: &str) -> [Json; 3] {
    let tables = harness.tables();
    ["bank", "account_id", "balance_current"].map(|column| tables["accounts"][id][column].clone())
}

const NO_BANK: [Json; 3] = [Json::Null, Json::Null, Json::Null];

#[test]
fn closing_takes_an_account_off_its_bank_and_undo_leaves_that() {
    let harness = Harness::new();
    let from = create(&harness, json!({ "name": "A", "balance": 5 }));
    let to = create(&harness, json!({ "name": "B" }));
    link(&harness, &from);
    assert_eq!(harness.ok("accounts-get", json!({}))[0]["bankId"], "bank");
    harness.refused("account-close", json!({ "id": from }), "transfer-required");
    assert_ne!(bank_of(&harness, &from), NO_BANK);
    close(&harness, json!({ "id": from, "transferAccountId": to }));
    assert_eq!(bank_of(&harness, &from), NO_BANK);
    harness.ok("undo", json!({}));
    assert_eq!(harness.tables()["accounts"][&from]["closed"], 0);
    assert_eq!(bank_of(&harness, &from), NO_BANK);
    harness.ok("redo", json!({}));
    assert_eq!(harness.tables()["accounts"][&from]["closed"], 1);
    // An account closed elsewhere while linked: unlinking alone is not a step.
    link(&harness, &from);
    close(&harness, json!({ "id": from }));
    assert_eq!(bank_of(&harness, &from), NO_BANK);
    harness.ok("undo", json!({}));
    assert_eq!(harness.tables()["accounts"][&from]["closed"], 0);
}

#[test]
fn unlinking_is_no_step_and_clears_only_set_fields() {
    let harness = Harness::new();
    let id = create(&harness, json!({ "name": "A" }));
    assert!(harness.changes("account-unlink", json!({ "id": id })).is_empty());
    link(&harness, &id);
    let columns = harness.changes("account-unlink", json!({ "id": id }));
    assert_eq!(columns.len(), 3, "{columns:?}");
    assert_eq!(harness.ok("accounts-get", json!({}))[0].get("bankId"), None);
    harness.ok("undo", json!({}));
    assert_eq!(names(&harness), Vec::<String>::new());
    harness.refused("account-unlink", json!({ "id": "no" }), "account-not-found");
}
