//! Linked banks as their screens use them: linking, syncing, undoing, unlinking.

use std::sync::Arc;

use serde_json::{Value as Json, json};
use sobre_actors::banks::connections::{LinkCode, LinkState};
use sobre_engine::banks::{BankError, ErrorType, Provider};
use sobre_engine::crdt::{Change, Value};

use crate::fake_banks::{CONNECTION, FakeBanks, answer, link_rows, offered};
use crate::harness::Harness;
use crate::ledger::{ACCOUNTS, ledger};

const DAY: &str = "2026-11-20";
const ROWS: &[(&str, &str, i64, &str)] =
    &[("t2", "2026-11-19", -450, "Cafe"), ("t1", "2026-11-10", 100_000, "Work")];

fn budget(banks: &Arc<FakeBanks>) -> Harness {
    ledger(DAY, ACCOUNTS, &[("pc", "Cafe")]).with_banks(banks)
}

/// A budget whose account A is linked with a bank that has two rows.
fn linked(provider: Provider) -> (Harness, Arc<FakeBanks>) {
    let banks = FakeBanks::of(provider);
    let harness = budget(&banks);
    harness.write(link_rows("A", "X1", provider));
    banks.answer(answer("X1", 120_000, ROWS));
    (harness, banks)
}

/// Day, amount and whether they are deleted, of the transactions of account A.
fn rows(harness: &Harness) -> Vec<(i64, i64, bool)> {
    let tables = harness.tables();
    let own = tables["transactions"].values().filter(|row| row["acct"] == "A");
    let mut rows: Vec<_> = own
        .map(|row| {
            let number = |key: &str| row[key].as_i64().unwrap_or(0);
            (number("date"), number("amount"), number("tombstone") == 1)
        })
        .collect();
    rows.sort_unstable();
    rows
}

fn account(harness: &Harness, id: &str) -> Json {
    json!(harness.tables()["accounts"][id])
}

#[test]
fn a_linked_account_gets_its_rows_and_a_starting_balance_and_agrees_with_the_bank() {
    let banks = FakeBanks::of(Provider::SimpleFin);
    let harness = budget(&banks);
    banks.fake.lock().offered = vec![offered("X1", "Everyday", 120_000)];
    banks.answer(answer("X1", 120_000, ROWS));
    let access = harness.ok("bank/accounts", json!({ "provider": "simpleFin" }));
    assert_eq!(access["accounts"][0]["known"], Json::Null);
    let link = json!({
        "institution": access["institution"], "publicToken": access["publicToken"],
        "accountId": "X1", "upgradingId": "A",
    });
    harness.ok("accounts-link", link.clone());
    assert_eq!(
        rows(&harness),
        [(20_261_110, 20_450, false), (20_261_110, 100_000, false), (20_261_119, -450, false),]
    );
    let stored = account(&harness, "A");
    for (column, value) in [
        ("account_id", json!("X1")),
        ("account_sync_source", json!("simpleFin")),
        ("mask", json!("1234")),
        ("balance_current", json!(120_000)),
        ("bank_sync_status", json!("ok")),
        ("name", json!("Checking")),
    ] {
        assert_eq!(stored[column], value, "{column}");
    }
    let shown = harness.ok("bank/linked-accounts", json!({}));
    assert_eq!(shown[0]["difference"], 0);
    assert_eq!(shown[0]["status"], "ok");
    assert_eq!(shown[0]["bankName"], "Fake Bank");
    let bank = harness.ok("banks", json!({}))[0].clone();
    assert_eq!(bank["bank_id"], "fakebank.example");
    assert_eq!(bank["accounts"], json!(["A"]));
    let again = harness.ok("bank/accounts", json!({ "provider": "simpleFin" }));
    assert_eq!(again["accounts"][0]["known"], "A");
    let mut other = link;
    other["upgradingId"] = json!("B");
    let refused = harness.refused("accounts-link", other.clone(), "already-linked");
    assert_eq!(refused["meta"]["name"], "Checking");
    other["publicToken"] = json!("old");
    harness.refused("accounts-link", other.clone(), "unknown-token");
    other["upgradingId"] = json!("none");
    harness.refused("accounts-link", other, "account-not-found");
}

