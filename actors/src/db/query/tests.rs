use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use rusqlite::{Connection, StatementStatus, params_from_iter};
use serde_json::{Value, json};
use sobre_engine::query::{Parameters, QueryState, check};

use super::register::View;
use super::response_memory::ResponseMemory;
use super::rows::FoundRow;
use super::{QueryError, Views, register_functions, run, run_viewed, statement};
use crate::answers::ShareError;
use crate::db::facts::{create_indexes, load_with};
use crate::db::journal::{Journal, State, TouchedRows};
use crate::db::migrate::{STEPS, create_at_level};
use crate::db::thresholds::Thresholds;
use crate::limits;

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
    create_indexes(&conn, 2_048).unwrap();
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
    assert_plan_has(&page(json!({"schedule": "s"})), "sobre_schedule_days (schedule=?");
    assert_plan_has(&page(json!({"id": "t"})), "SEARCH p0 USING INDEX sqlite_autoindex");
    let sum = json!({
        "table": "transactions",
        "filterExpressions": [{"category": "food", "date": {"$gte": "2024-02-00"}}],
        "selectExpressions": [{"result": {"$sum": "$amount"}}],
        "calculation": true,
    });
    assert_plan_has(&sum, "SEARCH t0 USING INDEX trans_category (category=?)");
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
    let answered =
        |bytes| run(&conn, None, &query, &mut BTreeSet::new(), &ResponseMemory::of(bytes));
    let text = answered(1_000).unwrap();
    assert_eq!(text.capacity(), text.len(), "a long answer has no room to spare");
    // A row takes more memory than its text until all are written together.
    assert!(matches!(
        answered(3 * size_of::<FoundRow>()),
        Err(QueryError::ShareError(ShareError::TooLarge))
    ));
}

#[test]
fn a_million_rows_that_pass_a_filter_can_be_selected() {
    let conn = file();
    let add = "INSERT INTO transactions (id, acct, date, amount, isParent, isChild, tombstone, \
               cleared, reconciled) VALUES (?1, 'A', 20201231, -123456789, 0, 0, 0, 1, 1)";
    conn.execute(add, ["541836f1-e756-4473-a5d0-6c1d3f06c7fa"]).unwrap();
    let mut state = transactions("grouped", &json!({"cleared": true}));
    state["selectExpressions"] =
        json!(["id", "amount", "is_child", "is_parent", "parent_id", "reconciled", "cleared",]);
    let query = check(&QueryState::read(&state).unwrap(), &Parameters::new()).unwrap();
    let memory = ResponseMemory::of(limits::ANSWER_BYTES / 1_000_000);
    let answer = run(&conn, None, &query, &mut BTreeSet::new(), &memory).unwrap();
    assert!(String::from_utf8(answer).unwrap().contains("-123456789"));
}

/// A file with three accounts of `rows` rows each on budget, two accounts of two rows and one empty
/// account off budget.
fn with_small_accounts(rows: i64) -> Connection {
    let conn = file();
    for (account, off) in [("A", 0), ("B", 0), ("C", 0), ("x", 1), ("y", 1), ("z", 2)] {
        let add = "INSERT INTO accounts (id, offbudget, closed, tombstone) VALUES (?1, ?2, ?3, 0)";
        conn.execute(add, (account, i64::from(off == 1), i64::from(off == 2))).unwrap();
        let rows = [rows, 2, 0][off];
        conn.execute(
            "INSERT INTO transactions (id, acct, date, amount, isParent, isChild, tombstone, \
                 starting_balance_flag, sort_order) \
             WITH RECURSIVE n(n) AS (VALUES (0) UNION ALL SELECT n + 1 FROM n WHERE n + 1 < ?2) \
             SELECT ?1 || n, ?1, 20200101 + n / 300 % 12 * 100 + n % 28, 1, 0, 0, 0, 0, n \
             FROM n WHERE n < ?2",
            (account, rows),
        )
        .unwrap();
    }
    create_indexes(&conn, 2048).unwrap();
    load_with(&conn, None, "2020-11-20".parse().unwrap()).unwrap().counts.store(&conn).unwrap();
    conn
}

