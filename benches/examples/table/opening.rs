//! Opening a budget in a fresh process.

use std::hint::black_box;
use std::time::Instant;

use serde_json::json;
use sobre_benches::facts::{edited_category, facts};
use sobre_benches::plain::Plain;
use sobre_engine::budget::BudgetMode;

use crate::Budget;
use crate::row::{Row, Topic};
use crate::wire::{Failure, Program};
use crate::yardstick;

const OPENINGS: usize = 5;

/// Limits of a size in milliseconds and MB.
fn limits(size: &str) -> (f64, f64) {
    match size {
        "XL" => (800.0, 400.0),
        _ => (150.0, 100.0),
    }
}

/// The rows of one budget.
pub(crate) fn rows(budget: &Budget<'_>) -> Result<Vec<Row>, Failure> {
    let topic = Topic { part: "opening", size: budget.size.name };
    let (first, _) = open(budget)?;
    let (mut best, mut memory) = (f64::MAX, f64::MAX);
    for _ in 0..OPENINGS {
        let (ms, mb) = open(budget)?;
        best = best.min(ms);
        memory = memory.min(mb);
    }
    let bare = bare(budget)?;
    let (most_ms, most_mb) = limits(topic.size);
    let what = "open: load-budget in a fresh process (best of 5)";
    Ok(vec![
        topic.yardstick("open for the first time, indexes made", first, "ms"),
        topic.goal(what, best, most_ms, "ms"),
        topic.yardstick("grouped sum in SQLite and plain graph", bare, "ms"),
        topic.goal("open, against that", best / bare, 3.0, "x"),
        topic.goal("peak memory of the process after that", memory, most_mb, "MB"),
    ])
}

fn open(budget: &Budget<'_>) -> Result<(f64, f64), Failure> {
    let program = Program::start(budget.dir)?;
    let mut tab = program.tab()?;
    let start = Instant::now();
    tab.call("load-budget", &json!({ "id": budget.id }))?;
    let ms = start.elapsed().as_secs_f64() * 1e3;
    let memory = program.peak_memory()?;
    tab.call("close-budget", &json!({}))?;
    Ok((ms, memory))
}

fn bare(budget: &Budget<'_>) -> Result<f64, Failure> {
    let facts = facts(budget.size, BudgetMode::Rollover, 1);
    let mut best = f64::MAX;
    for _ in 0..OPENINGS {
        let sums = yardstick::grouped_sum(&budget.database())?;
        let start = Instant::now();
        black_box(Plain::build(&facts, &edited_category()));
        best = best.min((sums + start.elapsed()).as_secs_f64() * 1e3);
    }
    Ok(best)
}
