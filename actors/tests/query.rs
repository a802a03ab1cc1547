//! The query language on a budget file: golden vectors, hostile states, and random ones.

#![allow(clippy::unwrap_used, reason = "a fixture that cannot be read must stop the test")]

mod query {
    pub(crate) mod ledger;
    pub(crate) mod random;
}

use std::collections::HashSet;

use proptest::prelude::*;
use query::{ledger, random};
use rusqlite::Connection;
use serde_json::{Value, json};
use sobre_actors::db::query::{self as language, QueryError};

struct Answer {
    data: Value,
    dependencies: Vec<String>,
}

fn run_query(conn: &Connection, state: &Value) -> Result<Answer, QueryError> {
    let found = language::run_query(conn, state)?;
    let data = serde_json::from_str(found.data.get()).unwrap();
    Ok(Answer { data, dependencies: found.dependencies })
}

fn suite() -> Value {
    serde_json::from_str(include_str!("fixtures/ledger/aql.json")).unwrap()
}

/// Rule ids are random in the vectors, which show them as RULE.
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

proptest! {
    #![proptest_config(ProptestConfig { cases: 800, ..ProptestConfig::default() })]

    #[test]
    fn random_states_give_rows_or_a_clear_refusal(
        state in prop_oneof![3 => random::state(), 1 => random::anything()],
    ) {
        thread_local! {
            static FILE: Connection = ledger::vectors(&suite()["context"]);
        }
        let result = FILE.with(|conn| run_query(conn, &state));
        if let Err(QueryError::Database(error)) = result {
            prop_assert!(false, "{error}\n{state}");
        }
    }

    #[test]
    fn a_page_is_a_part_of_the_whole(mut state in random::state(), filter in random::filter()) {
        thread_local! {
            static FILE: Connection = ledger::vectors(&suite()["context"]);
        }
        state["filterExpressions"] = json!([filter]);
        state["calculation"] = json!(false);
        let run = |state: &Value| FILE.with(|conn| run_query(conn, state)).map(|got| got.data);
        if let Ok(page) = run(&state) {
            let from = state["offset"].as_u64().map_or(0, |offset| usize::try_from(offset).unwrap());
            let limit = state["limit"].as_u64().map_or(usize::MAX, |n| usize::try_from(n).unwrap());
            state["limit"] = Value::Null;
            state["offset"] = Value::Null;
            let whole = run(&state).unwrap();
            let rows = whole.as_array().unwrap().iter().skip(from).take(limit);
            prop_assert_eq!(page, Value::from(rows.cloned().collect::<Vec<_>>()));
        }
    }
}

/// The expected group ids of grouped splits for a filter, from testing every row alone.
fn groups_of(conn: &Connection, filter: &Value) -> Option<Vec<String>> {
    let rows = |filters: Value, splits: &str, select: &[&str]| {
        let state = json!({"table": "transactions", "tableOptions": {"splits": splits},
            "filterExpressions": filters, "selectExpressions": select});
        Some(run_query(conn, &state).ok()?.data.as_array().unwrap().clone())
    };
    let passing = rows(json!([filter]), "all", &["id", "parent_id"])?;
    let group = |row: &Value| row["parent_id"].as_str().or(row["id"].as_str()).unwrap().to_owned();
    let passing: HashSet<String> = passing.iter().map(group).collect();
    let every = rows(json!([]), "none", &["id"])?;
    Some(every.iter().map(group).filter(|id| passing.contains(id)).collect())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn a_group_passes_if_any_of_its_rows_does(
        filter in random::filter(),
        indexed in proptest::option::of(proptest::sample::select(vec!["account", "date"])),
    ) {
        thread_local! {
            static FILE: Connection = ledger::vectors(&suite()["context"]);
        }
        // A condition on notes makes the filter test children too.
        let mut all = vec![filter, json!({"$or": [{"notes": null}, {"notes": {"$ne": null}}]})];
        match indexed {
            Some("account") => all.push(json!({"account": "A"})),
            Some(_) => all.push(json!({"date": {"$gte": "2024-02-00"}})),
            None => {}
        }
        let filter = json!({"$and": all});
        let state = json!({"table": "transactions", "tableOptions": {"splits": "grouped"},
            "filterExpressions": [filter], "selectExpressions": ["id"]});
        FILE.with(|conn| {
            if let Some(wanted) = groups_of(conn, &filter) {
                let data = run_query(conn, &state).unwrap().data;
                let rows = data.as_array().unwrap().iter();
                let got: Vec<_> = rows.map(|row| row["id"].as_str().unwrap().to_owned()).collect();
                prop_assert_eq!(got, wanted);
            }
            Ok(())
        })?;
    }
}

