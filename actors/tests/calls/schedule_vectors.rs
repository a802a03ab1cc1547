//! The recorded calls on schedules, through the application: replies, schedules as `query` returns
//! them, and transactions.

use std::sync::Arc;

use serde_json::{Map, Value as Json, json};
use sobre_actors::environment::Environment;

use crate::harness::{HandCalendar, Harness};
use crate::ledger::ledger_in;

/// No call deletes one rule alone.
const MISSING_CALLS: &[&str] = &["rule-delete"];

fn cases() -> Vec<Json> {
    let text = include_str!("../fixtures/ledger/schedule-ops.json");
    let suite: Json = serde_json::from_str(text).unwrap();
    suite["cases"].as_array().unwrap().clone()
}

fn usual(day: &str) -> (Harness, HandCalendar) {
    let calendar = HandCalendar::at(day);
    let mut environment = Environment::fixed(day.parse().unwrap());
    environment.calendar = Arc::new(calendar.clone());
    let accounts = [("acc-a", "Checking", false), ("acc-b", "Savings", false)];
    let payees = [("pk", "Kroger"), ("pa", "Amazon"), ("pl", "Landlord")];
    (ledger_in(environment, &accounts, &payees), calendar)
}

/// Replaces the name of the schedule's rule by its id.
fn with_rule(harness: &Harness, value: &Json) -> Json {
    if let Json::Array(list) = value {
        return list.iter().map(|it| with_rule(harness, it)).collect();
    }
    if *value != json!("RULE") {
        return value.clone();
    }
    harness.tables()["schedules"].values().next().unwrap()["rule"].clone()
}

fn answer(harness: &Harness, calendar: &HandCalendar, call: &Json) -> Option<Json> {
    let (name, args) = (call[0].as_str().unwrap(), &call[1]);
    match name {
        "@today" => calendar.turn(args.as_str().unwrap()),
        "@add" => {
            let mut row = json!({ "account": "acc-a", "cleared": true });
            row.as_object_mut().unwrap().extend(args.as_object().unwrap().clone());
            harness.give(&json!([row]));
        }
        "@service" => {
            let run = harness.app.run_schedules(&harness.tab.session, args == true);
            harness.run(run).unwrap();
        }
        "rules-get (count)" => {
            let rules = harness.ok("rules-get", json!({}));
            return Some(json!({ "result": rules.as_array().unwrap().len() }));
        }
        name => {
            return Some(match harness.call(name, with_rule(harness, args)) {
                Ok(result) => json!({ "result": result }),
                Err(error) => json!({ "error": error["message"] }),
            });
        }
    }
    None
}

fn without_types(list: &Json) -> Json {
    let item = |item: &Json| {
        let mut item = item.clone();
        item.as_object_mut().unwrap().remove("type");
        item
    };
    list.as_array().unwrap().iter().map(item).collect()
}

fn schedules(harness: &Harness) -> Vec<Json> {
    let state = json!({ "table": "schedules", "selectExpressions": ["*"] });
    let tables = harness.tables();
    let day = |cell: &Json| {
        let number = cell.as_i64().unwrap();
        json!(format!("{:04}-{:02}-{:02}", number / 10_000, number / 100 % 100, number % 100))
    };
    let shown = |row: &Json| {
        let next = tables["schedules_next_date"].values().find(|it| it["schedule_id"] == row["id"]);
        let next = next.unwrap();
        json!({
            "id": row["id"], "name": row["name"], "next_date": row["next_date"],
            "completed": row["completed"], "posts_transaction": row["posts_transaction"],
            "_payee": row["_payee"], "_account": row["_account"], "_amount": row["_amount"],
            "_amountOp": row["_amountOp"], "_date": row["_date"],
            "_conditions": without_types(&row["_conditions"]),
            "_actions": without_types(&row["_actions"]),
            "stored": {
                "base": day(&next["base_next_date"]),
                "local": day(&next["local_next_date"]),
                "local_valid": next["base_next_date_ts"] == next["local_next_date_ts"],
            },
        })
    };
    let found = harness.ok("query", state);
    found["data"].as_array().unwrap().iter().map(shown).collect()
}

fn transactions(harness: &Harness) -> Vec<Json> {
    let tables = harness.tables();
    let row = |row: &Map<String, Json>| {
        let date = row["date"].to_string();
        let mut shown = json!({
            "account": row["acct"], "amount": row["amount"], "payee": row["description"],
            "date": format!("{}-{}-{}", &date[..4], &date[4..6], &date[6..]),
            "category": row["category"], "notes": row["notes"], "schedule": row["schedule"],
            "cleared": row["cleared"] == 1,
        });
        if !row["transferred_id"].is_null() {
            shown["is_transfer"] = json!(true);
        }
        shown
    };
    let live = tables["transactions"].values().filter(|row| row["tombstone"] != 1);
    live.map(row).collect()
}

/// Rows in any order: schedules by id, transactions by account and day.
fn sorted(rows: &[Json]) -> Vec<Json> {
    let mut rows = rows.to_vec();
    rows.sort_by_key(|row| ["id", "account", "date"].map(|key| row[key].to_string()));
    rows
}

fn run(case: &Json) -> Result<(), String> {
    let (harness, calendar) = usual(case["today"].as_str().unwrap());
    let mut answers = case["answers"].as_array().unwrap().iter();
    for call in case["calls"].as_array().unwrap() {
        let is_missing = MISSING_CALLS.contains(&call[0].as_str().unwrap());
        let ours = if is_missing { Some(Json::Null) } else { answer(&harness, &calendar, call) };
        let Some(ours) = ours else { continue };
        let expected = answers.next().unwrap();
        let is_known = is_missing || expected["result"] == "RULE";
        if !is_known && ours != *expected {
            return Err(format!("{call}\nexpected {expected}\ngot {ours}"));
        }
    }
    let list = |of: &Json| sorted(of.as_array().unwrap());
    for (what, ours) in
        [("schedules", schedules(&harness)), ("transactions", transactions(&harness))]
    {
        let (expected, ours) = (case["after"].get(what).map(list), sorted(&ours));
        if expected.as_ref().is_some_and(|expected| *expected != ours) {
            return Err(format!("{what}\nexpected {}\ngot {}", json!(expected), json!(ours)));
        }
    }
    Ok(())
}

#[test]
fn every_recorded_call_on_schedules_has_the_expected_reply_and_rows() {
    let mut faults = Vec::new();
    for case in cases() {
        if let Err(fault) = run(&case) {
            faults.push(format!("{} {}:\n{fault}", case["id"], case["note"]));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}
