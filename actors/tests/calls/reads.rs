//! Laws of every call that reads: it changes no cell, and its result is the same whichever calls
//! came before it.

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde_json::{Value as Json, json};
use sobre_actors::contract::{Lane, calls};

use crate::harness::{FOOD, Harness, Outcome};
use crate::laws::{filled, steps, take};

/// Arguments for each call that reads the open budget.
fn reads() -> Vec<(&'static str, Vec<Json>)> {
    let rows = json!({
        "table": "transactions", "tableOptions": { "splits": "all" },
        "selectExpressions": ["id", "date", "amount", "category.name"],
    });
    let month = |month: &str| json!({ "month": month });
    let months = || vec![month("2025-01"), month("2026-11"), month("2024-11")];
    let cell = |sheet: &str, name: &str| json!({ "sheetName": sheet, "name": name });
    let none = || vec![json!({})];
    vec![
        ("load-prefs", none()),
        ("get-upgrade-notifications", none()),
        ("get-budget-bounds", none()),
        ("rollover-budget-month", months()),
        ("report-budget-month", months()),
        ("get-budget-cells", vec![json!({ "months": ["2025-01", "2026-11", "2024-11"] })]),
        ("getCell", vec![cell("budget202611", "to-budget"), cell("budget202503", "total-spent")]),
        ("getCellNamesInSheet", vec![json!({ "sheetName": "budget202503" })]),
        ("create-query", vec![cell("budget202503", "total-spent")]),
        ("explain-cell", vec![cell("budget202611", "available-funds")]),
        // Without changes, because their times depend on how often the clock was read.
        ("explain-changes", vec![cell("budget202611", "no-cell")]),
        ("budget/check-templates", none()),
        (
            "budget/explain-templates",
            vec![json!({
                "month": "2026-11", "category": FOOD, "note": "#template average 2 months",
            })],
        ),
        ("budget/render-note-templates", vec![json!({ "templates": [] })]),
        ("query", queries(&rows)),
        ("make-filters-from-conditions", vec![json!({ "conditions": [] })]),
        ("transactions-export-query", vec![json!({ "query": rows })]),
        ("accounts-get", none()),
        ("account-properties", vec![json!({ "id": "acc" })]),
        ("banks", none()),
        ("bank/linked-accounts", none()),
        ("bank/settings-get", vec![json!({ "accountId": "acc" })]),
        ("bank/example", vec![json!({ "accountId": "acc", "direction": "payment" })]),
        ("bank/report", none()),
        ("get-categories", none()),
        ("must-category-transfer", vec![json!({ "id": FOOD })]),
        ("notes-get", none()),
        ("get-earliest-transaction", none()),
        ("get-latest-transaction", none()),
        ("payees-get", none()),
        ("tools/check-split-transactions", vec![json!({})]),
        ("payees-check-orphaned", vec![json!({ "ids": ["grocer", "to-acc"] })]),
        ("payees-get-rules", vec![json!({ "id": "grocer" })]),
        ("payees-get-rule-counts", none()),
        ("rules-get", none()),
        ("rules-find-conflicts", none()),
        ("schedules-get", none()),
        ("schedule/get", vec![json!({ "id": "no-schedule" })]),
        (
            "schedule/get-upcoming-dates",
            vec![json!({
                "config": { "start": "2026-11-05", "frequency": "monthly" }, "count": 4,
            })],
        ),
        ("schedule/discover", none()),
        ("schedule/last-run", none()),
        ("schedule/get-previews", none()),
        ("schedule/get-bills", months()),
        ("schedule/get-lowest-balances", none()),
        ("explain-category", vec![json!({ "id": "none" })]),
        ("rule-get", vec![json!({ "id": "none" })]),
        ("rule-validate", vec![json!({ "conditions": [], "actions": [] })]),
        ("rule-dry-run", vec![json!({ "conditions": [], "actions": [] })]),
        ("rules-run", vec![json!({ "transaction": { "payee": "grocer", "amount": -5 } })]),
    ]
}

