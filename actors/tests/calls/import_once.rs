//! Statements that come again, late or in other words: no money is there twice, and none is
//! swallowed.

use serde_json::{Value as Json, json};

use crate::harness::Harness;
use crate::ledger::{ledger, usual};

impl Harness {
    fn import_into(&self, account: &str, rows: Json) -> Json {
        self.ok("transactions-import", json!({ "accountId": account, "transactions": rows }))
    }

    /// Day and amount of the live transactions of an account.
    fn stands_in(&self, account: &str) -> Vec<(i64, i64)> {
        let tables = self.tables();
        let live = tables["transactions"].values().filter(|row| row["tombstone"] != 1);
        let mut rows: Vec<_> = live
            .filter(|row| row["acct"] == account)
            .map(|row| (row["date"].as_i64().unwrap(), row["amount"].as_i64().unwrap()))
            .collect();
        rows.sort_unstable();
        rows
    }
}

fn row(day: &str, amount: i64, payee: &str) -> Json {
    json!({ "date": day, "amount": amount, "payee_name": payee, "imported_payee": payee })
}

fn with_id(day: &str, amount: i64, id: &str) -> Json {
    json!({ "date": day, "amount": amount, "payee_name": "Shop", "imported_id": id })
}

#[test]
fn a_row_that_a_rule_moves_to_another_account_is_imported_once() {
    let harness = usual();
    let rule = json!({
        "stage": null, "conditionsOp": "and",
        "conditions": [{ "field": "imported_payee", "op": "contains", "value": "wallet" }],
        "actions": [{ "op": "set", "field": "account", "value": "B" }],
    });
    harness.ok("rule-add", rule);
    for _ in 0..3 {
        harness.import_into("A", json!([row("2026-02-03", -77, "Wallet 9")]));
    }
    assert_eq!(harness.stands_in("B"), [(20_260_203, -77)]);
    assert_eq!(harness.stands_in("A"), []);
}

#[test]
fn a_row_that_a_person_moved_to_another_account_is_not_imported_again() {
    let harness = usual();
    let statement = json!([row("2026-02-03", -77, "Kiosk"), row("2026-02-04", -5, "Kiosk")]);
    let added = harness.import_into("A", statement.clone())["added"].clone();
    harness.batch(json!({ "updated": [{ "id": added[0], "account": "B" }] }));
    harness.import_into("A", statement.clone());
    assert_eq!(harness.stands_in("A").len() + harness.stands_in("B").len(), 2);
    let own = json!([row("2026-02-03", -77, "Kiosk")]);
    harness.import_into("B", own);
    harness.import_into("A", statement);
    assert_eq!(harness.stands_in("A").len() + harness.stands_in("B").len(), 2);
}

#[test]
fn a_reconciled_row_stands_for_one_line_only() {
    let harness = usual();
    harness.give(&json!([
        { "id": "own", "account": "A", "date": "2026-02-10", "amount": -500, "reconciled": true },
    ]));
    harness.import_into("A", json!([row("2026-02-10", -500, "Cafe")]));
    harness.import_into("A", json!([row("2026-02-14", -500, "Cafe")]));
    assert_eq!(harness.stands_in("A"), [(20_260_210, -500), (20_260_214, -500)]);
    harness.import_into("A", json!([row("2026-02-10", -500, "Cafe")]));
    assert_eq!(harness.stands_in("A").len(), 2);
}

#[test]
fn an_id_that_the_bank_uses_again_in_its_next_statement_is_another_row() {
    let harness = usual();
    harness.import_into("A", json!([with_id("2026-01-01", -111, "1")]));
    let next = json!([with_id("2026-02-01", -222, "1")]);
    harness.import_into("A", next.clone());
    harness.import_into("A", next);
    assert_eq!(harness.stands_in("A"), [(20_260_101, -111), (20_260_201, -222)]);
}

#[test]
fn a_bill_that_its_schedule_posted_takes_the_amount_of_the_bank() {
    let harness = ledger("2024-06-15", &[("acc-a", "Checking", false)], &[("pk", "Kroger")]);
    let monthly = json!({ "start": "2024-06-20", "frequency": "monthly", "interval": 1 });
    let conditions = json!([
        { "field": "account", "op": "is", "value": "acc-a" },
        { "field": "amount", "op": "isapprox", "value": -10_000 },
        { "field": "date", "op": "isapprox", "value": monthly },
        { "field": "payee", "op": "is", "value": "pk" },
    ]);
    let schedule = json!({ "id": "power" });
    harness.ok("schedule/create", json!({ "schedule": schedule, "conditions": conditions }));
    harness.ok("schedule/post-transaction", json!({ "id": "power" }));
    assert_eq!(harness.stands_in("acc-a"), [(20_240_620, -10_000)]);
    let line = json!([{ "date": "2024-06-21", "amount": -10_250, "payee_name": "Kroger" }]);
    let call = json!({ "accountId": "acc-a", "transactions": line, "isPreview": true });
    let told = harness.ok("transactions-import", call)["rows"][0].clone();
    assert_eq!((&told["becomes"], &told["because"]), (&json!("filled"), &json!("sameSchedule")));
    harness.import_into("acc-a", line.clone());
    harness.import_into("acc-a", line);
    assert_eq!(harness.stands_in("acc-a"), [(20_240_620, -10_250)]);
}

#[test]
fn an_import_counts_the_rows_of_the_bank_in_its_step() {
    let harness = usual();
    harness.give(&json!([{ "id": "own", "account": "A", "date": "2026-02-02", "amount": -500 }]));
    let split = json!({
        "date": "2026-02-20", "amount": -700, "payee_name": "Shop",
        "subtransactions": [{ "amount": -300 }, { "amount": -400 }],
    });
    harness.import_into("A", json!([split, row("2026-02-03", -500, "Cafe")]));
    let undone = harness.ok("undo", json!({}));
    assert_eq!(undone["name"]["params"]["count"], 2);
}
