//! The recorded calls on the ledger, through the application: replies, events and resulting rows.
//! Names such as `tx#1` stand for generated ids.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value as Json, json};

use crate::harness::Harness;
use crate::ledger::{ledger, public, usual};

/// Cases that do not pass. Here adding a rule is a step as any other change by a person, so that it
/// can be undone.
const UNDO_WAITING: &[&str] = &["undo-011"];

fn vectors(file: &str) -> Vec<Json> {
    let text = std::fs::read_to_string(crate::harness::fixture(&format!("ledger/{file}"))).unwrap();
    let suite: Json = serde_json::from_str(&text).unwrap();
    suite["cases"].as_array().unwrap().clone()
}

/// Our ids by the vectors' names.
#[derive(Default)]
struct Names(BTreeMap<String, String>);

fn is_name(value: &Json) -> bool {
    value.as_str().is_some_and(|text| text.contains('#') || text == "auto")
}

impl Names {
    /// Whether a row matches an expected one, except for names that are not known yet.
    fn fits(&self, expected: &Json, ours: &Json) -> bool {
        let expected = expected.as_object().unwrap();
        let ours = ours.as_object().unwrap();
        expected.len() == ours.len()
            && expected.iter().all(|(key, value)| {
                let known = value.as_str().and_then(|name| self.0.get(name));
                match (ours.get(key), known) {
                    (Some(our), Some(id)) => our == id,
                    (Some(our), None) => our == value || (is_name(value) && our.is_string()),
                    (None, _) => false,
                }
            })
    }

    fn learn(&mut self, expected: &Json, ours: &Json) {
        match (expected, ours) {
            (Json::Object(expected), Json::Object(ours)) => {
                for (key, value) in expected {
                    self.learn(value, &ours[key]);
                }
            }
            (Json::String(name), Json::String(id)) if is_name(expected) && name != "auto" => {
                self.0.insert(name.clone(), id.clone());
            }
            _ => {}
        }
    }

    /// Our rows equal the expected ones, in any order.
    fn same_rows(&mut self, expected: &Json, mut ours: Vec<Json>) -> Result<(), String> {
        for row in expected.as_array().unwrap() {
            let Some(at) = ours.iter().position(|our| self.fits(row, our)) else {
                return Err(format!("expected {row}\namong {ours:?}"));
            };
            self.learn(row, &ours.remove(at));
        }
        if ours.is_empty() { Ok(()) } else { Err(format!("too many: {ours:?}")) }
    }

    /// The vectors' values with our ids.
    fn ours(&self, expected: &Json) -> Json {
        match expected {
            Json::String(text) => json!(self.0.get(text).unwrap_or(text)),
            Json::Array(all) => all.iter().map(|one| self.ours(one)).collect(),
            Json::Object(all) => {
                Json::Object(all.iter().map(|(key, it)| (key.clone(), self.ours(it))).collect())
            }
            Json::Null | Json::Bool(_) | Json::Number(_) => expected.clone(),
        }
    }
}

/// A call as the vectors make it.
fn called(harness: &Harness, call: &Json) -> Result<Json, String> {
    let name = call[0].as_str().unwrap();
    let args = match call[1].as_array() {
        Some(rows) => json!({ "ids": rows.iter().map(|row| &row["id"]).collect::<Vec<_>>() }),
        None => call[1].clone(),
    };
    match harness.call(name, args) {
        Ok(mut result) => {
            for rows in ["added", "deleted"] {
                for row in result.get_mut(rows).and_then(Json::as_array_mut).into_iter().flatten() {
                    row.as_object_mut().unwrap().remove("sort_order");
                }
            }
            without_types(&mut result);
            Ok(json!({ "result": result }))
        }
        Err(error) if error["code"] == "unknown-call" => Err(format!("no call {name}")),
        Err(error) => Ok(json!({ "error": error["message"] })),
    }
}

/// Removes the types of conditions and actions, which the vectors leave out.
fn without_types(rule: &mut Json) {
    for list in ["conditions", "actions"] {
        for item in rule.get_mut(list).and_then(Json::as_array_mut).into_iter().flatten() {
            item.as_object_mut().unwrap().remove("type");
        }
    }
}

fn rules(harness: &Harness) -> Vec<Json> {
    let Json::Array(mut rules) = harness.ok("rules-get", json!({})) else { return Vec::new() };
    rules.iter_mut().for_each(without_types);
    rules
}

fn same_answer(expected: &Json, ours: &Json) -> bool {
    match (expected["error"].as_str(), ours["error"].as_str()) {
        (Some(expected), Some(ours)) => expected.eq_ignore_ascii_case(ours),
        _ => {
            let (mut expected, mut ours) = (expected.clone(), ours.clone());
            let told = |answer: &mut Json| -> BTreeSet<String> {
                let tables =
                    answer["result"].as_object_mut().and_then(|it| it.remove("dependencies"));
                tables.map(|tables| serde_json::from_value(tables).unwrap()).unwrap_or_default()
            };
            // A query's dependencies may be more precise than in the vectors.
            told(&mut expected).is_subset(&told(&mut ours)) && expected == ours
        }
    }
}

