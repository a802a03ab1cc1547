//! Edits a budget of a data directory durably, without a socket, and prints the medians in
//! milliseconds as JSON: `edit_once DIR ID`. An edit is done when it is committed and its changed
//! cells are ready to be sent.

use std::path::Path;
use std::process::ExitCode;

use sobre_benches::durable::{Durable, Failure, PLENTY};
use sobre_benches::samples::Samples;

const EDITS: usize = 200;

#[expect(clippy::print_stdout, clippy::print_stderr, reason = "a tool for the command line")]
fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [dir, id] = args.as_slice() else {
        eprintln!("usage: edit_once DIR ID");
        return ExitCode::FAILURE;
    };
    match edit(&Path::new(dir).join(id)) {
        Ok(report) => {
            println!("{report}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
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
