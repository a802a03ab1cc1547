//! Queries through the call.

use serde_json::json;

use crate::harness::{FOOD, Harness};

#[test]
fn a_query_answers_rows_and_the_tables_they_came_from() {
    let harness = Harness::new();
    let query = json!({
        "table": "categories", "filterExpressions": [{ "id": FOOD }],
        "selectExpressions": ["id", "name"], "groupExpressions": [], "orderExpressions": [],
        "calculation": false, "rawMode": false, "withDead": false, "validateRefs": true,
        "limit": null, "offset": null, "tableOptions": {},
    });
    let answer = harness.ok("query", query.clone());
    assert_eq!(answer["data"], json!([{ "id": FOOD, "name": "Food" }]));
    assert!(answer["dependencies"].as_array().unwrap().contains(&json!("categories")));
    harness.ok("category-update", json!({ "id": FOOD, "name": "Meals" }));
    assert_eq!(harness.ok("query", query)["data"][0]["name"], "Meals", "it sees every commit");
}

#[test]
fn a_query_that_makes_no_sense_is_refused_in_words() {
    let harness = Harness::new();
    for bad in [
        json!({ "table": "no_such_table" }),
        json!({ "table": "categories", "selectExpressions": ["no_such_field"] }),
        json!({ "table": "categories; DROP TABLE notes" }),
        json!(5),
        json!({}),
    ] {
        harness.refused("query", bad, "invalid-query");
    }
}