#[test]
fn filters_made_from_conditions_are_understood() {
    let conn = ledger::vectors(&suite()["context"]);
    let made: Value =
        serde_json::from_str(include_str!("../../engine/tests/fixtures/ledger/filters.json"))
            .unwrap();
    let mut refused = Vec::new();
    for case in made["cases"].as_array().unwrap() {
        let filters = &case["expected"]["filters"];
        for splits in ["inline", "grouped"] {
            let mut state = filtered(&json!({"$and": filters}));
            state["tableOptions"] = json!({"splits": splits});
            if let Err(error) = run_query(&conn, &state) {
                refused.push(format!("{}: {error}\n{filters}", case["id"]));
            }
        }
    }
    assert!(refused.is_empty(), "{}", refused.join("\n"));
}

fn refusal(state: &Value) -> String {
    match run_query(&ledger::empty(), state) {
        Err(QueryError::Database(error)) => panic!("{error}"),
        Err(error) => error.to_string(),
        Ok(result) => panic!("{}", result.data),
    }
}

fn filtered(filter: &Value) -> Value {
    json!({"table": "transactions", "filterExpressions": [filter]})
}

#[test]
fn queries_beyond_the_limits_are_refused() {
    let mut deep = json!({"amount": 1});
    let mut function = json!("$amount");
    for _ in 0..100 {
        deep = json!({"$and": [deep]});
        function = json!({"$neg": function});
    }
    assert_eq!(refusal(&filtered(&deep)), "Query too large: more than 24 levels of nesting");
    let select = json!({"table": "transactions", "selectExpressions": [{"x": function}]});
    assert_eq!(refusal(&select), "Query too large: more than 24 levels of nesting");
    let wide: Vec<Value> = (0..5_000).map(|n| json!({"amount": n})).collect();
    assert_eq!(refusal(&filtered(&json!({"$or": wide}))), "Query too large: more than 10000 terms");
    let ids: Vec<String> = (0..60_000).map(|n| n.to_string()).collect();
    let refused = refusal(&filtered(&json!({"id": {"$oneof": ids}})));
    assert_eq!(refused, "Query too large: more than 50000 values in a list");
    let patterns = vec![json!({"notes": {"$like": "%a%"}}); 101];
    let refused = refusal(&filtered(&json!({"$or": patterns})));
    assert_eq!(refused, "Query too large: more than 100 text patterns");
    let limit = refusal(&json!({"table": "transactions", "limit": 5_000_000_000_i64}));
    assert!(limit.starts_with("Invalid query: "), "{limit}");
    let columns: Vec<Value> = (0..500).map(|n| json!({format!("x{n}"): "id"})).collect();
    let refused = refusal(&json!({"table": "transactions", "selectExpressions": columns}));
    assert_eq!(refused, "Query too large: more than 400 results");
    let pattern = refusal(&filtered(&json!({"notes": {"$regexp": "(a{999}){999}"}})));
    assert_eq!(pattern, "Invalid pattern: (a{999}){999}");
}

#[test]
fn large_queries_within_the_limits_run() {
    let conn = ledger::vectors(&suite()["context"]);
    let term = |n: i32| json!({"amount": {"$gt": n}, "payee.name": {"$ne": "x"}});
    let mut any: Vec<Value> = (-900_000..-899_000).map(term).collect();
    any.push(json!({"payee.name": {"$like": "kro"}, "id": {"$oneof": vec!["t02"; 40_000]}}));
    for splits in ["inline", "none", "all", "grouped"] {
        let mut state = filtered(&json!({"$or": any}));
        state["tableOptions"] = json!({"splits": splits});
        state["limit"] = json!(3);
        assert_eq!(run_query(&conn, &state).unwrap().data.as_array().map(Vec::len), Some(3));
    }
}

#[test]
fn refusals_name_the_mistake() {
    for (state, wanted) in [
        (json!({}), "Invalid query: missing field `table`"),
        (json!({"table": "sqlite_master"}), "Table \"sqlite_master\" does not exist"),
        (filtered(&json!({"date": "2024-1-5"})), "Bad date format: 2024-1-5"),
        (filtered(&json!({"amount": {"$sum": 1}})), "Unknown operator: $sum"),
        (filtered(&json!({"date": {"$like": "x"}})), "Can't convert date to string"),
        (
            filtered(&json!({"amount": {"$transform": "$sum", "$eq": 1}})),
            "$sum cannot be used here: it reads several rows",
        ),
        (filtered(&json!({"notes": ":who"})), "Parameter \"who\" has no value"),
        (json!({"table": "accounts", "offset": 2}), "An offset needs a limit"),
        (
            json!({"table": "category_groups", "tableOptions": {"categories": 1}}),
            "Invalid \"categories\" option for category_groups: 1",
        ),
        (
            json!({"table": "accounts", "orderExpressions": [{"$sum": "$sort_order"}]}),
            "$sum cannot be used here: it reads several rows",
        ),
        (
            json!({"table": "notes", "selectExpressions": ["note\" FROM notes --"]}),
            "Field \"note\" FROM notes --\" does not exist in table \"notes\"",
        ),
    ] {
        assert_eq!(refusal(&state), wanted, "{state}");
    }
}

