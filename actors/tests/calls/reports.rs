//! The figures of cards, as callers see them: those recorded for a file of another program, kept in
//! memory through any edits, and their sums against those that SQL adds up.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use proptest::prelude::*;
use serde_json::{Value as Json, json};
use sobre_engine::crdt::{Change, Value};

use crate::harness::{Harness, fixture};
use crate::interop;
use crate::laws::{filled, steps, take};

#[path = "../../../engine/tests/reports/compare.rs"]
mod compare;

/// The suites of cards.
const SUITES: &[&str] = &[
    "age-of-money",
    "budget-analysis",
    "calendar",
    "cash-flow",
    "crossover",
    "custom-reports",
    "formula",
    "net-worth",
    "sankey",
    "spending",
    "summary",
];

/// The record of each case of the small data set.
fn recorded() -> BTreeMap<String, Json> {
    let mut all = BTreeMap::new();
    for suite in SUITES {
        let path = format!("../engine/tests/fixtures/reports/{suite}.json");
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        let file: Json = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        for case in file["cases"].as_array().unwrap() {
            if case["dataset"] == "tiny" {
                let id = case["id"].as_str().unwrap().to_owned();
                all.insert(id, case["expected"].clone());
            }
        }
    }
    all
}

fn figures(harness: &Harness, cards: &[Json]) -> Vec<Json> {
    let reply = harness.ok("report/figures", json!({ "reports": cards }));
    assert!(reply["revision"].is_u64());
    reply["cards"].as_array().unwrap().clone()
}

#[test]
fn the_cards_of_another_programs_file_show_the_recorded_figures() {
    let harness = Harness::empty_on("2024-06-15".parse().unwrap());
    let file = fs::read(fixture("reports/files/dashboards_26_9.zip")).unwrap();
    interop::import(&harness, &file);
    let pages = harness.ok("dashboards-get", json!({}));
    let cards: Vec<&Json> = pages
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|page| page["cards"].as_array().unwrap())
        .collect();
    let asked: Vec<Json> =
        cards.iter().map(|card| json!({ "type": card["type"], "meta": card["meta"] })).collect();
    let (recorded, mut faults, mut count) = (recorded(), Vec::new(), 0);
    for (card, shown) in cards.iter().zip(figures(&harness, &asked)) {
        let id = card["id"].as_str().unwrap();
        let id = id.strip_prefix("card-").unwrap_or(id);
        if let Some(expected) = recorded.get(id) {
            count += 1;
            let given = compare::usual(shown["figures"].clone());
            compare::differences(id, &compare::usual(expected.clone()), &given, &mut faults);
        }
    }
    assert!(count > 80, "{count} cards have recorded figures");
    compare::check("the file", count, &faults);
}

#[test]
fn a_bad_card_leaves_the_others_whole() {
    let harness = filled();
    let kind = |kind: &str| json!({ "type": kind });
    let cards = figures(
        &harness,
        &[
            kind("summary-card"),
            kind("no-such-card"),
            json!({ "type": "custom-report", "meta": { "id": "gone" } }),
            kind("markdown-card"),
            json!({ "type": "net-worth-card", "meta": {
                "interval": "Daily",
                "timeFrame": { "start": "0001-01", "end": "9999-12", "mode": "static" },
            } }),
            kind("net-worth-card"),
        ],
    );
    let codes: Vec<_> = cards.iter().map(|card| card["error"]["code"].as_str()).collect();
    let expected = [
        None,
        Some("invalid-card"),
        Some("report-not-found"),
        Some("no-such-figure"),
        Some("too-many-periods"),
        None,
    ];
    assert_eq!(codes, expected);
    assert!(cards[0]["figures"].is_object() && cards[5]["figures"].is_object());
    let many = vec![kind("summary-card"); 501];
    harness.refused("report/figures", json!({ "reports": many }), "too-many-rows");
}