/// The result of a page, and how many steps of SQLite's machine it needs.
fn work(conn: &Connection, state: &Value) -> (Vec<String>, i32) {
    let query = check(&QueryState::read(state).unwrap(), &Parameters::new()).unwrap();
    let page = View::of(&query, Thresholds::default()).unwrap().page(conn).unwrap().unwrap();
    let mut statement = conn.prepare(&page.sql).unwrap();
    let rows = statement.query_map(params_from_iter(page.draft.params.iter()), |row| row.get(0));
    let rows = rows.unwrap().map(Result::unwrap).collect();
    (rows, statement.get_status(StatementStatus::VmStep))
}

#[test]
fn a_page_of_small_accounts_costs_only_their_rows() {
    let (few, many) = (with_small_accounts(60), with_small_accounts(3_000));
    let page = |filter: Value, offset: i64| {
        json!({
            "table": "transactions", "tableOptions": { "splits": "grouped" },
            "filterExpressions": [filter], "selectExpressions": ["id"],
            "limit": 50, "offset": offset,
        })
    };
    let off_budget = json!({ "account.offbudget": true });
    for (filter, rows) in [
        (json!({ "account.closed": true }), 0),
        (json!({ "account.offbudget": true, "account.closed": true }), 0),
        (off_budget.clone(), 4),
        (json!({ "account": { "$oneof": ["x", "y", "z"] } }), 4),
        (json!({ "account": "x" }), 2),
        (json!({}), 50),
        (json!({ "account.offbudget": false }), 50),
    ] {
        let ([found, _], [less, more]) = {
            let (few, many) =
                (work(&few, &page(filter.clone(), 0)), work(&many, &page(filter.clone(), 0)));
            ([few.0.len(), many.0.len()], [few.1, many.1])
        };
        assert_eq!(found, rows, "{filter}");
        assert!(more < less + less / 4, "{filter}: {less} steps, then {more}");
    }
    let (rest, steps) = work(&many, &page(off_budget, 1));
    assert!(rest == ["y1", "x0", "y0"] && steps < 1_000, "{rest:?} in {steps} steps");
}

/// The steps of SQLite's machine, in hundreds, that a page through views takes.
fn steps(conn: &Connection, views: &Views, state: &Value) -> u32 {
    let count = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&count);
    let count_them = move || {
        counted.fetch_add(1, Ordering::Relaxed);
        false
    };
    conn.progress_handler(100, Some(count_them)).unwrap();
    run_viewed(conn, views, state).unwrap();
    conn.progress_handler(0, None::<fn() -> bool>).unwrap();
    count.load(Ordering::Relaxed)
}

#[test]
fn an_edit_moves_its_row_without_reading_the_others_of_a_view() {
    let moved = |rows: i64| {
        let conn = with_small_accounts(rows);
        let log = "INSERT INTO messages_crdt (timestamp, dataset, row, column, value) \
                   VALUES (?1, 'transactions', 'A1', 'notes', 'N:0')";
        conn.execute(log, ["first"]).unwrap();
        let journal = Arc::new(Journal::default());
        let views = Views::following(Thresholds::default(), Arc::clone(&journal));
        let page = json!({
            "table": "transactions", "tableOptions": { "splits": "grouped" },
            "selectExpressions": ["id"],
            "orderExpressions": [{ "$fold": "$notes" }, { "date": "desc" }],
            "limit": 50, "offset": rows,
        });
        let built = steps(&conn, &views, &page);
        let from = State::of(&conn).unwrap();
        conn.execute("UPDATE transactions SET notes = 'x' WHERE id = 'A1'", []).unwrap();
        conn.execute(log, ["second"]).unwrap();
        let touched = TouchedRows { table: "transactions", rows: vec!["A1".into()] };
        journal.add(from, State::of(&conn).unwrap(), [&touched].into_iter());
        (built, steps(&conn, &views, &page))
    };
    let ((_, less), (built, more)) = (moved(300), moved(6_000));
    assert!(more < 2 * less && more < built / 20, "{less}, then {more} of {built}");
}