#[test]
fn names_and_texts_with_quotes_stay_data() {
    let conn = ledger::vectors(&suite()["context"]);
    let evil = "\"'; DROP TABLE accounts; --";
    let state = json!({
        "table": "transactions",
        "filterExpressions": [{"id": "t02", "notes": {"$ne": evil}}],
        "selectExpressions": [{evil: "notes"}, {"literal": {"$literal": evil}}],
    });
    let data = run_query(&conn, &state).unwrap().data;
    assert_eq!(data, json!([{evil: "Weekly Shop", "literal": evil, "id": "t02"}]));
}

/// The data of a query on the file of the vectors.
fn data(state: &Value) -> Value {
    run_query(&ledger::vectors(&suite()["context"]), state).unwrap().data
}

#[test]
fn without_validated_references_a_dead_reference_shows_its_id_but_joins_nothing() {
    let state = json!({
        "table": "transactions",
        "filterExpressions": [{"category": "gone"}],
        "selectExpressions": ["category", "payee", "category.name"],
        "validateRefs": false,
    });
    let row = json!({"category": "gone", "payee": "pd", "category.name": null, "id": "t06"});
    assert_eq!(data(&state), json!([row]));
}

#[test]
fn splits_all_shows_living_children_of_deleted_parents() {
    let state = |splits: &str| {
        json!({
            "table": "transactions",
            "tableOptions": {"splits": splits},
            "filterExpressions": [{"id": {"$oneof": ["t11", "t11/a"]}}],
            "withDead": false,
        })
    };
    assert_eq!(data(&state("all")), json!([{"id": "t11/a"}]));
    for splits in ["inline", "none", "grouped"] {
        assert_eq!(data(&state(splits)), json!([]), "{splits}");
    }
}

#[test]
fn a_field_can_be_compared_with_a_field_and_two_nulls_are_equal() {
    let state = |test: Value| {
        json!({
            "table": "transactions",
            "filterExpressions": [{"id": {"$oneof": ["t02", "t04", "t13"]}}, {"notes": test}],
        })
    };
    assert_eq!(data(&state(json!("$imported_id"))), json!([{"id": "t04"}]));
    let different = json!({"$ne": "$imported_id"});
    assert_eq!(data(&state(different)), json!([{"id": "t13"}, {"id": "t02"}]));
}

#[test]
fn dependencies_name_every_table_that_was_read() {
    let conn = ledger::vectors(&suite()["context"]);
    let of = |state: Value| run_query(&conn, &state).unwrap().dependencies;
    let amounts = json!({"table": "transactions", "selectExpressions": ["amount"]});
    assert_eq!(of(amounts), ["transactions"]);
    let names = json!({"table": "transactions", "selectExpressions": ["payee.name"]});
    assert_eq!(of(names), ["accounts", "payee_mapping", "payees", "transactions"]);
    let groups = json!({"table": "category_groups"});
    assert_eq!(of(groups), ["categories", "category_groups"]);
    let schedules = json!({"table": "schedules", "selectExpressions": ["next_date", "_amount"]});
    assert_eq!(of(schedules), ["rules", "schedules", "schedules_next_date"]);
}

#[test]
fn a_broken_rule_leaves_the_parts_of_its_schedule_empty() {
    let conn = ledger::vectors(&suite()["context"]);
    for broken in ["", "{", "null", "[1, null, {\"field\": 5}]"] {
        conn.execute("UPDATE rules SET conditions = ?, actions = ?", [broken, broken]).unwrap();
        let state = json!({
            "table": "schedules",
            "filterExpressions": [{"id": "s1"}],
            "selectExpressions": ["_payee", "_amount", "_date", "_has_splits"],
        });
        let row = json!({
            "id": "s1", "_payee": null, "_amount": null, "_date": null, "_has_splits": false,
        });
        assert_eq!(run_query(&conn, &state).unwrap().data, json!([row]), "{broken}");
    }
}