fn rows<'a>(
    tables: &'a crate::harness::Tables,
    table: &str,
) -> impl Iterator<Item = &'a Map<String, Json>> {
    tables[table].values()
}

fn accounts(harness: &Harness) -> Vec<Json> {
    let tables = harness.tables();
    let account = |row: &Map<String, Json>| {
        let mut account = json!({
            "id": row["id"], "name": row["name"],
            "offbudget": row["offbudget"] == 1, "closed": row["closed"] == 1,
        });
        if row["tombstone"] == 1 {
            account["deleted"] = json!(true);
        }
        account
    };
    let mut all: Vec<_> = rows(&tables, "accounts").collect();
    all.sort_by(|one, other| {
        let order = |row: &Map<String, Json>| row["sort_order"].as_f64().unwrap();
        let off = |row: &Map<String, Json>| row["offbudget"] == 1;
        off(one).cmp(&off(other)).then(order(one).total_cmp(&order(other)))
    });
    all.into_iter().map(account).collect()
}

/// Ordinary payees, and deleted transfer payees.
fn payees(harness: &Harness) -> Vec<Json> {
    let tables = harness.tables();
    let of_interest =
        |row: &&Map<String, Json>| row["transfer_acct"].is_null() || row["tombstone"] == 1;
    let payee = |row: &Map<String, Json>| {
        let mut payee = json!({ "id": row["id"], "name": row["name"] });
        if row["tombstone"] == 1 {
            payee["deleted"] = json!(true);
        }
        if !row["transfer_acct"].is_null() {
            payee["transfer_acct"] = row["transfer_acct"].clone();
        }
        let target = &tables["payee_mapping"][row["id"].as_str().unwrap()]["targetId"];
        if *target != row["id"] {
            payee["maps_to"] = target.clone();
        }
        payee
    };
    rows(&tables, "payees").filter(of_interest).map(payee).collect()
}

fn without(harness: &Harness, name: &str) -> bool {
    let made = harness.tables()["payees"].values().any(|row| row["name"] == name);
    !made
}

fn run(case: &Json) -> Result<(), String> {
    let harness = usual();
    assert!(without(&harness, "Starting Balance"));
    harness.give(&case["given"]);
    let mut answers = Vec::new();
    for call in case["calls"].as_array().unwrap() {
        answers.push(called(&harness, call)?);
    }
    let (after, mut names) = (&case["after"], Names::default());
    if let Some(expected) = after.get("accounts") {
        names.same_rows(expected, accounts(&harness))?;
    }
    if let Some(expected) = after.get("payees") {
        names.same_rows(expected, payees(&harness))?;
    }
    if let Some(expected) = after.get("transactions") {
        let ours = rows(&harness.tables(), "transactions").map(public).collect();
        names.same_rows(expected, ours)?;
    }
    if let Some(expected) = after.get("rules") {
        names.same_rows(expected, rules(&harness))?;
    }
    for (expected, answer) in case["answers"].as_array().unwrap().iter().zip(&answers) {
        names.learn(&expected["result"], &answer["result"]);
        let expected = names.ours(expected);
        if !same_answer(&expected, answer) {
            return Err(format!("expected {expected}\ngot {answer}"));
        }
    }
    let mut told: Vec<_> =
        harness.events().into_iter().filter(|(name, _)| name == "orphaned-payees").collect();
    for (_, event) in &mut told {
        // Which session it was is ours.
        event.as_object_mut().unwrap().remove("origin");
    }
    let expected = case.get("events").and_then(Json::as_array).cloned().unwrap_or_default();
    let expected: Vec<_> = expected
        .into_iter()
        .map(|event| (event["name"].as_str().unwrap().to_owned(), event["args"].clone()))
        .collect();
    if told == expected { Ok(()) } else { Err(format!("events {told:?}")) }
}

