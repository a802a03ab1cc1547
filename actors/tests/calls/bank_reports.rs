//! A device's reports of imports from banks: new, matched and updated rows apart, and messages that
//! wait.

use std::sync::Arc;

use serde_json::{Value as Json, json};
use sobre_actors::environment::Environment;
use sobre_engine::banks::Provider;

use crate::fake_banks::{FakeBanks, answer, offered};
use crate::harness::Harness;
use crate::ledger::{ACCOUNTS, ledger_in};

pub(crate) const ROWS: &[(&str, &str, i64, &str)] =
    &[("t2", "2026-11-19", -450, "Cafe"), ("t1", "2026-11-10", 100_000, "Work")];

fn linked() -> (Harness, Arc<FakeBanks>) {
    linked_in(Environment::fixed("2026-11-20".parse().unwrap()))
}

/// A budget whose account A was linked and imported once.
pub(crate) fn linked_in(environment: Environment) -> (Harness, Arc<FakeBanks>) {
    let banks = FakeBanks::of(Provider::SimpleFin);
    let harness = ledger_in(environment, ACCOUNTS, &[("pc", "Cafe")]).with_banks(&banks);
    banks.fake.lock().offered = vec![offered("X1", "Everyday", 120_000)];
    banks.answer(answer("X1", 120_000, ROWS));
    let access = harness.ok("bank/accounts", json!({ "provider": "simpleFin" }));
    let link = json!({
        "institution": access["institution"], "publicToken": access["publicToken"],
        "accountId": "X1", "upgradingId": "A",
    });
    harness.ok("accounts-link", link);
    (harness, banks)
}

fn reports(harness: &Harness) -> Vec<Json> {
    let reports = harness.ok("bank/report", json!({ "accountId": "A" }));
    reports.as_array().unwrap().clone()
}

#[test]
fn matched_and_updated_transactions_are_told_apart() {
    let (harness, banks) = linked();
    let own = json!([{ "id": "mine", "account": "A", "date": "2026-11-18", "amount": -900 }]);
    harness.batch(json!({ "added": own }));
    let mut later = ROWS.to_vec();
    later[0].2 = -460;
    later.insert(0, ("t3", "2026-11-19", -900, "Film"));
    later.insert(0, ("t4", "2026-11-20", -5, "Bus"));
    banks.answer(answer("X1", 119_085, &later));
    harness.ok("accounts-sync", json!({}));
    let report = reports(&harness).remove(0);
    let cafe = harness.tables()["transactions"]
        .iter()
        .find(|(_, row)| row["amount"] == -460)
        .map(|(id, _)| id.clone());
    assert_eq!(report["added"]["count"], 1);
    assert_eq!(report["matched"], json!({ "count": 1, "ids": ["mine"] }));
    assert_eq!(report["updated"], json!({ "count": 1, "ids": [cafe] }));
}

#[test]
fn what_waits_for_a_key_or_a_newer_version_is_reported_once() {
    for (kind, is_readable) in [("needs-newer-version", true), ("waits-for-key", false)] {
        let (harness, banks) = linked();
        let file = harness.tab.session.budget_id().unwrap();
        let before = reports(&harness).len();
        if is_readable {
            banks.newer_version_brings(&file);
        } else {
            banks.forget_key();
            banks.schedule_brings(&file, &[answer("X1", 120_000, ROWS)]);
        }
        harness.run(harness.app.read_inboxes());
        let outcome = harness.ok("accounts-sync", json!({}));
        assert_eq!(outcome["errors"], json!([]), "it is no failure of the bank");
        harness.ok("accounts-sync", json!({}));
        let told = reports(&harness);
        assert_eq!(told.len(), before + 1, "{told:?}");
        assert_eq!(told[0]["notes"], json!([{ "kind": kind, "id": null }]));
        assert_eq!(told[0]["error"], Json::Null);
    }
}
