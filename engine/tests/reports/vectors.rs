//! Cards and saved reports with recorded figures.

use serde_json::Value as Json;
use sobre_engine::reports::{CardKind, CardRequest};

use crate::compare::{check, differences, usual};
use crate::dataset::{Dataset, dataset, fixture, list, text};

/// The figures of a card as JSON, or its error as text.
pub(crate) fn figures(data: &Dataset, kind: &str, meta: &Json) -> Json {
    let kind = CardKind::find(kind).unwrap();
    let card = CardRequest { kind, meta, view: None };
    match data.reports().figures(card) {
        Ok(figures) => serde_json::to_value(figures).unwrap(),
        Err(fault) => Json::String(format!("! {fault}")),
    }
}

/// Compares every card of a suite.
fn cards(suite: &str) {
    let file = fixture(suite);
    let mut faults = Vec::new();
    let cases = list(&file, "cases");
    for case in cases {
        let id = text(case, "id").unwrap();
        let data = dataset(&text(case, "dataset").unwrap());
        let kind = text(case, "type").unwrap_or_else(|| "custom-report".to_owned());
        let meta = case.get("meta").unwrap_or(&case["report"]);
        let given = usual(figures(data, &kind, meta));
        differences(&id, &usual(case["expected"].clone()), &given, &mut faults);
    }
    check(suite, cases.len(), &faults);
}

#[test]
fn net_worth_of_every_recorded_card() {
    cards("net-worth");
}

#[test]
fn cash_flow_of_every_recorded_card() {
    cards("cash-flow");
}

#[test]
fn spending_of_every_recorded_card() {
    cards("spending");
}

#[test]
fn numbers_of_every_recorded_summary() {
    cards("summary");
}

#[test]
fn days_of_every_recorded_calendar() {
    cards("calendar");
}

#[test]
fn rows_and_totals_of_every_recorded_report() {
    cards("custom-reports");
}

#[test]
fn ages_of_every_recorded_card() {
    cards("age-of-money");
}

#[test]
fn budgets_of_every_recorded_analysis() {
    cards("budget-analysis");
}

#[test]
fn every_recorded_crossover() {
    cards("crossover");
}

#[test]
fn flows_of_every_recorded_picture() {
    cards("sankey");
}

#[test]
fn results_of_every_recorded_formula() {
    cards("formula");
}