/// Runs all cases; the failing ones must be the waiting ones.
fn check(cases: &[Json], waiting: &[&str], run: impl Fn(&Json) -> Result<(), String>) {
    let waiting: BTreeSet<&str> = waiting.iter().copied().collect();
    let mut faults = Vec::new();
    let mut known = BTreeSet::new();
    for case in cases {
        let (id, note) = (case["id"].as_str().unwrap(), &case["note"]);
        known.insert(id);
        match (run(case), waiting.contains(id)) {
            (Err(fault), false) => faults.push(format!("{id} {note}:\n{fault}")),
            (Ok(()), true) => faults.push(format!("{id} {note} passes; it need not wait")),
            (Ok(()), false) | (Err(_), true) => {}
        }
    }
    faults.extend(waiting.difference(&known).map(|id| format!("there is no {id}")));
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

#[test]
fn every_recorded_call_has_the_expected_reply_and_rows() {
    check(&vectors("ledger-ops.json"), &[], run);
}

/// A state of the undo vectors.
fn state(harness: &Harness, expected: &Json, names: &mut Names) -> Result<(), String> {
    let tables = harness.tables();
    for (what, expected) in expected.as_object().unwrap() {
        let ours: Vec<Json> = match what.as_str() {
            "transactions" => rows(&tables, "transactions").map(undo_row).collect(),
            "payees" => {
                let ordinary = payees(harness).into_iter().map(|payee| {
                    let deleted = payee.get("deleted").is_some();
                    let merged = payee.get("maps_to").is_some();
                    json!({ "name": payee["name"], "deleted": deleted, "merged": merged })
                });
                ordinary.collect()
            }
            "accounts" => {
                let expected: Vec<_> = expected.as_array().unwrap().clone();
                let deleted = |account: &Json| account.get("deleted").is_some();
                let ours: Vec<_> = accounts(harness)
                    .iter()
                    .map(|account| json!([account["name"], account["closed"], deleted(account)]))
                    .collect();
                if ours == expected {
                    continue;
                }
                return Err(format!("accounts {ours:?}"));
            }
            "rules" if *expected == tables["rules"].len() => continue,
            other => return Err(format!("{other} differ")),
        };
        names.same_rows(&without_dead_links(expected), ours)?;
    }
    Ok(())
}

/// Whether a deleted row still refers to its other side only shows the number of writes, so ignore
/// it.
fn without_dead_links(rows: &Json) -> Json {
    let mut rows = rows.clone();
    for row in rows.as_array_mut().unwrap().iter_mut().filter(|row| row["deleted"] == true) {
        row.as_object_mut().unwrap().remove("is_transfer");
    }
    rows
}

fn undo_row(row: &Map<String, Json>) -> Json {
    let full = public(row);
    let mut kept = Map::new();
    for field in ["id", "account", "date", "amount", "payee", "category", "notes"] {
        kept.insert(field.to_owned(), full[field].clone());
    }
    if full.get("deleted").is_none() {
        kept.insert("is_transfer".to_owned(), json!(full.get("transfer_id").is_some()));
    }
    kept.insert("deleted".to_owned(), json!(full.get("deleted").is_some()));
    Json::Object(kept)
}

fn run_undo(case: &Json) -> Result<(), String> {
    let accounts = [("acc-a", "Checking", false), ("acc-b", "Savings", false)];
    let harness = ledger("2024-06-15", &accounts, &[("pk", "Kroger"), ("pa", "Amazon")]);
    harness.give(&json!([{
        "id": "t1", "account": "acc-a", "date": "2024-06-10", "amount": -1000, "payee": "pk",
        "notes": "one", "cleared": false,
    }]));
    harness.events();
    for step in case["trace"].as_array().unwrap() {
        let call = &step["call"];
        let options = sobre_actors::UndoOptions {
            tag: call.get(2).and_then(Json::as_str).map(str::to_owned),
            name: None,
        };
        let (name, args) = (call[0].as_str().unwrap(), call[1].clone());
        let (app, session) = (&harness.app, &harness.tab.session);
        if let Err(error) = harness.run(app.call(session, name, args, options)) {
            return Err(format!("{call}: {error}"));
        }
        let told = harness.events().into_iter().find(|(name, _)| name == "undo-event");
        match (step.get("undo_event").filter(|event| !event.is_null()), told) {
            (None, None) => {}
            (Some(expected), Some((_, told))) => same_event(expected, &told)?,
            (expected, told) => return Err(format!("{call}: {expected:?}, {told:?}")),
        }
        state(&harness, &step["state"], &mut Names::default())
            .map_err(|fault| format!("after {call}: {fault}"))?;
    }
    Ok(())
}

/// The order of tables depends on how rows are written (see the vectors' notes).
fn same_event(expected: &Json, told: &Json) -> Result<(), String> {
    let tables = |event: &Json| -> BTreeSet<String> {
        let tables = event["tables"].as_array().unwrap();
        tables.iter().map(|table| table.as_str().unwrap().to_owned()).collect()
    };
    let meta = told.get("meta").unwrap_or(&Json::Null);
    let same = tables(expected) == tables(told)
        && expected["undoTag"] == told["undoTag"]
        && expected["meta"] == *meta;
    if same { Ok(()) } else { Err(format!("expected {expected}\ngot {told}")) }
}

#[test]
fn every_recorded_undo_and_redo_leads_to_its_state() {
    check(&vectors("undo.json"), UNDO_WAITING, run_undo);
}
