//! Accounts over the wire: the events a second tab receives when one is created, moved and closed.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed step fails the test")]

mod common;

use common::Program;
use serde_json::json;

#[test]
fn a_second_tab_receives_accounts_and_their_balances() {
    let program = Program::start();
    let budget = program.create_budget();
    let mut one = program.tab_on(&budget);
    let mut other = program.tab_on(&budget);
    let bank = one.call("account-create", json!({ "name": "Bank", "balance": 12.5 })).unwrap();
    let bank = bank.as_str().unwrap();
    assert_eq!(other.changed_cell(&format!("__global!balance-{bank}")), json!(1250));
    let told = other.event("sync-event");
    assert_eq!(told["origin"], json!(one.session));
    assert_eq!(told["rows"]["accounts"], json!([bank]));
    let cash = one.call("account-create", json!({ "name": "Cash" })).unwrap();
    one.call("account-move", json!({ "id": cash, "targetId": bank })).unwrap();
    one.call("account-close", json!({ "id": bank, "transferAccountId": cash })).unwrap();
    let cell = format!("__global!balance-{}", cash.as_str().unwrap());
    assert_eq!(other.changed_cell(&cell), json!(0), "it comes into being");
    assert_eq!(other.changed_cell(&cell), json!(1250));
    let accounts = other.call("accounts-get", json!({})).unwrap();
    let told = |at: usize| (accounts[at]["name"].clone(), accounts[at]["closed"].clone());
    assert_eq!(told(0), (json!("Cash"), json!(false)));
    assert_eq!(told(1), (json!("Bank"), json!(true)));
}

#[test]
fn a_refused_account_is_explained() {
    let program = Program::start();
    let budget = program.create_budget();
    let mut tab = program.tab_on(&budget);
    let bank = tab.call("account-create", json!({ "name": "Bank", "balance": -1 })).unwrap();
    let error = tab.call("account-close", json!({ "id": bank })).unwrap_err();
    assert_eq!(error["code"], "transfer-required");
    assert_eq!(error["message"], "balance is non-zero: transferAccountId is required");
    let error = tab.call("account-create", json!({ "name": "A", "type": "piggy" })).unwrap_err();
    assert_eq!(error["code"], "bad-arguments");
    assert!(error["message"].as_str().unwrap().contains("piggy"));
}
