//! The query language on a budget file: golden vectors, hostile states, and random ones.

#![allow(clippy::unwrap_used, reason = "a fixture that cannot be read must stop the test")]

mod query {
    pub(crate) mod ledger;
}

use query::ledger;
use serde_json::Value;
use sobre_actors::db::query::run_query;

fn suite() -> Value {
    serde_json::from_str(include_str!("fixtures/ledger/aql.json")).unwrap()
}

/// Rule ids are random where the vectors were made, and shown as RULE there.
fn with_rule_names(data: &Value) -> Value {
    serde_json::from_str(&data.to_string().replace("\"rule-s1\"", "\"RULE\"")).unwrap()
}

#[test]
fn every_vector_gives_its_rows_or_its_error() {
    let suite = suite();
    let conn = ledger::vectors(&suite["context"]);
    let mut failures = Vec::new();
    for case in suite["cases"].as_array().unwrap() {
        let id = &case["id"];
        let result = run_query(&conn, &case["query"]);
        match (case.get("error"), result) {
            (Some(wanted), Err(error)) => {
                if wanted.as_str() != Some(&error.to_string()) {
                    failures.push(format!("{id}: error {error}, wanted {wanted}"));
                }
            }
            (Some(wanted), Ok(result)) => {
                failures.push(format!("{id}: {}, wanted error {wanted}", result.data));
            }
            (None, Err(error)) => failures.push(format!("{id}: error {error}")),
            (None, Ok(result)) => {
                let data = with_rule_names(&result.data);
                if data != case["expected"] {
                    failures.push(format!("{id}: {data}\n  wanted {}", case["expected"]));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}