#[test]
fn new_accounts_are_made_for_accounts_at_a_bank_and_begin_as_a_person_chose() {
    let banks = FakeBanks::of(Provider::SimpleFin);
    let harness = budget(&banks);
    banks.fake.lock().offered = vec![offered("X1", "Everyday", 120_000), offered("X2", "  ", 5_00)];
    banks.answer(answer("X1", 120_000, ROWS));
    banks.answer(answer("X2", 500, &[]));
    let connect = json!({
        "institution": { "id": "i", "name": "Fake Bank" }, "publicToken": "public",
        "accountIds": ["X2", "X1"], "offbudgetIds": ["X2"],
        "choices": { "X1": { "startingDate": "2026-11-01", "startingBalance": 7, "name": "Mine" } },
    });
    let ids = harness.ok("accounts-connect", connect.clone());
    let (second, first) = (ids[0].as_str().unwrap(), ids[1].as_str().unwrap());
    assert_eq!(account(&harness, first)["name"], "Mine");
    assert_eq!(account(&harness, second)["name"], "Fake Bank 1234");
    assert_eq!(account(&harness, second)["offbudget"], 1);
    let tables = harness.tables();
    let start = |id: &str| {
        let rows = tables["transactions"].values();
        let mut own = rows.filter(|row| row["acct"] == id && row["starting_balance_flag"] == 1);
        own.next().unwrap().clone()
    };
    assert_eq!((&start(first)["amount"], &start(first)["date"]), (&json!(7), &json!(20_261_101)));
    assert_eq!(start(first)["category"], "start");
    assert_eq!((&start(second)["amount"], &start(second)["category"]), (&json!(500), &Json::Null));
    assert_eq!(harness.ok("banks", json!({})).as_array().unwrap().len(), 1);
    let asked = banks.fake.lock().asked.last().unwrap().clone();
    assert_eq!(asked.accounts.len(), 2);
    assert_eq!(harness.ok("accounts-connect", connect), json!([]), "linked already");
}

#[test]
fn a_bank_sync_is_one_step_and_what_it_undoes_comes_again() {
    let (harness, _banks) = linked(Provider::SimpleFin);
    let outcome = harness.ok("accounts-sync", json!({ "id": "A" }));
    assert_eq!(outcome["newTransactions"].as_array().unwrap().len(), 3);
    assert_eq!(outcome["updatedAccounts"], json!(["A"]));
    let after = harness.tables();
    let undone = harness.ok("undo", json!({}));
    assert_eq!(
        undone["name"],
        json!({ "key": "bankSync", "params": { "added": 3, "changed": 0 } })
    );
    assert!(rows(&harness).iter().all(|row| row.2));
    let tables = harness.tables();
    assert!(tables["transactions"].values().all(|row| row["financial_id"].is_null()));
    for column in ["account_id", "bank_sync_status", "balance_current", "last_sync"] {
        assert_eq!(tables["accounts"]["A"][column], after["accounts"]["A"][column], "{column}");
    }
    assert_eq!(tables["preferences"], after["preferences"]);
    harness.ok("redo", json!({}));
    assert_eq!(harness.tables()["transactions"], after["transactions"]);
    harness.ok("undo", json!({}));
    let again = harness.ok("accounts-sync", json!({}));
    assert_eq!(again["newTransactions"].as_array().unwrap().len(), 3);
    let living = |rows: Vec<(i64, i64, bool)>| rows.into_iter().filter(|row| !row.2).count();
    assert_eq!((rows(&harness).len(), living(rows(&harness))), (3, 3), "revived, not doubled");
}

#[test]
fn undone_rows_of_a_bank_that_tells_only_changes_come_again_whatever_is_synced_first() {
    let banks = FakeBanks::of(Provider::Plaid);
    let harness = budget(&banks);
    harness.write(link_rows("A", "X1", Provider::Plaid));
    harness.write(link_rows("B", "X2", Provider::Plaid));
    let is_whole = || {
        let asked = banks.fake.lock().asked.last().unwrap().clone();
        asked.accounts.iter().map(|account| account.whole).collect::<Vec<_>>()
    };
    let sync = |args: Json| {
        banks.answer(answer("X1", 120_000, ROWS));
        banks.answer(answer("X2", -300, &[("u1", "2026-11-18", -300, "Cafe")]));
        harness.ok("accounts-sync", args)
    };
    sync(json!({}));
    assert_eq!(is_whole(), [false, false]);
    harness.ok("undo", json!({}));
    sync(json!({ "id": "A" }));
    assert_eq!(is_whole(), [true]);
    sync(json!({}));
    assert_eq!(is_whole(), [true, true], "the other account was not asked yet");
    sync(json!({}));
    assert_eq!(is_whole(), [false, false]);
}

