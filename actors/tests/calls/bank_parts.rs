//! Answers of a bank that are imported in several commits, also while others edit.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::json;
use sobre_actors::limits::IMPORTED_ROWS_PER_COMMIT;
use sobre_engine::banks::Provider;

use crate::fake_banks::{FakeBanks, answer, link_rows};
use crate::harness::{Harness, Tab, call};
use crate::ledger::{ACCOUNTS, ledger};

/// So many that they need three commits.
const ROWS: usize = 2 * IMPORTED_ROWS_PER_COMMIT + 100;

fn linked() -> (Harness, Arc<FakeBanks>) {
    let banks = FakeBanks::of(Provider::SimpleFin);
    let harness = ledger("2026-11-20", ACCOUNTS, &[("pc", "Cafe")]).with_banks(&banks);
    harness.write(link_rows("A", "X1", Provider::SimpleFin));
    let ids: Vec<String> = (0..ROWS).map(|number| format!("t{number}")).collect();
    let dates: Vec<String> = (0..ROWS).map(|it| format!("2026-10-{:02}", 1 + it % 28)).collect();
    let rows = ids.iter().zip(&dates).zip(1_i64..);
    let rows: Vec<_> = rows.map(|((id, date), number)| (&**id, &**date, -number, "Cafe")).collect();
    banks.answer(answer("X1", 5_000_000, &rows));
    (harness, banks)
}

/// The living transactions of the account, and their sum in cents.
fn living(harness: &Harness) -> (usize, i64) {
    let tables = harness.tables();
    let rows = tables["transactions"].values();
    let own: Vec<i64> = rows
        .filter(|row| row["acct"] == "A" && row["tombstone"] != 1)
        .map(|row| row["amount"].as_i64().unwrap())
        .collect();
    (own.len(), own.iter().sum())
}

#[test]
fn a_large_answer_is_one_step_and_agrees_with_the_bank() {
    let (harness, _banks) = linked();
    let outcome = harness.ok("accounts-sync", json!({ "id": "A" }));
    assert_eq!(outcome["newTransactions"].as_array().unwrap().len(), ROWS + 1);
    assert_eq!(living(&harness), (ROWS + 1, 5_000_000));
    let report = harness.ok("bank/report", json!({ "accountId": "A" }));
    assert_eq!(report[0]["added"]["count"], ROWS + 1);
    let undone = harness.ok("undo", json!({}));
    assert_eq!(undone["name"]["params"], json!({ "added": ROWS + 1, "changed": 0 }));
    assert_eq!(living(&harness).0, 0);
    harness.ok("redo", json!({}));
    assert_eq!(living(&harness), (ROWS + 1, 5_000_000));
}

#[test]
fn edits_meanwhile_change_neither_what_is_imported_nor_what_is_reported() {
    let (harness, _banks) = linked();
    let other = Tab::of(&harness.app);
    let has_ended = AtomicBool::new(false);
    let edits = async {
        let budget = harness.tab.session.budget_id().unwrap();
        call(&harness.app, &other.session, "load-budget", json!({ "id": budget })).await.unwrap();
        while !has_ended.load(Ordering::Relaxed) {
            let row = json!({ "account": "B", "date": "2026-11-02", "amount": -7 });
            let args = json!({ "added": [row] });
            call(&harness.app, &other.session, "transactions-batch-update", args).await.unwrap();
        }
    };
    let sync = async {
        let args = json!({ "id": "A" });
        let outcome = call(&harness.app, &harness.tab.session, "accounts-sync", args).await;
        has_ended.store(true, Ordering::Relaxed);
        outcome.unwrap()
    };
    let (outcome, ()) = harness.run(futures_util::future::join(sync, edits));
    assert_eq!(outcome["errors"], json!([]));
    assert_eq!(outcome["newTransactions"].as_array().unwrap().len(), ROWS + 1);
    assert_eq!(living(&harness), (ROWS + 1, 5_000_000));
    let report = harness.ok("bank/report", json!({ "accountId": "A" }));
    assert_eq!(report[0]["added"]["count"], ROWS + 1);
    assert_eq!(report[0]["matched"]["count"], 0);
}