/// The same for dashboards and reports.
fn report_reads() -> Vec<(&'static str, Vec<Json>)> {
    vec![
        ("dashboards-get", vec![json!({})]),
        ("dashboard-export", vec![json!("none")]),
        (
            "report/figures",
            vec![json!({ "reports": [{ "type": "net-worth-card" }, { "type": "nothing" }] })],
        ),
        ("report/recipe", vec![json!({ "card": { "type": "summary-card" }, "part": {} })]),
        (
            "report/compare",
            vec![json!({ "card": { "type": "cash-flow-card" }, "with": "previous" })],
        ),
        ("forecast/generate", vec![json!({ "endDate": "2026-12-31" })]),
        ("report/csv", vec![json!({ "card": { "type": "net-worth-card" } })]),
        (
            "report/csv-files",
            vec![json!({ "cards": [{ "name": "a", "card": { "type": "summary-card" } }] })],
        ),
        ("report/get", vec![json!({})]),
    ]
}

/// Queries with cached lists: filtered and sorted ones, deep pages, counts and sums.
fn queries(rows: &Json) -> Vec<Json> {
    let with = |more: Json| {
        let mut query = rows.clone();
        query.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        query
    };
    let spent = json!([{ "amount": { "$lt": 0 } }]);
    vec![
        rows.clone(),
        with(json!({ "filterExpressions": spent, "limit": 3, "offset": 4 })),
        with(json!({ "orderExpressions": ["amount", "id"], "limit": 5 })),
        with(json!({ "orderExpressions": ["category.name", "id"], "limit": 3, "offset": 2 })),
        with(
            json!({ "selectExpressions": [{ "n": { "$count": "*" } }], "filterExpressions": spent }),
        ),
        with(json!({ "selectExpressions": [{ "sum": { "$sum": "$amount" } }] })),
    ]
}

/// The results by call and arguments.
fn read_all(harness: &Harness, order: Order) -> BTreeMap<String, Outcome> {
    let each = |(name, args): (&'static str, Vec<Json>)| args.into_iter().map(move |it| (name, it));
    let mut reads: Vec<_> = reads().into_iter().chain(report_reads()).flat_map(each).collect();
    if order == Order::Backward {
        reads.reverse();
    }
    let answer = |(name, args): (&str, Json)| (format!("{name} {args}"), harness.call(name, args));
    reads.into_iter().map(answer).collect()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Forward,
    Backward,
}

#[test]
fn every_call_that_reads_a_budget_has_arguments() {
    let all = calls::table(&ts_rs::Config::default());
    let mut queries: Vec<_> =
        all.iter().filter(|call| call.lane == Lane::Query).map(|call| call.name).collect();
    let mut known: Vec<_> =
        reads().into_iter().chain(report_reads()).map(|(name, _)| name).collect();
    queries.sort_unstable();
    known.sort_unstable();
    assert_eq!(known, queries);
    let unread = ["bad-arguments", "invalid-query"].map(Json::from);
    for (call, answer) in read_all(&filled(), Order::Forward) {
        let is_refused = answer.is_err_and(|error| unread.contains(&error["code"]));
        assert!(!is_refused, "{call}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn each_call_answers_the_same_whichever_calls_came_before_it(steps in steps(12)) {
        let (silent, read) = (filled(), filled());
        for (number, step) in steps.iter().enumerate() {
            for harness in [&silent, &read] {
                drop(take(harness, step));
                if number % 5 == 4 {
                    harness.ok("undo", json!({}));
                }
            }
            let cells = read.cells();
            read_all(&read, if number % 2 == 0 { Order::Forward } else { Order::Backward });
            assert!(read.cells() == cells, "reading made cells");
        }
        let kept = silent.cells();
        assert!(kept == read.cells(), "who reads sees other cells");
        // Runs any two calls in both orders.
        let answers = read_all(&silent, Order::Forward);
        for (call, answer) in read_all(&read, Order::Backward) {
            assert_eq!(answers[&call], answer, "{call}");
        }
        silent.ok("reset-budget-cache", json!({}));
        assert!(silent.cells() == kept, "computed anew");
    }
}
