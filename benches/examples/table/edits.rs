//! Durable edits without a socket.

use sobre_benches::durable::{Durable, PLENTY};
use sobre_benches::samples::Samples;
use sobre_engine::dates::Month;

use crate::Budget;
use crate::row::{Row, Topic};
use crate::wire::Failure;
use crate::yardstick;

const EDITS: usize = 500;

/// Results of one budget.
pub(crate) struct Measured {
    size: &'static str,
    commit: Samples,
    first: Samples,
    last: Samples,
    added: Samples,
    changed: usize,
}

/// Measures edits of a budget.
pub(crate) fn measure(budget: &Budget<'_>) -> Result<Measured, Failure> {
    let mut opened = Durable::open(&budget.dir.join(&budget.id))?;
    let (first, last) = (opened.first(), opened.last());
    let mut changed = opened.budgeted(first, PLENTY)?;
    let commit = yardstick::commits(budget.dir, EDITS)?;
    let mut amount = PLENTY;
    let mut edit = |month: Month| {
        Samples::repeat(EDITS, |_| {
            amount += 1;
            changed = changed.max(opened.budgeted(month, amount)?);
            Ok::<_, Failure>(())
        })
    };
    let (first, last) = (edit(first)?, edit(last)?);
    let added = Samples::repeat(EDITS, |number| opened.transaction(number).map(drop))?;
    Ok(Measured { size: budget.size.name, commit, first, last, added, changed })
}

/// The rows of all sizes.
pub(crate) fn rows(all: &[Measured]) -> Vec<Row> {
    let mut rows = Vec::new();
    let topic = |size: &'static str| Topic { part: "edits", size };
    for it in all {
        let (topic, commit) = (topic(it.size), it.commit.p50());
        let what = format!("first-month edit, durable, {} cells, p50", it.changed);
        rows.extend([
            topic.yardstick("SQLite commit alone, p50", commit, "ms"),
            topic.goal(what, it.first.p50(), 1.0, "ms"),
            topic.goal("the same, p99", it.first.p99(), 5.0, "ms"),
            topic.goal("against the commit alone", it.first.p50() / commit, 3.0, "x"),
            topic.goal("last-month edit, durable, p50", it.last.p50(), 1.0, "ms"),
            topic.goal("transaction added in the first month, p50", it.added.p50(), 1.0, "ms"),
            topic.goal("the same, p99", it.added.p99(), 5.0, "ms"),
        ]);
    }
    let find = |size: &str| all.iter().find(|it| it.size == size);
    if let (Some(small), Some(large)) = (find("S"), find("L")) {
        let growth = large.added.p50() / small.added.p50();
        rows.push(topic("L").goal("transaction added, against S", growth, 2.0, "x"));
    }
    rows
}