#[test]
fn a_pattern_that_takes_too_long_ends_its_card_alone() {
    let harness = filled();
    let note = Value::from("a".repeat(30).as_str());
    let ids: Vec<String> = harness.tables()["transactions"].keys().cloned().collect();
    harness.write(vec![Change::new("transactions", ids[0].as_str(), "notes", note)]);
    // More matches, each with all the steps that one may take, than one read may pay for.
    let condition = json!({ "field": "notes", "op": "matches", "value": r"(a*)*\1b" });
    let slow = json!({ "type": "summary-card", "meta": {
        "conditions": vec![condition; 3000], "conditionsOp": "or",
    } });
    let cards = figures(&harness, &[slow, json!({ "type": "summary-card" })]);
    assert_eq!(cards[0]["error"]["code"], "query-too-large");
    assert!(cards[1]["figures"].is_object());
}

#[test]
fn a_condition_on_something_that_is_gone_is_reported() {
    let harness = filled();
    let card = |category: &str| {
        let conditions = json!([{ "field": "category", "op": "is", "value": category }]);
        json!({ "type": "summary-card", "meta": { "conditions": conditions } })
    };
    let known = harness.tables()["categories"].keys().next().unwrap().clone();
    let cards = figures(&harness, &[card(&known), card("gone")]);
    assert_eq!(cards[0]["namesMissing"], false);
    assert_eq!(cards[1]["namesMissing"], true);
}

#[test]
fn a_figure_names_the_transactions_behind_it() {
    let harness = filled();
    let card = json!({ "type": "cash-flow-card", "meta": {
        "timeFrame": { "start": "2026-10", "end": "2026-10", "mode": "static" },
    } });
    let shown = &figures(&harness, std::slice::from_ref(&card))[0]["figures"];
    let part = json!({ "series": "expenses" });
    let rows = harness.ok("report/recipe", json!({ "card": card, "part": part }));
    assert_eq!(rows["sum"], shown["totalExpenses"]);
    assert_eq!(rows["count"], harness.tables()["transactions"].len());
    assert_eq!(rows["recipe"]["onBudget"], true);
    let none = json!({ "card": { "type": "formula-card" }, "part": {} });
    harness.refused("report/recipe", none, "no-such-figure");
}

#[test]
fn cards_are_compared_and_written_as_files() {
    let harness = filled();
    let card = json!({ "type": "cash-flow-card", "meta": {
        "timeFrame": { "start": "2026-10", "end": "2026-10", "mode": "static" },
    } });
    let shown = &figures(&harness, std::slice::from_ref(&card))[0]["figures"];
    let compared = harness.ok("report/compare", json!({ "card": card, "with": "last-year" }));
    assert_eq!(compared["ranges"], json!([{ "from": "2025-10-01", "to": "2025-10-31" }]));
    assert_eq!(compared["figures"][1]["series"], "expenses");
    assert_eq!(compared["figures"][1]["value"], shown["totalExpenses"]);
    assert_eq!(compared["figures"][1]["base"], 0);
    let forecast = json!({ "card": { "type": "balance-forecast-card" }, "with": "previous" });
    harness.refused("report/compare", forecast, "no-such-figure");
    let text = harness.ok("report/csv", json!({ "card": card }));
    assert!(text.as_str().unwrap().starts_with("Period,Income,Expenses,Transfers,Balance\n"));
    let gone = json!({ "type": "custom-report", "meta": { "id": "gone" } });
    harness.refused("report/csv", json!({ "card": gone }), "report-not-found");
    let cards = json!([{ "name": "Flow", "card": card }, { "name": "Gone", "card": gone }]);
    let files = harness.ok("report/csv-files", json!({ "cards": cards }));
    assert_eq!(files["count"], 1);
    // The first bytes of a zip are PK.
    assert!(files["data"].as_str().unwrap().starts_with("UEsD"));
}

