//! Saved reports.

use serde_json::{Value as Json, json};
use sobre_engine::crdt::Change;

use crate::harness::Harness;

fn listed(harness: &Harness) -> Json {
    harness.ok("report/get", json!({}))
}

fn big() -> Json {
    json!([{ "field": "amount", "op": "gt", "value": 10_000 }])
}

#[test]
fn a_report_is_kept_changed_and_deleted_and_each_is_a_step() {
    let harness = Harness::new();
    let id = harness.ok("report/create", json!({ "name": " Food ", "conditions": big() }));
    let first = json!([{
        "id": id, "name": "Food", "startDate": "2026-05-01", "endDate": "2026-11-30",
        "isDateStatic": false, "dateRange": "Last 6 months", "mode": "total",
        "groupBy": "Category", "interval": "Monthly", "balanceType": "Payment", "sortBy": "desc",
        "graphType": "BarGraph", "showEmpty": false, "showOffBudget": false,
        "showHiddenCategories": true, "showUncategorized": true, "includeCurrentInterval": true,
        "trimIntervals": false, "showTrendLines": false, "conditions": big(),
        "conditionsOp": "and",
    }]);
    assert_eq!(listed(&harness), first);
    let lines = harness.changes("report/update", json!({ "id": id, "mode": "time" }));
    assert_eq!(lines, [format!("custom_reports {} mode: \"time\"", id.as_str().unwrap())]);
    harness.ok("report/delete", id.clone());
    assert_eq!(listed(&harness), json!([]));
    harness.ok("undo", json!({}));
    assert_eq!(listed(&harness)[0]["mode"], "time");
    harness.ok("undo", json!({}));
    assert_eq!(listed(&harness), first);
    harness.ok("report/update", first[0].clone());
    assert_eq!(harness.changes("report/update", first[0].clone()), [""; 0]);
}

#[test]
fn reports_are_listed_by_name_without_case_and_punctuation() {
    let harness = Harness::new();
    for name in ["zoo", "(b) beta", "Alpha", "a-la", "\"Bed\""] {
        harness.ok("report/create", json!({ "name": name }));
    }
    let names: Vec<_> =
        listed(&harness).as_array().unwrap().iter().map(|it| it["name"].clone()).collect();
    assert_eq!(names, ["a-la", "Alpha", "(b) beta", "\"Bed\"", "zoo"]);
}

#[test]
fn a_report_needs_a_name_of_its_own_and_settings_that_mean_something() {
    let harness = Harness::new();
    let id = harness.ok("report/create", json!({ "name": "Food" }));
    let other = harness.ok("report/create", json!({ "name": "food" }));
    let create = |args: Json, code: &str| harness.refused("report/create", args, code);
    create(json!({}), "name-required");
    create(json!({ "name": "x".repeat(251) }), "name-too-long");
    create(json!({ "name": "Food " }), "report-exists");
    create(json!({ "name": "N", "groupBy": "Tag" }), "invalid-report");
    create(json!({ "name": "N", "isDateStatic": true, "startDate": "2027-01" }), "invalid-report");
    create(json!({ "name": "N", "startDate": "soon" }), "invalid-report");
    create(json!({ "name": "N", "conditions": [{ "field": "acct" }] }), "invalid-condition");
    create(json!({ "name": "N", "conditions": vec![big()[0].clone(); 501] }), "invalid-condition");
    create(json!({ "name": "N", "conditionsOp": "not" }), "bad-arguments");
    create(json!({ "name": "N", "color": "red" }), "bad-arguments");
    let update = |args: Json, code: &str| harness.refused("report/update", args, code);
    let error = update(json!({ "name": "N" }), "report-not-found");
    assert_eq!(error["message"], "Report recall error");
    update(json!({ "id": "none", "name": "N" }), "report-not-found");
    let error = update(json!({ "id": other, "name": "Food" }), "report-exists");
    assert_eq!(error["message"], "There is already a report named Food");
    harness.refused("report/delete", json!({ "id": "none" }), "report-not-found");
    harness.ok("report/delete", id);
    harness.ok("report/update", json!({ "id": other, "name": "Food" }));
}

#[test]
fn unused_columns_and_words_of_old_files_stay_as_they_are() {
    let harness = Harness::new();
    let row = [
        ("name", "Old"),
        ("balance_type", "Expense"),
        ("graph_type", "PieOfTheFuture"),
        ("metadata", "{\"own\":1}"),
        ("color_scheme", "old"),
        ("conditions", "[{\"field\":\"horoscope\",\"op\":\"is\"}]"),
    ];
    let row = row.map(|(column, text)| Change::new("custom_reports", "old", column, text));
    harness.write(row.to_vec());
    let mut report = listed(&harness)[0].clone();
    let words = (&report["balanceType"], &report["graphType"], &report["showUncategorized"]);
    assert_eq!(words, (&json!("Payment"), &json!("PieOfTheFuture"), &json!(false)));
    report["sortBy"] = json!("name");
    let lines = harness.changes("report/update", report);
    assert_eq!(lines, ["custom_reports old sort_by: \"name\""]);
}

#[test]
fn a_budget_holds_no_more_than_a_thousand_reports() {
    let harness = Harness::new();
    let report = |at| Change::new("custom_reports", format!("r{at}"), "name", format!("R{at}"));
    harness.write((0..1_000).map(report).collect());
    let error = harness.refused("report/create", json!({ "name": "N" }), "too-many-reports");
    assert_eq!(error["meta"], json!({ "most": 1_000 }));
}
