//! Shared by the small tools beside the table: open a budget of a data directory, print a report or
//! an error in words.

use std::fmt::Display;
use std::path::Path;
use std::process::ExitCode;

/// Runs a tool with the arguments data directory and budget id, and prints its report.
#[expect(clippy::print_stdout, clippy::print_stderr, reason = "for the command line")]
pub fn on_budget<E: Display>(
    name: &str,
    tool: impl FnOnce(&Path, &str) -> Result<String, E>,
) -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [dir, id] = args.as_slice() else {
        eprintln!("usage: {name} DIR ID");
        return ExitCode::FAILURE;
    };
    match tool(Path::new(dir), id) {
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