#[test]
fn the_inbox_of_another_server_is_read_from_its_start() {
    let (harness, _banks) = linked(Provider::SimpleFin);
    let read =
        Change::new("preferences", "sobre.bank-inbox.read.other", "value", Value::from("50"));
    harness.write(vec![read]);
    let outcome = harness.ok("accounts-sync", json!({ "id": "A" }));
    assert_eq!(outcome["newTransactions"].as_array().unwrap().len(), 3);
}

#[test]
fn several_accounts_are_one_step_and_an_edit_between_stays() {
    let (harness, banks) = linked(Provider::SimpleFin);
    let mut more = link_rows("B", "X2", Provider::SimpleFin);
    more.extend(link_rows("O", "X3", Provider::SimpleFin));
    harness.write(more);
    banks.answer(answer("X2", -300, &[("u1", "2026-11-18", -300, "Cafe")]));
    banks.answer(answer("X3", 10, &[]));
    let outcome = harness.ok("accounts-sync", json!({ "id": "onbudget" }));
    assert_eq!(outcome["updatedAccounts"], json!(["A", "B"]));
    assert_eq!(outcome["errors"], json!([]));
    assert_eq!(banks.fake.lock().asked.len(), 1, "one request for all");
    let event = harness.events().into_iter().rev().find(|(name, _)| name == "history").unwrap().1;
    assert_eq!(event["undo"]["name"]["params"], json!({ "added": 5, "changed": 0 }));
    harness.ok("undo", json!({}));
    let tables = harness.tables();
    assert!(tables["transactions"].values().all(|row| row["tombstone"] == 1));
    harness.refused("accounts-sync", json!({ "id": "C" }), "account-not-linked");
    harness.refused("accounts-sync", json!({ "id": "none" }), "account-not-found");
}

#[test]
fn what_the_schedule_fetched_comes_in_without_a_step_and_with_a_notice() {
    let (harness, banks) = linked(Provider::SimpleFin);
    harness.ok("accounts-sync", json!({}));
    let history = |harness: &Harness| {
        let events = harness.events();
        events.into_iter().rev().find(|(name, _)| name == "history").map(|it| it.1["undo"].clone())
    };
    let step = history(&harness);
    let mut more = ROWS.to_vec();
    more.insert(0, ("t3", "2026-11-20", -900, "Film"));
    let file = harness.tab.session.budget_id().unwrap();
    banks.schedule_brings(&file, &[answer("X1", 119_100, &more)]);
    harness.run(harness.app.read_inboxes());
    assert_eq!(rows(&harness).len(), 4);
    let events = harness.events();
    let news = events.iter().find(|(name, _)| name == "bank-news").unwrap();
    assert_eq!(news.1, json!({ "added": 1, "accounts": ["A"] }));
    let last = events.iter().rev().find(|(name, _)| name == "history").unwrap();
    assert_eq!(Some(last.1["undo"].clone()), step, "no step of its own");
    assert_eq!(banks.fake.lock().done, 2);
    harness.run(harness.app.read_inboxes());
    assert_eq!(rows(&harness).len(), 4);
    assert_eq!(harness.ok("bank/report", json!({ "accountId": "A" }))[0]["asked"], "schedule");
}

#[test]
fn failures_are_told_and_leave_a_status_and_nothing_else() {
    let (harness, banks) = linked(Provider::SimpleFin);
    harness.ok("accounts-sync", json!({}));
    let before = rows(&harness);
    banks.fake.lock().failure = Some(BankError::of(ErrorType::InvalidAccessToken));
    let outcome = harness.ok("accounts-sync", json!({}));
    assert_eq!(
        outcome["errors"],
        json!([{
            "type": "SyncError", "accountId": "A",
            "message": "Checking could not be synced with its bank.",
            "category": "INVALID_ACCESS_TOKEN", "code": "INVALID_ACCESS_TOKEN",
        }])
    );
    assert_eq!(account(&harness, "A")["bank_sync_status"], "reauth-required");
    assert_eq!(harness.ok("accounts-get", json!({}))[0]["bankSyncStatus"], "reauth-required");
    let shown = harness.ok("bank/linked-accounts", json!({}));
    assert_eq!(shown[0]["error"]["type"], "INVALID_ACCESS_TOKEN");
    banks.fake.lock().is_away = true;
    let outcome = harness.ok("accounts-sync", json!({}));
    assert_eq!(outcome["errors"][0]["internal"], "network");
    assert_eq!(account(&harness, "A")["bank_sync_status"], "reauth-required");
    assert_eq!(rows(&harness), before);
    let (without, _) = (Harness::new(), ());
    without.refused("bank/providers", json!({}), "no-server");
}

