//! Statements of banks through the real program: importing many transactions, undoing it, and reading
//! a large file.

use std::fmt::Write as _;
use std::time::Instant;

use serde_json::{Value, json};
use sobre_engine::statements::{FileFormat, TableOptions, read_statement};

use crate::Budget;
use crate::row::{Row, Topic};
use crate::rules::{RULES, rules, timed};
use crate::wire::{Failure, Program, Tab};

/// Transactions of a statement.
const IMPORTED: usize = 10_000;
/// Bytes of the large file.
const FILE_BYTES: usize = 20_000_000;
/// Limits in milliseconds.
const IMPORT_LIMIT: f64 = 1_000.0;
const RULES_LIMIT: f64 = 1_500.0;
const UNDO_LIMIT: f64 = 700.0;
const PARSE_LIMIT: f64 = 1_000.0;

/// The rows of one budget. Its rules and transactions are as before afterwards.
pub(crate) fn rows(budget: &Budget<'_>) -> Result<Vec<Row>, Failure> {
    let program = Program::start(budget.dir)?;
    let mut tab = program.tab_on(&budget.id)?;
    let accounts = tab.call("accounts-get", &json!({}))?;
    let account = accounts[0]["id"].clone();
    let args = json!({ "accountId": account, "transactions": statement() });
    let (plain, plain_undone) = imported(&mut tab, &args)?;
    let ids = rules(&mut tab)?;
    let (by_rules, _) = imported(&mut tab, &args)?;
    tab.call("rule-delete-all", &json!({ "ids": ids }))?;
    let file = table();
    let megabytes = file.len() / 1_000_000;
    let start = Instant::now();
    read_statement(FileFormat::Table, file.as_bytes(), &TableOptions::default())?;
    let parsed = start.elapsed().as_secs_f64() * 1e3;
    let filepath = program.upload("large.csv", file.as_bytes())?;
    let args = json!({ "filepath": filepath, "accountId": account });
    let read = timed(&mut tab, "transactions-read-file", &args)?;
    let topic = Topic { part: "imports", size: budget.size.name };
    let row = |what: String, ms: f64, limit: f64| topic.goal(what, ms, limit, "ms");
    Ok(vec![
        row(format!("{IMPORTED} transactions imported"), plain, IMPORT_LIMIT),
        row("the same, undone".to_owned(), plain_undone, UNDO_LIMIT),
        row(format!("{IMPORTED} transactions imported by {RULES} rules"), by_rules, RULES_LIMIT),
        row(format!("a table of {megabytes} MB parsed"), parsed, PARSE_LIMIT),
        topic.yardstick(format!("a table of {megabytes} MB read by a call"), read, "ms"),
    ])
}

/// Milliseconds of an import and of its undo.
fn imported(tab: &mut Tab, args: &Value) -> Result<(f64, f64), Failure> {
    let import = timed(tab, "transactions-import", args)?;
    let undo = timed(tab, "undo", &json!({}))?;
    Ok((import, undo))
}

/// Transactions as a bank sends them.
fn statement() -> Vec<Value> {
    let row = |number: usize| {
        let (month, day) = (number / 28 % 12 + 1, number % 28 + 1);
        json!({
            "date": format!("2026-{month:02}-{day:02}"), "amount": -100 - (number as i64 * 37) % 9_000,
            "payee_name": format!("Shop {}", number % RULES), "imported_id": format!("bench-{number}"),
        })
    };
    (0..IMPORTED).map(row).collect()
}

/// A table of [`FILE_BYTES`].
fn table() -> String {
    let mut table = "Date,Payee,Notes,Amount\n".to_owned();
    let mut number = 0_usize;
    while table.len() < FILE_BYTES {
        let (month, day) = (number / 28 % 12 + 1, number % 28 + 1);
        let (shop, units, cents) = (number % RULES, number % 900, number % 100);
        let _ = writeln!(
            table,
            "2026-{month:02}-{day:02},Shop {shop},\"Card payment, number {number}\",-{units}.{cents:02}"
        );
        number += 1;
    }
    table
}
