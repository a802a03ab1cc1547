//! The recorded imports: which transactions they add, match and change.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json, json};

use crate::harness::Harness;
use crate::ledger::{public, usual};

fn cases() -> Vec<Json> {
    let file = crate::harness::fixture("ledger/import-match.json");
    let suite: Json = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    suite["cases"].as_array().unwrap().clone()
}

/// A budget with the transactions and rules that a case begins with.
fn given(case: &Json) -> Harness {
    let harness = usual();
    let stored = |row: &Json| {
        let mut row = row.clone();
        let fields = row.as_object_mut().unwrap();
        if fields.remove("deleted").is_some() {
            fields.insert("tombstone".to_owned(), json!(true));
        }
        fields.entry("account").or_insert(json!("A"));
        row
    };
    let rows: Vec<Json> = case["existing"].as_array().unwrap().iter().map(stored).collect();
    harness.give(&json!(rows));
    for rule in case["rules"].as_array().into_iter().flatten() {
        let mut rule = rule.clone();
        rule.as_object_mut().unwrap().entry("stage").or_insert(Json::Null);
        harness.ok("rule-add", rule);
    }
    harness
}

fn imported(harness: &Harness, case: &Json) -> Result<Json, Json> {
    let mut call = json!({
        "accountId": case.get("account").unwrap_or(&json!("A")),
        "transactions": case["imported"], "isPreview": case["preview"] == true,
    });
    if let Some(options) = case.get("opts") {
        call["opts"] = options.clone();
    }
    harness.call("transactions-import", call)
}

/// Names of the vectors for our ids: new transactions in the order of the reply, then others.
fn names(harness: &Harness, case: &Json, added: &[String]) -> BTreeMap<String, String> {
    let mut names: BTreeMap<String, String> =
        (1..).zip(added).map(|(place, id)| (id.clone(), format!("new{place}"))).collect();
    let existing: Vec<&Json> =
        case["existing"].as_array().unwrap().iter().map(|row| &row["id"]).collect();
    let tables = harness.tables();
    let others = tables["transactions"].keys();
    let others: Vec<&String> =
        others.filter(|id| !names.contains_key(*id) && !existing.contains(&&json!(id))).collect();
    names.extend((1..).zip(others).map(|(place, id)| (id.clone(), format!("auto{place}"))));
    names
}

/// The live transactions as the vectors show them, by id.
fn state(harness: &Harness, names: &BTreeMap<String, String>) -> BTreeMap<String, Json> {
    let tables = harness.tables();
    let payee = |id: &Json| match id.as_str().map(|id| &tables["payees"][id]) {
        Some(payee) if !payee["transfer_acct"].is_null() => {
            json!(format!("transfer:{}", payee["transfer_acct"].as_str().unwrap()))
        }
        Some(payee) => payee["name"].clone(),
        None => Json::Null,
    };
    let shown = |row: &Map<String, Json>| {
        let mut shown = public(row);
        let fields = shown.as_object_mut().unwrap();
        fields.remove("error");
        fields.remove("starting_balance_flag");
        fields.insert("payee".to_owned(), payee(&row["description"]));
        fields.insert("imported_id".to_owned(), row["financial_id"].clone());
        fields.insert("imported_payee".to_owned(), row["imported_description"].clone());
        for field in ["id", "parent_id", "transfer_id"] {
            let named = fields.get(field).and_then(Json::as_str).and_then(|id| names.get(id));
            if let Some(name) = named {
                fields.insert(field.to_owned(), json!(name));
            }
        }
        shown
    };
    let live = tables["transactions"].values().filter(|row| row["tombstone"] != 1).map(shown);
    live.map(|row| (row["id"].as_str().unwrap().to_owned(), row)).collect()
}

/// The reply as the vectors show it.
fn reply(reply: &Json, names: &BTreeMap<String, String>) -> Json {
    let named = |ids: &Json| -> Vec<Json> {
        let ids = ids.as_array().unwrap().iter().map(|id| id.as_str().unwrap());
        ids.map(|id| json!(names.get(id).map_or(id, |name| name))).collect()
    };
    let preview = |row: &Json| {
        let transaction = &row["transaction"];
        let mut shown = json!({
            "imported_date": transaction["date"], "amount": transaction["amount"],
            "existing": row["existing"]["id"],
        });
        if row["ignored"] == true {
            shown["ignored"] = json!(true);
        }
        shown
    };
    let previews = reply["updatedPreview"].as_array().unwrap().iter();
    json!({
        "errors": reply["errors"], "added": named(&reply["added"]),
        "updated": named(&reply["updated"]),
        "preview": previews.filter(|row| row["tombstone"] != true).map(preview).collect::<Vec<_>>(),
    })
}

/// Cases that end otherwise here, with the reason.
const OTHERWISE: &[(&str, &str)] = &[
    ("import-match-018", "the bank's id stays, so that the statement that has it is known again"),
    ("import-match-035", "what was imported is never taken for another line of a statement"),
    ("import-match-039", "the line of a split has its money in the split"),
    ("import-match-063", "what was imported is never taken for another line of a statement"),
    ("import-match-064", "a starting balance is no income"),
];

#[test]
fn recorded_imports_end_as_they_did() {
    let mut otherwise = Vec::new();
    for case in cases() {
        let (id, expected) = (case["id"].as_str().unwrap(), &case["expected"]);
        let harness = given(&case);
        let done = match imported(&harness, &case) {
            Ok(done) => done,
            Err(error) => {
                assert_eq!(error["message"], case["error"], "{id}");
                continue;
            }
        };
        let added: Vec<String> = serde_json::from_value(done["added"].clone()).unwrap();
        let names = names(&harness, &case, &added);
        let replied = reply(&done, &names);
        let rows = expected["state"].as_array().unwrap().iter();
        let rows: BTreeMap<String, Json> =
            rows.map(|row| (row["id"].as_str().unwrap().to_owned(), row.clone())).collect();
        let is_same_reply = ["errors", "added", "updated", "preview"]
            .iter()
            .all(|field| replied[field] == expected[field]);
        let state = state(&harness, &names);
        if is_same_reply && state == rows {
            continue;
        }
        otherwise.push(id.to_owned());
        if !OTHERWISE.iter().any(|(case, _)| *case == id) {
            println!("{id} {}\n{replied}\n{}\nexpected {expected}", case["note"], json!(state));
        }
    }
    let known: Vec<&str> = OTHERWISE.iter().map(|(id, _)| *id).collect();
    assert_eq!(otherwise, known);
}