#[test]
fn signing_in_ends_in_one_of_the_known_ways() {
    let banks = FakeBanks::of(Provider::Plaid);
    let harness = budget(&banks);
    let token = harness.ok("create-web-token", json!({}))["data"]["token"].clone();
    let poll = json!({ "token": token });
    let failed = |code: LinkCode| LinkState::Failed { code, message: None };
    for (code, word) in [(LinkCode::Cancelled, "cancelled"), (LinkCode::Unknown, "bank-failed")] {
        banks.fake.lock().sign_ins.push(failed(code));
        harness.refused("poll-web-token", poll.clone(), word);
    }
    harness.refused("poll-web-token", json!({ "token": "other" }), "unknown-token");
    let done = json!({
        "state": "done",
        "data": {
            "provider": "plaid", "institution": { "id": "ins", "name": "Bank" },
            "publicToken": "public", "accounts": [offered("X1", "Everyday", 5)],
        },
    });
    banks.fake.lock().sign_ins.push(serde_json::from_value(done).unwrap());
    let access = harness.ok("poll-web-token", poll)["data"].clone();
    assert_eq!(access["accounts"][0]["name"], "Everyday");
    assert_eq!(access["publicToken"], "public");
    harness.ok("poll-web-token-stop", json!({}));
    let configured = |values: Json| json!({ "provider": "plaid", "values": values });
    harness.ok("bank/configure", configured(json!({ "token": "good" })));
    harness.refused("bank/configure", configured(json!({ "token": "bad" })), "invalid-credentials");
    let missing = harness.refused("bank/configure", configured(json!({})), "invalid-values");
    assert_eq!(missing["meta"]["field"], "token");
}

#[test]
fn a_broken_connection_is_repaired_by_its_bank() {
    let (harness, banks) = linked(Provider::Plaid);
    let bank = harness.ok("banks", json!({}))[0]["id"].clone();
    let repair = harness.ok("make-plaid-public-token", json!({ "bankId": bank }));
    harness.ok("create-web-token", json!({ "linkToken": repair["linkToken"] }));
    let asked = banks.fake.lock().links.pop().unwrap();
    assert_eq!(asked.repair.as_deref(), Some(CONNECTION));
    harness.refused("make-plaid-public-token", json!({ "bankId": "no" }), "bank-not-found");
    let (harness, _banks) = linked(Provider::SimpleFin);
    harness.refused("make-plaid-public-token", json!({ "bankId": "bank" }), "not-supported");
}

#[test]
fn unlinking_needs_no_server_and_tells_it_later() {
    let (harness, banks) = linked(Provider::Plaid);
    harness.write(link_rows("B", "X2", Provider::Plaid));
    banks.fake.lock().is_away = true;
    harness.ok("account-unlink", json!({ "id": "A" }));
    harness.run(harness.app.tell_unlinked());
    assert!(banks.fake.lock().unlinked.is_empty());
    banks.fake.lock().is_away = false;
    harness.run(harness.app.tell_unlinked());
    let connection = Some(CONNECTION.to_owned());
    let told = banks.fake.lock().unlinked.pop();
    assert_eq!(told, Some((connection.clone(), Some(vec!["X1".to_owned()]))));
    harness.ok("account-close", json!({ "id": "B" }));
    harness.run(harness.app.tell_unlinked());
    assert_eq!(banks.fake.lock().unlinked.pop(), Some((connection, None)), "nothing uses it");
    harness.run(harness.app.tell_unlinked());
    assert!(banks.fake.lock().unlinked.is_empty(), "told once");
    let stored = account(&harness, "A");
    assert_eq!((&stored["account_id"], &stored["bank"]), (&Json::Null, &Json::Null));
}

