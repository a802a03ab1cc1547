//! Schedules over the wire: the same calls by socket and by HTTP, what a second tab receives, and
//! bills that a program posts once, also after it was killed.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed step fails the test")]

mod common;

use std::path::Path;

use common::{Program, Tab, command};
use serde_json::{Value, json};

/// A program on a day.
fn program_on(dir: &Path, day: &str) -> Program {
    let mut command = command(dir);
    command.env("SOBRE_TODAY", day);
    Program::start_by(command, dir)
}

fn account(tab: &mut Tab) -> Value {
    let account = json!({ "name": "Checking", "type": "checking", "balance": 0 });
    tab.call("account-create", account).unwrap()
}

fn monthly(account: &Value, payee: &Value, start: &str) -> Value {
    json!([
        { "field": "payee", "op": "is", "value": payee },
        { "field": "account", "op": "is", "value": account },
        { "field": "amount", "op": "isapprox", "value": -90_000 },
        { "field": "date", "op": "isapprox",
            "value": { "start": start, "frequency": "monthly" } },
    ])
}

fn linked(tab: &mut Tab, schedule: &Value) -> Vec<Value> {
    let query = json!({
        "table": "transactions", "filterExpressions": [{ "schedule": schedule }],
        "selectExpressions": ["id", "date", "amount"], "orderExpressions": ["date"],
    });
    tab.call("query", query).unwrap()["data"].as_array().unwrap().clone()
}

#[test]
fn a_schedule_of_one_tab_is_posted_and_skipped_in_another_and_over_http() {
    let dir = tempfile::tempdir().unwrap();
    let program = program_on(dir.path(), "2026-06-15");
    let budget = program.create_budget();
    let (mut one, mut other) = (program.tab_on(&budget), program.tab_on(&budget));
    let payee = one.call("payee-create", json!({ "name": "Landlord" })).unwrap();
    let account = account(&mut one);
    let conditions = monthly(&account, &payee, "2026-06-20");
    let create = json!({ "schedule": { "name": " Rent " }, "conditions": conditions });
    let id = one.call("schedule/create", create.clone()).unwrap();
    let mut told = other.event("sync-event");
    while told["rows"]["schedules"].is_null() {
        told = other.event("sync-event");
    }
    assert_eq!(told["rows"]["schedules"], json!([id]));
    let over_http = |name: &str, args: Value| program.http(Some(&budget), name, args);
    let shown = over_http("schedule/get", json!(id)).unwrap();
    assert_eq!(shown, other.call("schedules-get", json!({})).unwrap()[0]);
    assert_eq!((&shown["name"], &shown["status"]), (&json!("Rent"), &json!("upcoming")));
    assert_eq!(shown["next_date"], "2026-06-20");
    let error = over_http("schedule/create", create).unwrap_err();
    assert_eq!(
        (&error["code"], &error["message"]),
        (&json!("schedule-exists"), &json!("Cannot create schedules with the same name"))
    );

    let previews = over_http("schedule/get-previews", json!({ "account": account })).unwrap();
    assert_eq!(previews[0]["balance"], -90_000);
    other.call("schedule/post-transaction", json!({ "id": id })).unwrap();
    assert_eq!(over_http("schedule/get-previews", json!({})).unwrap(), json!([]));
    assert_eq!(linked(&mut one, &id)[0]["date"], "2026-06-20");
    over_http("schedule/skip-next-date", json!({ "id": id })).unwrap();
    assert_eq!(one.call("schedule/get", json!(id)).unwrap()["next_date"], "2026-07-20");
    let undone = one.call("undo", json!({})).unwrap();
    assert_eq!(undone["name"]["key"], "skippedSchedule");
    let config = json!({ "start": "2026-01-31", "frequency": "monthly" });
    let days = json!({ "config": config, "count": 2 });
    assert_eq!(
        over_http("schedule/get-upcoming-dates", days).unwrap(),
        json!(["2026-07-31", "2026-08-31"])
    );
    assert_eq!(over_http("schedule/delete", json!({ "id": id })).unwrap(), Value::Null);
    assert_eq!(one.call("schedules-get", json!({})).unwrap(), json!([]));
}

#[test]
fn missed_dates_are_posted_once_though_the_program_is_killed() {
    let dir = tempfile::tempdir().unwrap();
    let mut program = program_on(dir.path(), "2026-06-15");
    let budget = program.create_budget();
    let mut tab = program.tab_on(&budget);
    let payee = tab.call("payee-create", json!({ "name": "Landlord" })).unwrap();
    let account = account(&mut tab);
    let conditions = monthly(&account, &payee, "2026-06-20");
    let schedule = json!({ "posts_transaction": true });
    let create = json!({ "schedule": schedule, "conditions": conditions });
    let id = tab.call("schedule/create", create).unwrap();
    drop(tab);
    program.kill();

    // The program itself runs the schedules at its start; this call may come before or after.
    let mut program = program_on(dir.path(), "2026-09-01");
    program.http(Some(&budget), "schedule/force-run-service", json!({})).unwrap();
    program.kill();

    let program = program_on(dir.path(), "2026-09-02");
    let mut tab = program.tab_on(&budget);
    tab.call("schedule/force-run-service", json!({})).unwrap();
    let days: Vec<_> = linked(&mut tab, &id).iter().map(|row| row["date"].clone()).collect();
    assert_eq!(days, ["2026-06-20", "2026-07-20", "2026-08-20"]);
    let last = tab.call("schedule/last-run", json!({})).unwrap();
    assert_eq!(
        (&last["day"], last["run"]["posted"].as_array().unwrap().len()),
        (&json!("2026-09-01"), 3)
    );
    assert_eq!(tab.call("schedule/get", json!(id)).unwrap()["next_date"], "2026-09-20");
}
