//! Figures of reports through the real program: the first reads, each type alone, a page of cards,
//! and a page after an edit.

use serde_json::{Value, json};
use sobre_benches::samples::Samples;
use sobre_benches::size;

use crate::Budget;
use crate::row::{Row, Topic};
use crate::rules::timed;
use crate::wire::{Failure, Program, Tab};

const REPEATS: usize = 20;
/// Limits in milliseconds at L; XL may take five times as long.
const FIRST_LIMIT: f64 = 50.0;
const LIMIT: f64 = 10.0;
const EDIT_LIMIT: f64 = 16.0;

/// The rows of one budget.
pub(crate) fn rows(budget: &Budget<'_>) -> Result<Vec<Row>, Failure> {
    let program = Program::start(budget.dir)?;
    let mut tab = program.tab()?;
    tab.call("load-budget", &json!({ "id": budget.id }))?;
    let topic = Topic { part: "reports", size: budget.size.name };
    let factor = if budget.size.name == size::XL.name { 5.0 } else { 1.0 };
    let row = |what: String, ms: f64, limit: f64| topic.goal(what, ms, limit * factor, "ms");
    let page = json!({ "reports": page() });
    // The program reads them by itself soon after opening; an earlier request waits for them.
    let one = json!({ "reports": [{ "type": "net-worth-card" }] });
    let read = timed(&mut tab, "report/figures", &one)?;
    let first = timed(&mut tab, "report/figures", &page)?;
    let mut rows = vec![
        topic.yardstick("figures of a card, asked at once after opening", read, "ms"),
        row("figures of twelve cards, the first time".into(), first, FIRST_LIMIT),
    ];
    rows.push(row("figures of twelve cards".into(), repeated(&mut tab, &page)?, LIMIT));
    let earliest = tab.call("get-earliest-transaction", &json!({}))?;
    let first = earliest["date"].as_str().and_then(|day| day.get(..7)).unwrap_or("2016-01");
    for (what, card) in cards(first) {
        let ms = repeated(&mut tab, &json!({ "reports": [card] }))?;
        rows.push(row(format!("figures: {what}"), ms, LIMIT));
    }
    let edited = after_edits(&mut tab, &page)?;
    rows.push(row("figures of twelve cards after an edit".into(), edited, EDIT_LIMIT));
    Ok(rows)
}

fn repeated(tab: &mut Tab, args: &Value) -> Result<f64, Failure> {
    let samples = Samples::repeat(REPEATS, |_| {
        tab.text("report/figures", args)?;
        tab.forget();
        Ok::<_, Failure>(())
    })?;
    Ok(samples.p50())
}

/// The middle time of reading a page right after an amount was changed.
fn after_edits(tab: &mut Tab, page: &Value) -> Result<f64, Failure> {
    let query = json!({ "table": "transactions", "selectExpressions": ["id"], "limit": 1 });
    let found = tab.call("query", &query)?;
    let id = found["data"][0]["id"].clone();
    let mut times = Vec::new();
    for amount in 0..REPEATS {
        let updated = json!([{ "id": id, "amount": amount }]);
        timed(tab, "transactions-batch-update", &json!({ "updated": updated }))?;
        times.push(timed(tab, "report/figures", page)?);
    }
    times.sort_by(f64::total_cmp);
    Ok(times[REPEATS / 2])
}

/// The cards of a new file.
fn page() -> Vec<Value> {
    let year = json!({ "start": "2025-01", "end": "2025-12", "mode": "yearToDate" });
    let months = json!({ "start": "2025-10", "end": "2025-12", "mode": "sliding-window" });
    let summary = |kind: &str, op: &str| {
        let content = json!({ "type": kind }).to_string();
        let conditions = json!([
            { "field": "amount", "op": op, "value": 0 },
            { "field": "account", "op": "onBudget", "value": "" },
            { "field": "transfer", "op": "is", "value": false },
        ]);
        let meta = json!({ "content": content, "timeFrame": year, "conditions": conditions });
        json!({ "type": "summary-card", "meta": meta })
    };
    let spending = |mode: &str| json!({ "type": "spending-card", "meta": { "mode": mode } });
    vec![
        summary("sum", "gt"),
        summary("sum", "lt"),
        summary("avgPerMonth", "lt"),
        summary("avgPerTransact", "lt"),
        json!({ "type": "net-worth-card" }),
        json!({ "type": "cash-flow-card" }),
        spending("single-month"),
        spending("budget"),
        spending("average"),
        json!({ "type": "calendar-card", "meta": { "timeFrame": months } }),
        json!({ "type": "summary-card", "meta": { "timeFrame": months } }),
        json!({ "type": "markdown-card" }),
    ]
}

/// One card of each type over all years from the first month on.
fn cards(first: &str) -> Vec<(&'static str, Value)> {
    let all = json!({ "start": first, "end": "2026-12", "mode": "full" });
    let card = |kind: &str| json!({ "type": kind, "meta": { "timeFrame": all } });
    let report = |mode: &str, split: &str, interval: &str| {
        json!({ "type": "custom-report", "report": {
            "mode": mode, "groupBy": split, "interval": interval, "balanceType": "Net",
            "sortBy": "desc", "isDateStatic": false, "dateRange": "All time",
            "showUncategorized": true, "conditions": [], "conditionsOp": "and",
        } })
    };
    vec![
        ("net worth of all years", card("net-worth-card")),
        ("cash flow of all years", card("cash-flow-card")),
        ("age of money of all years", card("age-of-money-card")),
        ("budget analysis of all years", card("budget-analysis-card")),
        ("crossover", card("crossover-card")),
        ("flows of all years", card("sankey-card")),
        ("balances ahead", json!({ "type": "balance-forecast-card" })),
        ("categories of all years", report("total", "Category", "Monthly")),
        ("categories by month of all years", report("time", "Category", "Monthly")),
        ("payees of all years", report("total", "Payee", "Yearly")),
        ("payees by month of all years", report("time", "Payee", "Monthly")),
    ]
}