#[test]
fn rules_split_categorize_and_make_transfers_of_bank_rows_once() {
    let (harness, banks) = linked(Provider::SimpleFin);
    let rule = |field: &str, value: Json, actions: Json| {
        json!({
            "stage": null, "conditionsOp": "and",
            "conditions": [{ "field": field, "op": "is", "value": value }], "actions": actions,
        })
    };
    let set = |field: &str, value: &str| json!([{ "op": "set", "field": field, "value": value }]);
    harness.ok("rule-add", rule("payee", json!("pc"), set("category", "food")));
    harness.ok("rule-add", rule("imported_payee", json!("Save"), set("payee", "tp-B")));
    harness.ok(
        "rule-add",
        rule(
            "imported_payee",
            json!("Gone"),
            json!([
                { "op": "delete-transaction", "value": "" },
            ]),
        ),
    );
    let mut more = ROWS.to_vec();
    more.push(("t4", "2026-11-08", -5_000, "Save"));
    more.push(("t5", "2026-11-07", -1, "Gone"));
    banks.answer(answer("X1", 100_000, &more));
    harness.ok("accounts-sync", json!({}));
    let first = harness.tables();
    let cafe = first["transactions"].values().find(|row| row["amount"] == -450).unwrap();
    assert_eq!((&cafe["description"], &cafe["category"]), (&json!("pc"), &json!("food")));
    let saved = first["transactions"].values().find(|row| row["acct"] == "B").unwrap();
    assert_eq!(saved["amount"], 5_000);
    assert!(!first["transactions"].values().any(|row| row["amount"] == -1));
    harness.ok("accounts-sync", json!({}));
    assert_eq!(harness.tables()["transactions"], first["transactions"]);
    harness.ok("undo", json!({}));
    let undone = harness.tables();
    assert!(undone["transactions"].values().all(|row| row["tombstone"] == 1));
    harness.ok("accounts-sync", json!({}));
    let living =
        harness.tables()["transactions"].values().filter(|row| row["tombstone"] != 1).count();
    assert_eq!(living, 5, "four rows and the other side");
}

#[test]
fn settings_are_kept_and_the_newest_row_is_an_example() {
    let (harness, _banks) = linked(Provider::SimpleFin);
    harness.ok("accounts-sync", json!({}));
    let mut settings = harness.ok("bank/settings-get", json!({ "accountId": "A" }));
    assert_eq!(settings["importPending"], true);
    settings["importPending"] = json!(false);
    settings["mappings"]["payment"]["payee"] = json!("notes");
    harness.ok("bank/settings-save", json!({ "accountId": "A", "settings": settings }));
    assert_eq!(harness.ok("bank/settings-get", json!({ "accountId": "A" })), settings);
    let example = harness.ok("bank/example", json!({ "accountId": "A", "direction": "payment" }));
    assert_eq!(example["date"], json!([{ "field": "date", "value": "2026-11-19" }]));
    assert_eq!(example["payee"], json!([{ "field": "payeeName", "value": "Cafe" }]));
    harness.refused("bank/settings-get", json!({ "accountId": "no" }), "account-not-found");
    let prefs = harness.ok("load-prefs", json!({}));
    assert!(!prefs.to_string().contains("sobre.bank-"), "keys stay here: {prefs}");
}

#[test]
fn a_pending_row_follows_its_posting_and_a_touched_one_keeps_its_category() {
    let (harness, banks) = linked(Provider::SimpleFin);
    harness.ok("accounts-sync", json!({}));
    let id = harness.tables()["transactions"]
        .iter()
        .find(|(_, row)| row["amount"] == -450)
        .unwrap()
        .0
        .clone();
    harness.batch(json!({ "updated": [{ "id": id, "category": "food", "notes": "mine" }] }));
    let mut later = ROWS.to_vec();
    later[0].2 = -460;
    banks.answer(answer("X1", 119_990, &later));
    let outcome = harness.ok("accounts-sync", json!({}));
    assert_eq!(outcome["matchedTransactions"], json!([id]));
    let row = json!(harness.tables()["transactions"][&id]);
    assert_eq!(
        (&row["amount"], &row["category"], &row["notes"]),
        (&json!(-460), &json!("food"), &json!("mine"))
    );
    harness.write(vec![Change::new("transactions", &id, "reconciled", Value::from(1))]);
    banks.answer(answer("X1", 120_000, ROWS));
    harness.ok("accounts-sync", json!({}));
    assert_eq!(harness.tables()["transactions"][&id]["amount"], -460, "reconciled ones stay");
}
