//! A batch of transactions through the real program, and its undo: from the request to the
//! response, when it is on disk.

use std::time::Instant;

use serde_json::{Value, json};

use crate::Budget;
use crate::row::Row;
use crate::wire::{Failure, Program, Tab};

/// Rows of a batch, from all over the ledger.
const ROWS: usize = 1_000;
const PLACES: usize = 20;
const TIMES: usize = 10;
/// Limit in milliseconds for changing, undoing and adding them.
const LIMIT: f64 = 100.0;

/// The rows of one budget.
pub(crate) fn rows(budget: &Budget<'_>) -> Result<Vec<Row>, Failure> {
    let program = Program::start(budget.dir)?;
    let mut tab = program.tab_on(&budget.id)?;
    let rows = ledger_rows(&mut tab, budget.size.transactions)?;
    let (mut changed, mut undone, mut added) = (f64::MAX, f64::MAX, f64::MAX);
    for number in 0..TIMES {
        let change = |row: &Value| {
            let amount = row["amount"].as_i64().unwrap_or_default() - 1;
            json!({ "id": row["id"], "amount": amount, "notes": format!("batch {number}") })
        };
        let updated: Vec<Value> = rows.iter().map(change).collect();
        changed = changed.min(timed(&mut tab, UPDATE, &json!({ "updated": updated }))?);
        undone = undone.min(timed(&mut tab, "undo", &json!({}))?);
        let new = |row: &Value| {
            json!({ "account": row["account"], "date": row["date"], "amount": row["amount"],
                    "payee": row["payee"], "category": row["category"] })
        };
        let new: Vec<Value> = rows.iter().map(new).collect();
        added = added.min(timed(&mut tab, UPDATE, &json!({ "added": new }))?);
        timed(&mut tab, "undo", &json!({}))?;
    }
    let name = budget.size.name;
    let row = |what: String, ms: f64| Row::new(("15", name), what, (ms, LIMIT), "ms");
    Ok(vec![
        row(format!("{ROWS} transactions changed at once (best of {TIMES})"), changed),
        row("the same, undone".to_owned(), undone),
        row(format!("{ROWS} transactions added at once"), added),
    ])
}

const UPDATE: &str = "transactions-batch-update";

/// Runs of transactions from old to new.
fn ledger_rows(tab: &mut Tab, transactions: usize) -> Result<Vec<Value>, Failure> {
    let mut rows = Vec::with_capacity(ROWS);
    for place in 0..PLACES {
        let query = json!({
            "table": "transactions", "tableOptions": { "splits": "none" },
            "filterExpressions": [{ "transfer_id": null, "is_parent": false }],
            "selectExpressions": ["id", "account", "date", "amount", "payee", "category"],
            "groupExpressions": [], "orderExpressions": [], "calculation": false,
            "rawMode": false, "withDead": false, "validateRefs": true,
            "limit": ROWS / PLACES, "offset": place * (transactions / 2 / PLACES),
        });
        let mut answer = tab.call("query", &query)?;
        let Value::Array(found) = answer["data"].take() else { return Err("no rows".into()) };
        rows.extend(found);
    }
    Ok(rows)
}

/// Milliseconds of a call.
fn timed(tab: &mut Tab, name: &str, args: &Value) -> Result<f64, Failure> {
    let start = Instant::now();
    tab.call(name, args)?;
    let ms = start.elapsed().as_secs_f64() * 1e3;
    tab.forget();
    Ok(ms)
}
