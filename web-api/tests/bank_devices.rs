//! Devices that fetch from invented banks: through their sync server, and without one.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed step fails the test")]

mod common;

use std::fs;
use std::path::Path;

use common::Program;
use common::banks::{FakeBanks, bank_command};
use common::device::{Device, assert_equal};
use common::sync::{PASSWORD, SyncProgram};
use serde_json::{Value, json};
use tempfile::TempDir;

/// Sets SimpleFIN up and makes accounts of all that it offers.
fn connect(device: &mut Device, banks: &FakeBanks, world: &str) -> Vec<Value> {
    let token = banks.setup_token(world);
    let values = json!({ "token": token });
    device.call("bank/configure", json!({ "provider": "simpleFin", "values": values }));
    let access = device.call("bank/accounts", json!({ "provider": "simpleFin" }));
    let offered = access["accounts"].as_array().unwrap().iter();
    let ids: Vec<Value> = offered.map(|account| account["account_id"].clone()).collect();
    let made = device.call(
        "accounts-connect",
        json!({
            "institution": access["institution"], "publicToken": access["publicToken"],
            "accountIds": ids,
        }),
    );
    made.as_array().unwrap().clone()
}

/// The linked accounts agree with their bank.
fn check_balances(device: &mut Device) {
    for account in device.call("bank/linked-accounts", json!({})).as_array().unwrap() {
        assert_eq!((&account["status"], &account["difference"]), (&json!("ok"), &json!(0)));
    }
}

/// How many transactions a sync brought.
fn count(outcome: &Value) -> usize {
    outcome["newTransactions"].as_array().unwrap().len()
}

/// Every file below a folder, with whether it has a text.
fn has_text(dir: &Path, text: &str) -> bool {
    let entries = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path());
    entries.into_iter().any(|path| {
        if path.is_dir() {
            return has_text(&path, text);
        }
        let bytes = fs::read(&path).unwrap_or_default();
        bytes.windows(text.len()).any(|window| window == text.as_bytes())
    })
}

#[test]
fn rows_of_a_bank_reach_all_devices_once_and_no_credential_reaches_any() {
    let (banks, dir) = (FakeBanks::start(), TempDir::new().unwrap());
    let sync_dir = dir.path().join("sync");
    let server = SyncProgram::start_by(bank_command(&banks, &sync_dir), &sync_dir);
    let mut first = Device::first(&server);
    let world = "basic~devices";
    assert_eq!(connect(&mut first, &banks, world).len(), 3);
    check_balances(&mut first);
    let mut second = Device::joining(&server);
    assert_equal(&mut [&mut first, &mut second]);

    banks.control(&format!("advance?world={world}"));
    let news = first.call("accounts-sync", json!({}));
    assert_eq!(news["errors"], json!([]));
    assert!(!news["newTransactions"].as_array().unwrap().is_empty());
    let nothing = second.call("accounts-sync", json!({}));
    assert_eq!((&nothing["errors"], &nothing["newTransactions"]), (&json!([]), &json!([])));
    assert_equal(&mut [&mut first, &mut second]);
    let before = first.call("accounts-get", json!({}));
    first.call("undo", json!({}));
    first.sync().unwrap();
    let again = second.call("accounts-sync", json!({}));
    assert_eq!(again["errors"], json!([]));
    assert_eq!(count(&again), count(&news), "what was undone comes again");
    assert_equal(&mut [&mut first, &mut second]);
    assert_eq!(first.call("accounts-get", json!({})), before);

    let access = banks.said["base"].as_str().unwrap().trim_start_matches("http://");
    for data in [first.program.dir(), second.program.dir()] {
        assert!(!has_text(data, &format!("@{access}")), "an access URL lies on a device");
        assert!(!has_text(data, "simplefin/claim"), "a setup token lies on a device");
    }
}

/// Lets the server fetch all accounts, as its schedule does.
fn fetch_at_server(server: &SyncProgram, file: &str) {
    let signed_in = server.post("/account/login", &[], &json!({ "password": PASSWORD })).json();
    let token = signed_in["data"]["token"].as_str().unwrap().to_owned();
    let ask = |path: &str, mut body: Value| {
        body["fileId"] = file.into();
        let answer = server.post(path, &[("x-actual-token", &token)], &body);
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        answer.json()
    };
    let state = ask("/bank/schedule", json!({}));
    let connection = &state["connections"][0];
    let account = |external: &Value| {
        json!({
            "connection": connection["connection"], "external": external, "from": "2026-08-23",
        })
    };
    let accounts: Vec<Value> =
        connection["accounts"].as_array().unwrap().iter().map(account).collect();
    assert_eq!(ask("/bank/fetch", json!({ "accounts": accounts }))["errors"], json!([]));
}

#[test]
fn an_open_device_hears_at_once_of_what_the_server_fetched() {
    let (banks, dir) = (FakeBanks::start(), TempDir::new().unwrap());
    let sync_dir = dir.path().join("sync");
    let server = SyncProgram::start_by(bank_command(&banks, &sync_dir), &sync_dir);
    let mut first = Device::first(&server);
    let world = "basic~live";
    connect(&mut first, &banks, world);
    let file = first.cloud_file();
    banks.control(&format!("advance?world={world}"));
    fetch_at_server(&server, &file);
    // Without the news of the server, it would look again after five minutes.
    let told = first.tab.event("bank-news");
    assert_eq!(told["added"], 3, "{told}");
    let mut second = Device::joining(&server);
    assert_equal(&mut [&mut first, &mut second]);
}

#[test]
fn a_device_without_a_server_fetches_by_itself() {
    let (banks, dir) = (FakeBanks::start(), TempDir::new().unwrap());
    let data = dir.path().join("data");
    let mut command = common::command(&data);
    command.args(["--bank-allow-host", "127.0.0.1"]);
    let program = Program::start_by(command, &data);
    let mut tab = program.tab();
    let budget = program.create_budget();
    tab.call("load-budget", json!({ "id": budget })).unwrap();
    let mut device = Device { program, tab, budget };
    assert_eq!(connect(&mut device, &banks, "basic~alone").len(), 3);
    check_balances(&mut device);
    let again = device.call("accounts-sync", json!({}));
    assert_eq!((&again["errors"], &again["newTransactions"]), (&json!([]), &json!([])));
}