#[test]
fn a_forecast_has_a_point_for_each_account_and_day() {
    let harness = filled();
    let request = json!({ "startDate": "2026-11-01", "endDate": "2026-11-03" });
    let forecast = harness.ok("forecast/generate", request);
    let points = forecast["dataPoints"].as_array().unwrap();
    let accounts: BTreeMap<_, _> = harness.tables()["accounts"].clone().into_iter().collect();
    assert_eq!(points.len(), 3 * accounts.len());
    assert_eq!(points[0]["date"], "2026-11-01");
    assert!(points.iter().all(|point| point["accountName"].is_string()));
    assert_eq!(forecast["forecastEndDate"], "2026-11-03");
    assert!(forecast["lowestBalance"]["date"].is_string());
    let tracking = json!({ "source": "tracking-budget" });
    harness.refused("forecast/generate", tracking, "not-tracking");
}

/// Cards that together read every column of the stores.
fn cards() -> Vec<Json> {
    let wide = json!({ "start": "2020-01", "end": "2030-12", "mode": "static" });
    let report = |split: &str| {
        json!({ "type": "custom-report", "report": {
            "mode": "time", "groupBy": split, "interval": "Yearly", "balanceType": "Net",
            "sortBy": "budget", "isDateStatic": true, "startDate": "2020-01-01",
            "endDate": "2030-12-31", "showOffBudget": true, "showHiddenCategories": true,
            "showUncategorized": true, "showEmpty": true, "conditions": [], "conditionsOp": "and",
        } })
    };
    let texts = json!([
        { "field": "notes", "op": "contains", "value": "a" },
        { "field": "imported_payee", "op": "contains", "value": "e" },
        { "field": "cleared", "op": "is", "value": true },
        { "field": "reconciled", "op": "is", "value": true },
        { "field": "transfer", "op": "is", "value": true },
    ]);
    vec![
        report("Category"),
        report("Group"),
        report("Payee"),
        report("Account"),
        json!({ "type": "net-worth-card", "meta": { "interval": "Yearly", "timeFrame": wide } }),
        json!({ "type": "summary-card", "meta": {
            "conditions": texts, "conditionsOp": "or", "timeFrame": wide,
        } }),
        json!({ "type": "calendar-card" }),
        json!({ "type": "age-of-money-card", "meta": { "timeFrame": wide } }),
        json!({ "type": "balance-forecast-card" }),
        json!({ "type": "budget-analysis-card", "meta": { "timeFrame": wide } }),
    ]
}

/// The sum of all transactions that count, by account or category, as SQL adds them up.
fn sums(harness: &Harness, by: &str) -> BTreeMap<String, i64> {
    let query = json!({
        "table": "transactions", "tableOptions": { "splits": "inline" },
        "filterExpressions": [{ "account.tombstone": false }],
        "groupExpressions": [by],
        "selectExpressions": [{ "id": by }, { "sum": { "$sum": "$amount" } }],
    });
    let rows = harness.ok("query", query);
    let rows = rows["data"].as_array().unwrap().iter().filter(|row| row["id"].is_string());
    rows.map(|row| (row["id"].as_str().unwrap().to_owned(), row["sum"].as_i64().unwrap()))
        .filter(|(_, sum)| *sum != 0)
        .collect()
}

/// The same from the rows of a report.
fn shown(report: &Json) -> BTreeMap<String, i64> {
    let rows = report["figures"]["rows"].as_array().unwrap().iter();
    rows.filter(|row| row["id"].is_string())
        .map(|row| (row["id"].as_str().unwrap().to_owned(), row["net"].as_i64().unwrap()))
        .filter(|(_, net)| *net != 0)
        .collect()
}

