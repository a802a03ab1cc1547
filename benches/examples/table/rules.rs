//! Rules through the real program: running them on new transactions, and carrying out actions on
//! stored ones, with many rules in the budget.

use std::time::Instant;

use serde_json::{Value, json};

use crate::Budget;
use crate::row::{Row, Topic};
use crate::wire::{Failure, Program, Tab};

/// Rules in the budget.
pub(crate) const RULES: usize = 500;
/// Transactions that actions are carried out on.
const STORED: usize = 100_000;
/// New transactions that rules run on.
const NEW: usize = 10_000;
/// Limits in milliseconds.
const STORED_LIMIT: f64 = 2_000.0;
const NEW_LIMIT: f64 = 1_500.0;

/// The rows of one budget. Its rules and transactions are as before afterwards.
pub(crate) fn rows(budget: &Budget<'_>) -> Result<Vec<Row>, Failure> {
    let program = Program::start(budget.dir)?;
    let mut tab = program.tab_on(&budget.id)?;
    let ids = rules(&mut tab)?;
    let stored = transactions(&mut tab, STORED.min(budget.size.transactions))?;
    let all: Vec<&Value> = stored.iter().map(|row| &row["id"]).collect();
    let action = json!({ "op": "append-notes", "value": " #seen" });
    let args = json!({ "transactionIds": all, "actions": [action], "answerRows": false });
    let applied = timed(&mut tab, "rule-apply-actions", &args)?;
    let undone = timed(&mut tab, "undo", &json!({}))?;
    let new: Vec<Value> =
        (0..NEW).zip(&stored).map(|(number, row)| imported(number, row)).collect();
    let args = json!({ "added": new, "runRules": true, "answerRows": false });
    let added = timed(&mut tab, "transactions-batch-update", &args)?;
    timed(&mut tab, "undo", &json!({}))?;
    tab.call("rule-delete-all", &json!({ "ids": ids }))?;
    let topic = Topic { part: "rules", size: budget.size.name };
    let row = |what: String, ms: f64, limit: f64| topic.goal(what, ms, limit, "ms");
    let count = all.len();
    Ok(vec![
        row(format!("actions on {count} transactions at once"), applied, STORED_LIMIT),
        row("the same, undone".to_owned(), undone, STORED_LIMIT),
        row(format!("{} transactions added by {RULES} rules", new.len()), added, NEW_LIMIT),
    ])
}

/// Adds rules of the usual kinds: a name from the bank, a part of it, a pattern, an amount.
pub(crate) fn rules(tab: &mut Tab) -> Result<Vec<Value>, Failure> {
    let mut ids = Vec::with_capacity(RULES);
    for number in 0..RULES {
        let condition =
            |op: &str, value: Value| json!({ "field": "imported_payee", "op": op, "value": value });
        let name = match number % 5 {
            0 | 1 => condition("is", json!(format!("shop {number}"))),
            2 => condition("oneOf", json!([format!("shop {number}"), format!("store {number}")])),
            3 => condition("contains", json!(format!("shop {number}"))),
            _ => condition("matches", json!(format!("^shop {number}\\b"))),
        };
        let amount = json!({ "field": "amount", "op": "lt", "value": 1_000_000 });
        let action = json!({ "op": "set", "field": "notes", "value": format!("rule {number}") });
        let rule = json!({ "stage": null, "conditions": [name, amount], "actions": [action] });
        ids.push(tab.call("rule-add", &rule)?["id"].take());
        tab.forget();
    }
    Ok(ids)
}

/// The latest transactions without transfers and splits.
fn transactions(tab: &mut Tab, limit: usize) -> Result<Vec<Value>, Failure> {
    let query = json!({
        "table": "transactions", "tableOptions": { "splits": "none" },
        "filterExpressions": [{ "transfer_id": null, "is_parent": false }],
        "selectExpressions": ["id", "account", "date", "amount"],
        "limit": limit,
    });
    let mut answer = tab.call("query", &query)?;
    let Value::Array(rows) = answer["data"].take() else { return Err("no rows".into()) };
    Ok(rows)
}

/// A new transaction as a bank sends it.
fn imported(number: usize, row: &Value) -> Value {
    let name = format!("SHOP {}", number % RULES);
    json!({ "account": row["account"], "date": row["date"], "amount": row["amount"],
            "imported_payee": name })
}

/// Milliseconds of a call.
pub(crate) fn timed(tab: &mut Tab, name: &str, args: &Value) -> Result<f64, Failure> {
    let start = Instant::now();
    tab.call(name, args)?;
    let ms = start.elapsed().as_secs_f64() * 1e3;
    tab.forget();
    Ok(ms)
}
