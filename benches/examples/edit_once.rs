//! Edits a budget of a data directory durably, without a socket, and prints the medians in
//! milliseconds as JSON: `edit_once DIR ID`. An edit is done when it is committed and its changed
//! cells are ready to send.

use std::path::Path;
use std::process::ExitCode;

use sobre_benches::command;
use sobre_benches::durable::{Durable, Failure, PLENTY};
use sobre_benches::samples::Samples;

const EDITS: usize = 200;

fn main() -> ExitCode {
    command::on_budget("edit_once", |dir, id| edit(&dir.join(id)))
}

fn edit(folder: &Path) -> Result<String, Failure> {
    let mut budget = Durable::open(folder)?;
    let (first, last) = (budget.first(), budget.last());
    let mut amount = PLENTY;
    let mut median = |month| {
        let edits = Samples::repeat(EDITS, |_| {
            amount += 1;
            budget.budgeted(month, amount).map(drop)
        });
        edits.map(|edits| edits.p50())
    };
    let (first, last) = (median(first)?, median(last)?);
    let added = Samples::repeat(EDITS, |number| budget.transaction(number).map(drop))?.p50();
    Ok(serde_json::json!({ "firstMs": first, "lastMs": last, "added": added }).to_string())
}
