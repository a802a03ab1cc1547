use std::collections::BTreeSet;

use rusqlite::{Connection, params_from_iter};
use serde_json::{Value, json};
use sobre_engine::query::{Parameters, QueryState, check};

use super::rows::Room;
use super::{QueryError, register_functions, run, statement};
use crate::db::migrate::{STEPS, create_at_level};

fn file() -> Connection {
    let mut conn = Connection::open_in_memory().unwrap();
    create_at_level(&mut conn, STEPS.len()).unwrap();
    register_functions(&conn).unwrap();
    conn
}

/// The lines of SQLite's plan for a query.
fn plan(state: &Value) -> Vec<String> {
    let query = check(&QueryState::read(state).unwrap(), &Parameters::new()).unwrap();
    let made = statement::main_statement(&query, None).unwrap();
    let conn = file();
    let mut explained = conn.prepare(&format!("EXPLAIN QUERY PLAN {}", made.sql)).unwrap();
    let lines = explained.query_map(params_from_iter(made.draft.params.iter()), |row| row.get(3));
    lines.unwrap().map(Result::unwrap).collect()
}

#[track_caller]
fn assert_plan_has(state: &Value, wanted: &str) {
    let plan = plan(state);
    assert!(plan.iter().any(|line| line.contains(wanted)), "{plan:#?}");
}

fn transactions(splits: &str, filter: &Value) -> Value {
    json!({
        "table": "transactions",
        "tableOptions": {"splits": splits},
        "filterExpressions": [filter],
        "selectExpressions": ["*", "payee.name", "category.name"],
        "limit": 150,
    })
}

#[test]
fn a_page_of_transactions_walks_the_sorted_index() {
    for splits in ["inline", "none", "all", "grouped"] {
        let page = transactions(splits, &json!({}));
        assert_plan_has(&page, "p0 USING INDEX trans_sorted");
        // Only the rows of the page itself are sorted.
        let sorts = plan(&page).iter().filter(|line| line.contains("TEMP B-TREE")).count();
        assert_eq!(sorts, 1);
    }
    let page = transactions("inline", &json!({"account.offbudget": false}));
    assert_plan_has(&page, "p0 USING INDEX trans_sorted");
    let search = transactions("grouped", &json!({"notes": {"$like": "%x%"}}));
    assert_plan_has(&search, "p0 USING INDEX trans_sorted");
    assert_plan_has(&search, "SEARCH c0 USING INDEX trans_parent_id (parent_id=?)");
}

#[test]
fn filters_on_indexed_references_search_their_index() {
    let page = |filter: Value| transactions("inline", &filter);
    assert_plan_has(&page(json!({"account": "A"})), "idx_transactions_acct_tombstone");
    assert_plan_has(&page(json!({"account": {"$oneof": ["A"]}})), "(acct=?");
    assert_plan_has(&page(json!({"schedule": "s"})), "idx_transactions_schedule");
    assert_plan_has(&page(json!({"id": "t"})), "SEARCH p0 USING INDEX sqlite_autoindex");
    let sum = json!({
        "table": "transactions",
        "filterExpressions": [{"category": "food", "date": {"$gte": "2024-02-00"}}],
        "selectExpressions": [{"result": {"$sum": "$amount"}}],
        "calculation": true,
    });
    assert_plan_has(&sum, "SEARCH t0 USING INDEX trans_category_date (category=? AND date>?)");
    let search = json!({"account": "A", "notes": {"$like": "%x%"}});
    assert_plan_has(&transactions("grouped", &search), "SEARCH m0 USING INDEX");
}

#[test]
fn no_text_of_the_caller_reaches_the_statement() {
    let evil = "x\"'); DROP TABLE accounts; --";
    let state = json!({
        "table": "transactions",
        "filterExpressions": [
            {"notes": evil, "payee.name": {"$like": evil}, "id": {"$oneof": [evil]}},
        ],
        "selectExpressions": [{evil: "notes"}, {"y": {"$substr": [evil, 1, 2]}}],
        "orderExpressions": [{"$lower": evil}],
        "limit": 5,
    });
    let query = check(&QueryState::read(&state).unwrap(), &Parameters::new()).unwrap();
    let made = statement::main_statement(&query, None).unwrap();
    assert!(!made.sql.contains("DROP"), "{}", made.sql);
}

#[test]
fn more_rows_than_are_answered_at_once_are_refused() {
    let conn = file();
    let add = "INSERT INTO category_groups (id, name, tombstone) VALUES (?1, 'Usual', 0)";
    for id in ["a", "b", "c"] {
        conn.execute(add, [id]).unwrap();
    }
    let state = json!({"table": "category_groups", "selectExpressions": ["id"]});
    let query = check(&QueryState::read(&state).unwrap(), &Parameters::new()).unwrap();
    let answered = |bytes| run(&conn, None, &query, (&mut BTreeSet::new(), &Room::of(bytes)));
    let rows = answered(1_000).unwrap();
    assert!(answered(rows.len()).is_ok());
    assert!(matches!(answered(10), Err(QueryError::TooMuch)));
}