/// Figures of every kind of recipe.
fn parts() -> Vec<(Json, Json)> {
    let wide = json!({ "start": "2020-01", "end": "2030-12", "mode": "static" });
    let of =
        |kind: &str, part: Json| (json!({ "type": kind, "meta": { "timeFrame": wide } }), part);
    let report = |split: &str, special: &str| {
        let card = json!({ "type": "custom-report", "report": {
            "mode": "total", "groupBy": split, "interval": "Yearly", "balanceType": "Net",
            "isDateStatic": true, "startDate": "2020-01-01", "endDate": "2030-12-31",
            "showOffBudget": special == "off_budget", "showHiddenCategories": special == "all",
            "showUncategorized": special != "none", "conditions": [], "conditionsOp": "and",
        } });
        (card, if special == "none" { json!({}) } else { json!({ "special": special }) })
    };
    let mut parts = vec![
        of("net-worth-card", json!({ "series": "netWorth" })),
        of("net-worth-card", json!({ "series": "balance", "account": "card" })),
        of("summary-card", json!({})),
        of("calendar-card", json!({ "side": "expense" })),
        of("spending-card", json!({ "series": "compare" })),
        (json!({ "type": "calendar-card", "meta": { "leaveOutTransfers": true } }), json!({})),
        report("Payee", "no_payee"),
        report("Group", "all"),
        report("Category", "none"),
        report("Account", "none"),
        of("crossover-card", json!({ "series": "expenses" })),
        of("crossover-card", json!({ "series": "savings" })),
        of("age-of-money-card", json!({})),
        of("balance-forecast-card", json!({ "series": "startingBalance" })),
    ];
    for series in ["income", "expenses", "transfers", "startingBalance"] {
        parts.push(of("cash-flow-card", json!({ "series": series })));
    }
    for special in ["uncategorized", "off_budget", "transfer"] {
        parts.push(report("Category", special));
    }
    parts
}

/// The nodes of flows that are sums of rows.
fn nodes(harness: &Harness) -> Vec<(Json, Json)> {
    let wide = json!({ "start": "2020-01", "end": "2030-12", "mode": "static" });
    let meta = json!({ "timeFrame": wide, "topNcategories": 1 });
    let card = json!({ "type": "sankey-card", "meta": meta });
    let figures = harness.ok("report/figures", json!({ "reports": [card] }));
    let nodes = figures["cards"][0]["figures"]["nodes"].as_array().unwrap();
    let of_rows = nodes.iter().filter(|node| node["kind"] != "accounts");
    of_rows.map(|node| (card.clone(), json!({ "row": node["key"] }))).collect()
}

/// Checks that a query with the filters of each figure finds the rows behind it.
fn check_filters(harness: &Harness) -> Result<(), TestCaseError> {
    for (card, part) in parts().into_iter().chain(nodes(harness)) {
        let rows = harness.ok("report/recipe", json!({ "card": card, "part": part }));
        let query = json!({
            "table": "transactions", "tableOptions": { "splits": "inline" },
            "filterExpressions": rows["filters"],
            "selectExpressions": [
                { "count": { "$count": "$id" } }, { "sum": { "$sum": "$amount" } },
            ],
        });
        let found = &harness.ok("query", query)["data"][0];
        let sum = found["sum"].as_i64().unwrap_or(0);
        prop_assert_eq!(&found["count"], &rows["count"], "{} {}", card, part);
        prop_assert_eq!(json!(sum), rows["sum"].clone(), "{} {}", card, part);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    #[test]
    fn figures_kept_through_edits_are_those_of_a_budget_opened_anew(steps in steps(40)) {
        let harness = filled();
        figures(&harness, &cards());
        for (at, step) in steps.iter().enumerate() {
            take(&harness, step).2.ok();
            if at % 5 == 4 {
                harness.ok("undo", json!({}));
            }
            if at % 3 == 0 {
                figures(&harness, &cards());
            }
        }
        let kept = figures(&harness, &cards());
        prop_assert_eq!(shown(&kept[3]), sums(&harness, "account.id"));
        check_filters(&harness)?;
        let id = harness.tab.session.budget_id().unwrap();
        harness.ok("close-budget", json!({}));
        harness.ok("load-budget", json!({ "id": id }));
        let anew = figures(&harness, &cards());
        for ((card, kept), anew) in cards().iter().zip(&kept).zip(&anew) {
            prop_assert_eq!(kept, anew, "{}", card);
        }
    }
}
