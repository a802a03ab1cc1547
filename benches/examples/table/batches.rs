//! A batch of transactions through the real program, and its undo: from the request to the
//! response, when it is on disk.

use std::time::Instant;

use serde_json::{Value, json};

use crate::Budget;
use crate::row::{Row, Topic};
use crate::wire::{Failure, Program, Tab};

/// Rows of a batch.
const ROWS: usize = 1_000;
const PLACES: usize = 20;
const TIMES: usize = 10;
/// Limit in milliseconds for changing, undoing and adding them.
const LIMIT: f64 = 100.0;

/// The rows of one budget.
pub(crate) fn rows(budget: &Budget<'_>) -> Result<Vec<Row>, Failure> {
    let program = Program::start(budget.dir)?;
    let mut tab = program.tab_on(&budget.id)?;
    let rows = spread_rows(&mut tab, budget.size.transactions)?;
    let statement = statement_rows(&mut tab)?;
    let (mut changed, mut undone) = (f64::MAX, f64::MAX);
    let (mut added, mut imported) = (f64::MAX, f64::MAX);
    for number in 0..TIMES {
        let change = |row: &Value| {
            let amount = row["amount"].as_i64().unwrap_or_default() - 1;
            json!({ "id": row["id"], "amount": amount, "notes": format!("batch {number}") })
        };
        let updated: Vec<Value> = rows.iter().map(change).collect();
        changed = changed.min(timed(&mut tab, UPDATE, &json!({ "updated": updated }))?);
        undone = undone.min(timed(&mut tab, "undo", &json!({}))?);
        added = added.min(timed(&mut tab, UPDATE, &json!({ "added": copies(&rows) }))?);
        timed(&mut tab, "undo", &json!({}))?;
        imported = imported.min(timed(&mut tab, UPDATE, &json!({ "added": copies(&statement) }))?);
        timed(&mut tab, "undo", &json!({}))?;
    }
    let topic = Topic { part: "batches", size: budget.size.name };
    let row = |what: String, ms: f64| topic.goal(what, ms, LIMIT, "ms");
    Ok(vec![
        row(format!("{ROWS} transactions changed at once (best of {TIMES})"), changed),
        row("the same, undone".to_owned(), undone),
        row(format!("{} transactions of one account added at once", statement.len()), imported),
        row(format!("{ROWS} spread over accounts and years added at once"), added),
    ])
}

const UPDATE: &str = "transactions-batch-update";

/// Transactions from all over the ledger, in runs.
fn spread_rows(tab: &mut Tab, transactions: usize) -> Result<Vec<Value>, Failure> {
    let mut rows = Vec::with_capacity(ROWS);
    for place in 0..PLACES {
        let offset = place * (transactions / 2 / PLACES);
        rows.extend(normal_rows(tab, &json!({}), ROWS / PLACES, offset)?);
    }
    Ok(rows)
}

/// The latest transactions of one account, as in a bank's statement.
fn statement_rows(tab: &mut Tab) -> Result<Vec<Value>, Failure> {
    let latest = normal_rows(tab, &json!({}), 1, 0)?;
    let account = latest.first().map(|row| &row["account"]).ok_or("no rows")?;
    normal_rows(tab, &json!({ "account": account }), ROWS, 0)
}

/// Transactions that pass a filter, the latest first, without transfers and splits.
fn normal_rows(
    tab: &mut Tab,
    filter: &Value,
    limit: usize,
    offset: usize,
) -> Result<Vec<Value>, Failure> {
    let query = json!({
        "table": "transactions", "tableOptions": { "splits": "none" },
        "filterExpressions": [{ "transfer_id": null, "is_parent": false }, filter],
        "selectExpressions": ["id", "account", "date", "amount", "payee", "category"],
        "groupExpressions": [], "orderExpressions": [], "calculation": false,
        "rawMode": false, "withDead": false, "validateRefs": true,
        "limit": limit, "offset": offset,
    });
    let mut answer = tab.call("query", &query)?;
    let Value::Array(rows) = answer["data"].take() else { return Err("no rows".into()) };
    Ok(rows)
}

/// New transactions like these.
fn copies(rows: &[Value]) -> Vec<Value> {
    let copy = |row: &Value| {
        json!({ "account": row["account"], "date": row["date"], "amount": row["amount"],
                "payee": row["payee"], "category": row["category"] })
    };
    rows.iter().map(copy).collect()
}

/// Milliseconds of a call.
fn timed(tab: &mut Tab, name: &str, args: &Value) -> Result<f64, Failure> {
    let start = Instant::now();
    tab.call(name, args)?;
    let ms = start.elapsed().as_secs_f64() * 1e3;
    tab.forget();
    Ok(ms)
}
