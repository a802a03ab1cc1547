//! Laws of every call that reads: it changes no cell, and its result is the same whichever calls
//! came before it.

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
        ("query", vec![rows.clone()]),
        ("make-filters-from-conditions", vec![json!({ "conditions": [] })]),
        ("transactions-export-query", vec![json!({ "query": rows })]),
        ("accounts-get", none()),
        ("account-properties", vec![json!({ "id": "acc" })]),
        ("get-categories", none()),
        ("must-category-transfer", vec![json!({ "id": FOOD })]),
        ("notes-get", none()),
        ("get-earliest-transaction", none()),
        ("get-latest-transaction", none()),
        ("payees-get", none()),
        ("payees-check-orphaned", vec![json!({ "ids": ["grocer", "to-acc"] })]),
    ]
}

fn read_all(harness: &Harness) -> Vec<(String, Outcome)> {
    let mut answers = Vec::new();
    for (name, each) in reads() {
        for args in each {
            answers.push((format!("{name} {args}"), harness.call(name, args)));
        }
    }
    answers
}

#[test]
fn every_call_that_reads_a_budget_has_arguments() {
    let all = calls::table(&ts_rs::Config::default());
    let mut queries: Vec<_> =
        all.iter().filter(|call| call.lane == Lane::Query).map(|call| call.name).collect();
    let mut known: Vec<_> = reads().into_iter().map(|(name, _)| name).collect();
    queries.sort_unstable();
    known.sort_unstable();
    assert_eq!(known, queries);
    let refused = |(_, answer): &(String, Outcome)| matches!(answer, Err(error) if error["code"] == "bad-arguments");
    assert_eq!(read_all(&filled()).into_iter().find(refused), None);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn reading_changes_no_cell_and_no_later_answer(steps in steps(12)) {
        let (silent, read) = (filled(), filled());
        for (number, step) in steps.iter().enumerate() {
            for harness in [&silent, &read] {
                drop(take(harness, step));
                if number % 5 == 4 {
                    harness.ok("undo", json!({}));
                }
            }
            let cells = read.cells();
            read_all(&read);
            assert!(read.cells() == cells, "reading made cells");
        }
        let kept = silent.cells();
        assert!(kept == read.cells(), "who reads sees other cells");
        for (ours, theirs) in read_all(&silent).into_iter().zip(read_all(&read).into_iter()) {
            assert_eq!(ours, theirs);
        }
        silent.ok("reset-budget-cache", json!({}));
        assert!(silent.cells() == kept, "computed anew");
    }
}
